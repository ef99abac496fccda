internal import CPixelKernels
import TestSupport
import TestLimits
import Testing

@testable import PixelKernels

@Suite(.timeLimited) struct RGBToYCbCr420Tests {
    /// Converts two rows of a width into two rows of luma and one of each chroma.
    private typealias Split = (
        UnsafeRawPointer, UnsafeRawPointer, Int, UnsafeMutableRawPointer, UnsafeMutableRawPointer,
        UnsafeMutableRawPointer, UnsafeMutableRawPointer
    ) -> Void

    /// Bytes in memory of exactly their number.
    private func memory(_ bytes: [UInt8]) -> UnsafeMutableRawBufferPointer {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
        memory.copyBytes(from: bytes)
        return memory
    }

    /// Returns two rows of luma, then a row of each chroma; the bytes around them are checked.
    private func planes(_ upper: [UInt8], _ lower: [UInt8]?, shift: Int, by split: Split) -> [[UInt8]] {
        let width = upper.count / 3
        let lengths = [width, width, (width + 1) / 2, (width + 1) / 2]
        let pixels = memory([UInt8](repeating: 0, count: shift) + upper + (lower ?? []))
        let rooms = lengths.map { memory([UInt8](repeating: 0xA5, count: shift + $0 + 32)) }
        defer { (rooms + [pixels]).forEach { $0.deallocate() } }
        let bases = rooms.compactMap(\.baseAddress).map { $0 + shift }
        guard let row = pixels.baseAddress.map({ $0 + shift }), bases.count == 4 else { return [] }
        split(
            row, row + (lower == nil ? 0 : upper.count), width, bases[0], bases[lower == nil ? 0 : 1], bases[2],
            bases[3])
        return zip(rooms, lengths).map { room, length in
            #expect(room.prefix(shift).allSatisfy { $0 == 0xA5 })
            #expect(room.dropFirst(shift + length).allSatisfy { $0 == 0xA5 })
            return Array(room.dropFirst(shift).prefix(length))
        }
    }

    private func fast(_ upper: [UInt8], _ lower: [UInt8]?, shift: Int = 0) -> [[UInt8]] {
        planes(upper, lower, shift: shift) {
            RGBToYCbCr420.convertRows(
                upper: $0, lower: $1, width: $2, upperLuma: $3, lowerLuma: $4, cb: $5, cr: $6)
        }
    }

    private func anywhere(_ upper: [UInt8], _ lower: [UInt8]?, shift: Int = 0) -> [[UInt8]] {
        planes(upper, lower, shift: shift) { upper, lower, width, light, lowerLight, blue, red in
            let done = tk_rgb_to_ycbcr420_portable(upper, lower, width, light, lowerLight, blue, red)
            #expect(done == width / 2 * 2)
            RGBToYCbCr420.convertRowsScalar(
                upper: upper + 3 * done, lower: lower + 3 * done, width: width - done, upperLuma: light + done,
                lowerLuma: lowerLight + done, cb: blue + done / 2, cr: red + done / 2)
        }
    }

    private func plain(_ upper: [UInt8], _ lower: [UInt8]?, shift: Int = 0) -> [[UInt8]] {
        planes(upper, lower, shift: shift) {
            RGBToYCbCr420.convertRowsScalar(
                upper: $0, lower: $1, width: $2, upperLuma: $3, lowerLuma: $4, cb: $5, cr: $6)
        }
    }

    @Test func `the fast loops give the same bytes as the plain loop, and write no others`() {
        var random = SeededRandom(seed: 11)
        for width in 1...120 {
            for shift in [0, 1, 5] {
                let rows = (0..<2).map { _ in
                    (0..<3 * width).map { _ in
                        Bool.random(using: &random)
                            ? UInt8.random(in: 0...255, using: &random) : Bool.random(using: &random) ? 0 : 255
                    }
                }
                for lower in [rows[1], nil] {
                    let expected = plain(rows[0], lower, shift: shift)
                    for split in [fast, anywhere] {
                        #expect(
                            split(rows[0], lower, shift) == expected,
                            "\(width) pixels, shift \(shift), \(lower == nil ? "one row" : "two rows")")
                    }
                }
            }
        }
    }

    @Test func `the luma of every color is rounded to nearest, and its chroma is within half a step`() {
        // A width at which the fast loop writes all compared samples.
        let black = [UInt8](repeating: 0, count: 3 * 32)
        let steps = [0, 1, 2, 17, 63, 64, 100, 127, 128, 129, 191, 200, 254, 255]
        for red in steps {
            for green in steps {
                let pixels = steps.flatMap { blue in [red, green, blue, red, green, blue].map(UInt8.init) }
                let actual = fast(pixels + black, pixels + black)
                for (index, blue) in steps.enumerated() {
                    let red = Double(red)
                    let green = Double(green)
                    let blue = Double(blue)
                    let luma = 0.299 * red + 0.587 * green + 0.114 * blue
                    // ITU-T T.871, section 7; 255.5 is clamped to 255.
                    let colors = [128 + (blue - luma) / 1.772, 128 + (red - luma) / 1.402]
                    #expect(abs(Double(actual[0][2 * index]) - luma) <= 0.501)
                    #expect(actual[0][2 * index] == actual[0][2 * index + 1])
                    #expect(actual[0] == actual[1])
                    for (plane, exact) in zip(actual[2...], colors) {
                        #expect(abs(Double(plane[index]) - exact) <= 0.51)
                    }
                }
            }
        }
    }

    @Test func `grays keep their luma and have neutral chroma`() {
        let grays = [0] + Array(0...255) + [UInt8](repeating: 0, count: 33)
        let pixels = grays.flatMap { [$0, $0, $0] }
        let actual = fast(pixels, pixels)
        #expect(actual[0] == actual[1])
        #expect(actual[0].dropFirst().prefix(256).elementsEqual(0...255))
        #expect(actual[2].allSatisfy { $0 == 128 })
        #expect(actual[3].allSatisfy { $0 == 128 })
    }

    @Test func `chroma is that of the mean of four pixels, rounded once`() {
        // 128 + 0.5 · 1.5 = 128.75. Rounded pixel by pixel it would be 129 and 128.
        let upper: [UInt8] = [10, 10, 12, 10, 10, 11]
        #expect(fast(upper, upper)[2] == [129])
        #expect(plain(upper, upper)[2] == [129])
    }

    @Test func `the chroma of the last column and row of odd sizes is that of the existing pixels`() {
        let upper: [UInt8] = [0, 0, 0, 0, 0, 0, 255, 0, 0]
        let lower: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 255]
        for split in [fast, plain] {
            // Red alone, then red and blue.
            #expect(split(upper, nil, 0)[2...] == [[128, 85], [128, 255]])
            #expect(split(upper, lower, 0)[2...] == [[128, 170], [128, 181]])
        }
    }
}
