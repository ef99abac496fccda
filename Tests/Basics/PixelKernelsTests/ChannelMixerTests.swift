import TestLimits
import TestSupport
import Testing

@testable import PixelKernels

@Suite(.timeLimited) struct ChannelMixerTests {
    private typealias Layer = ChannelMixer.Layer

    /// The bytes of mixed rows, which are one array for each layer; empty if bytes beyond them were written.
    private func mixed<Sample: BitwiseCopyable>(
        _ mixer: ChannelMixer, _ rows: [[Sample]], as format: ChannelMixer.Format, isPortable: Bool = false
    ) -> [UInt8] {
        let count = rows.first?.count ?? 0
        let size = count * format.bytesPerPixel
        // Memory of exactly the size of the samples, so that Address Sanitizer reports reads beyond it.
        let buffers = rows.map { row in
            let buffer = UnsafeMutableBufferPointer<Sample>.allocate(capacity: max(1, count))
            _ = buffer.initialize(from: row)
            return buffer
        }
        defer { for buffer in buffers { buffer.deallocate() } }
        var output = Array(repeating: UInt32(0xA5A5_A5A5), count: size / 4 + 2)
        return output.withUnsafeMutableBytes { bytes in
            guard let base = bytes.baseAddress else { return [] }
            let samples = buffers.compactMap { $0.baseAddress.map { UnsafeRawPointer($0) } }
            if isPortable {
                mixer.mixPortable(samples, count: count, to: base, as: format)
            } else {
                mixer.mix(samples, count: count, to: base, as: format)
            }
            return bytes[size...].allSatisfy { $0 == 0xA5 } ? Array(bytes[..<size]) : []
        }
    }

    private let white = SIMD3<UInt8>(repeating: 255)

    @Test func `bytes of a full range stay as they are`() {
        let row = (0...255).map { UInt8($0) }
        let mixer = ChannelMixer([Layer(range: 0...255, color: white)], of: .uint8)
        #expect(mixer.isOpaque)
        #expect(mixed(mixer, [row], as: .gray) == row)
        #expect(mixed(mixer, [row], as: .rgb) == row.flatMap { [$0, $0, $0] })
        #expect(mixed(mixer, [row], as: .grayAlpha) == row.flatMap { [$0, 255] })
    }

    @Test func `words of a full range are rounded to the nearest byte`() {
        let row = (0...65535).map { UInt16($0) }
        let mixer = ChannelMixer([Layer(range: 0...65535, color: white)], of: .uint16)
        #expect(mixed(mixer, [row], as: .gray) == row.map { UInt8((Int($0) * 2 + 257) / 514) })
    }

    @Test func `colors of several channels are added and clipped`() {
        let layers = [
            Layer(range: 0...100, color: SIMD3(255, 0, 0)),
            Layer(range: 100...300, color: SIMD3(0, 200, 10)),
            Layer(range: 0...10, color: SIMD3(100, 100, 0)),
        ]
        let rows: [[UInt16]] = [[0, 50, 100, 500], [100, 200, 300, 0], [0, 0, 10, 5]]
        let mixer = ChannelMixer(layers, of: .uint16)
        #expect(mixed(mixer, rows, as: .rgb) == [0, 0, 0, 128, 100, 5, 255, 255, 10, 255, 50, 0])
        // Little-endian words 0xFFRRGGBB.
        #expect(
            mixed(mixer, rows, as: .argb) == [0, 0, 0, 255, 5, 100, 128, 255, 10, 255, 255, 255, 0, 50, 255, 255])
    }

    @Test func `a pixel without valid samples is transparent, and an invalid sample adds nothing`() {
        let layers = [
            Layer(range: 0...10, color: SIMD3(255, 0, 0), nodata: 10...10),
            Layer(range: 0...10, color: SIMD3(0, 255, 0), nodata: 9...9),
        ]
        let rows: [[UInt8]] = [[10, 10, 5], [9, 10, 9]]
        let mixer = ChannelMixer(layers, of: .uint8)
        #expect(!mixer.isOpaque)
        #expect(mixed(mixer, rows, as: .rgba) == [0, 0, 0, 0, 0, 255, 0, 255, 128, 0, 0, 255])
        #expect(mixed(mixer, rows, as: .rgb) == [0, 0, 0, 0, 255, 0, 128, 0, 0])
        let open = ChannelMixer([layers[0], Layer(range: 0...10, color: SIMD3(0, 255, 0))], of: .uint8)
        #expect(open.isOpaque)
        #expect(mixed(open, [[10], [0]], as: .rgba) == [0, 0, 0, 255])
    }

    @Test func `NaN is transparent, and infinities are clipped`() {
        let row: [Float] = [.nan, -.infinity, .infinity, 0.5, -9999]
        let mixer = ChannelMixer([Layer(range: 0...1, color: white, nodata: -9999 ... -9999)], of: .float32)
        #expect(mixed(mixer, [row], as: .grayAlpha) == [0, 0, 0, 255, 255, 255, 128, 255, 0, 0])
        let doubles = ChannelMixer([Layer(range: 0...1, color: white, nodata: -9999 ... -9999)], of: .float64)
        #expect(
            mixed(doubles, [row.map { Double($0) }], as: .grayAlpha) == [0, 0, 0, 255, 255, 255, 128, 255, 0, 0])
    }

    @Test func `a range of one value divides black from the full color`() {
        let mixer = ChannelMixer([Layer(range: 7...7, color: white)], of: .uint16)
        #expect(mixed(mixer, [[0, 6, 7, 8, 65535] as [UInt16]], as: .gray) == [0, 0, 0, 255, 255])
        let wide = ChannelMixer([Layer(range: 7...7, color: white)], of: .int32)
        #expect(mixed(wide, [[-9, 6, 7, 8, 65535] as [Int32]], as: .gray) == [0, 0, 0, 255, 255])
    }

    @Test func `gamma is the exponent of positions`() {
        let row: [UInt8] = [0, 1, 64, 128, 255]
        let square = ChannelMixer([Layer(range: 0...255, gamma: 2, color: white)], of: .uint8)
        #expect(mixed(square, [row], as: .gray) == [0, 0, 16, 64, 255])
        let root = ChannelMixer([Layer(range: 0...255, gamma: 0.5, color: white)], of: .uint8)
        #expect(mixed(root, [row], as: .gray) == [0, 16, 128, 181, 255])
    }

    @Test func `curves that are taken over are those of the gammas`() {
        func mixer(_ gammas: [Double], reusing other: ChannelMixer? = nil) -> ChannelMixer {
            let layers = gammas.enumerated().map { index, gamma in
                Layer(range: 0...255, gamma: gamma, color: index == 0 ? SIMD3(255, 0, 0) : SIMD3(0, 255, 0))
            }
            return ChannelMixer(layers, of: .uint8, reusing: other)
        }
        let row: [UInt8] = [0, 1, 64, 128, 255]
        let first = mixer([0.5, 2])
        for gammas in [[0.5, 2], [2, 0.5], [2, 3], [0.25, 0.5], [1, 2], [1, 1]] {
            let expected = mixed(mixer(gammas), [row, row], as: .rgb)
            #expect(mixed(mixer(gammas, reusing: first), [row, row], as: .rgb) == expected)
        }
        let colors = (0...255).map { SIMD3(UInt8($0), UInt8($0), UInt8($0)) }
        let scale = ChannelMixer(
            Layer(range: 0...255, gamma: 2, color: white), of: .uint8, colors: colors, reusing: first)
        #expect(mixed(scale, [row], as: .gray) == [0, 0, 16, 64, 255])
    }

    @Test func `no layers are black`() {
        let none = ChannelMixer([], of: .uint16)
        var pixels = [UInt32](repeating: 7, count: 700)
        pixels.withUnsafeMutableBytes { bytes in
            if let base = bytes.baseAddress { none.mix([], count: 700, to: base, as: .argb) }
        }
        #expect(none.isOpaque && pixels.allSatisfy { $0 == 0xFF00_0000 })
    }

    @Test func `a scale colors the nearest of 256 values`() {
        let colors = (0...255).map { SIMD3(UInt8($0), UInt8(255 - $0), 7) }
        let mixer = ChannelMixer(
            Layer(range: 0...65535, color: .zero, nodata: 3...3), of: .uint16, colors: colors)
        #expect(
            mixed(mixer, [[0, 65535, 3, 257, 128, 129] as [UInt16]], as: .rgba) == [
                0, 255, 7, 255, 255, 0, 7, 255, 0, 0, 0, 0, 1, 254, 7, 255, 0, 255, 7, 255, 1, 254, 7, 255,
            ])
        #expect(mixed(mixer, [[3, 257] as [UInt16]], as: .argb) == [0, 0, 0, 0, 7, 254, 1, 255])
    }

    @Test func `signed and wide samples have positions as well`() {
        func gray<Sample: BitwiseCopyable>(_ number: ChannelMixer.Number, _ row: [Sample]) -> [UInt8] {
            mixed(ChannelMixer([Layer(range: -100...155, color: white)], of: number), [row], as: .gray)
        }
        #expect(gray(.int8, [-128, -100, -99, 0, 127] as [Int8]) == [0, 0, 1, 100, 227])
        #expect(gray(.int16, [-128, -100, -99, 0, 400] as [Int16]) == [0, 0, 1, 100, 255])
        #expect(gray(.int32, [-128, -100, -99, 0, 400] as [Int32]) == [0, 0, 1, 100, 255])
        #expect(gray(.int64, [.min, -100, -99, 0, .max] as [Int64]) == [0, 0, 1, 100, 255])
        #expect(gray(.uint32, [0, 55, .max] as [UInt32]) == [100, 155, 255])
        #expect(gray(.uint64, [0, 55, .max] as [UInt64]) == [100, 155, 255])
        #expect(gray(.float64, [-100.25, 0.5, 1e300]) == [0, 101, 255])
    }

    @Test(arguments: ChannelMixer.Format.allCases)
    func `the vector kernel gives the same bytes as the plain one, and writes no others`(
        format: ChannelMixer.Format
    ) {
        var random = SeededRandom(seed: 5)
        let layers = [
            Layer(range: 0...97, color: SIMD3(40, 255, 0), nodata: 0...1),
            Layer(range: 10...107, color: SIMD3(100, 185, 33), nodata: 1...2),
            Layer(range: 20...117, color: SIMD3(160, 115, 66), nodata: 2...3),
            Layer(range: 30...127, gamma: 0.45, color: SIMD3(220, 45, 99), nodata: 3...4),
        ]
        let mixers = [ChannelMixer.Number.uint8, .uint16, .float32].map { number in
            (1...4).map { ChannelMixer(Array(layers.prefix($0)), of: number) }
        }
        for count in Array(0...35) + [511, 512, 513, 1043] {
            func rows<Sample: BitwiseCopyable>(_ make: (inout SeededRandom) -> Sample) -> [[Sample]] {
                (0..<4).map { _ in (0..<count).map { _ in make(&random) } }
            }
            let bytes = rows { UInt8.random(in: 0...140, using: &$0) }
            let words = rows { UInt16.random(in: 0...140, using: &$0) }
            let floats = rows { random in
                let choice = Int.random(in: 0...9, using: &random)
                return choice == 0 ? Float.nan : choice == 1 ? .infinity : .random(in: -9...150, using: &random)
            }
            func check<Sample: BitwiseCopyable>(_ mixers: [ChannelMixer], _ rows: [[Sample]]) {
                for (index, mixer) in mixers.enumerated() {
                    let rows = Array(rows.prefix(index + 1))
                    let plain = mixed(mixer, rows, as: format, isPortable: true)
                    #expect(plain.count == count * format.bytesPerPixel)
                    #expect(mixed(mixer, rows, as: format) == plain)
                }
            }
            check(mixers[0], bytes)
            check(mixers[1], words)
            check(mixers[2], floats)
        }
    }
}
