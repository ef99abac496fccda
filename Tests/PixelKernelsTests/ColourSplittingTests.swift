import TestSupport
import Testing

@testable import PixelKernels

@Suite struct ColourSplittingTests {
    private typealias Split = (
        // The two rows, their width, and the four planes.
        UnsafeRawPointer, UnsafeRawPointer, Int, UnsafeMutableRawPointer, UnsafeMutableRawPointer,
        UnsafeMutableRawPointer, UnsafeMutableRawPointer
    ) -> Void

    /// Two rows of lightness, then a row of each colour, with bytes of 0xA5 around each that are checked.
    private func planes(_ upper: [UInt8], _ lower: [UInt8]?, shift: Int = 0, by split: Split) throws -> [[UInt8]] {
        let width = upper.count / 3
        let lengths = [width, width, (width + 1) / 2, (width + 1) / 2]
        var output = lengths.map { [UInt8](repeating: 0xA5, count: shift + $0 + 32) }
        let pixels = [UInt8](repeating: 0, count: shift) + upper + (lower ?? [])
        pixels.withUnsafeBytes { pixels in
            guard let pixels = pixels.baseAddress else { return }
            let rooms = output.indices.map { place in
                output[place].withUnsafeMutableBufferPointer { UnsafeMutableRawPointer($0.baseAddress) }
            }
            guard let light = rooms[0], let below = rooms[1], let blue = rooms[2], let red = rooms[3] else { return }
            split(
                pixels + shift, pixels + shift + (lower == nil ? 0 : upper.count), width, light + shift,
                (lower == nil ? light : below) + shift, blue + shift, red + shift)
        }
        for (bytes, length) in zip(output, lengths) {
            #expect(bytes.prefix(shift).allSatisfy { $0 == 0xA5 })
            #expect(bytes.dropFirst(shift + length).allSatisfy { $0 == 0xA5 })
        }
        return zip(output, lengths).map { Array($0.dropFirst(shift).prefix($1)) }
    }

    private func fast(_ upper: [UInt8], _ lower: [UInt8]?, shift: Int = 0) throws -> [[UInt8]] {
        try planes(upper, lower, shift: shift) {
            ColourSplitting.splitRows(
                upper: $0, lower: $1, width: $2, upperLightness: $3, lowerLightness: $4, blue: $5, red: $6)
        }
    }

    private func plain(_ upper: [UInt8], _ lower: [UInt8]?, shift: Int = 0) throws -> [[UInt8]] {
        try planes(upper, lower, shift: shift) {
            ColourSplitting.splitRowsPlainly(
                upper: $0, lower: $1, width: $2, upperLightness: $3, lowerLightness: $4, blue: $5, red: $6)
        }
    }

    @Test func `the fast loop makes what the plain loop makes, and nothing beside it`() throws {
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
                    #expect(
                        try fast(rows[0], lower, shift: shift) == plain(rows[0], lower, shift: shift),
                        "\(width) pixels, shift \(shift), \(lower == nil ? "one row" : "two rows")")
                }
            }
        }
    }

    @Test func `every colour's lightness is the nearest sample, and its colours are within half a step`() throws {
        let steps = [0, 1, 2, 17, 63, 64, 100, 127, 128, 129, 191, 200, 254, 255]
        for red in steps {
            for green in steps {
                let pixels = steps.flatMap { blue in [red, green, blue, red, green, blue].map(UInt8.init) }
                let made = try fast(pixels, pixels)
                for (place, blue) in steps.enumerated() {
                    let (red, green, blue) = (Double(red), Double(green), Double(blue))
                    let lightness = 0.299 * red + 0.587 * green + 0.114 * blue
                    // ITU-T T.871, section 7; what would be 255.5 is 255.
                    let colours = [128 + (blue - lightness) / 1.772, 128 + (red - lightness) / 1.402]
                    #expect(abs(Double(made[0][2 * place]) - lightness) <= 0.501)
                    #expect(made[0][2 * place] == made[0][2 * place + 1])
                    #expect(made[0] == made[1])
                    for (plane, exact) in zip(made[2...], colours) {
                        #expect(abs(Double(plane[place]) - exact) <= 0.51)
                    }
                }
            }
        }
    }

    @Test func `greys have their own lightness and no colour`() throws {
        let pixels = (0...255).flatMap { [UInt8](repeating: UInt8($0), count: 3) }
        let made = try fast(pixels, pixels)
        #expect(made[0] == Array(0...255))
        #expect(made[1] == Array(0...255))
        #expect(made[2] == [UInt8](repeating: 128, count: 128))
        #expect(made[3] == [UInt8](repeating: 128, count: 128))
    }

    @Test func `colour is that of the mean of four pixels, and is rounded once`() throws {
        // 128 + 0.5 · 1.5 = 128.75; if each pixel's were rounded, it would be 128.
        let upper: [UInt8] = [10, 10, 12, 10, 10, 11]
        #expect(try fast(upper, upper)[2] == [129])
        #expect(try plain(upper, upper)[2] == [129])
    }

    @Test func `the colours of the last column and row of odd sizes are those of the pixels that exist`() throws {
        let upper: [UInt8] = [0, 0, 0, 0, 0, 0, 255, 0, 0]
        let lower: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 255]
        for split in [fast, plain] {
            // Red alone, then red and blue.
            #expect(try split(upper, nil, 0)[2...] == [[128, 85], [128, 255]])
            #expect(try split(upper, lower, 0)[2...] == [[128, 170], [128, 181]])
        }
    }
}
