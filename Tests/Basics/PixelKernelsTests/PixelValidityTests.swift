import TestLimits
import TestSupport
import Testing

@testable import PixelKernels

/// The loops of validity beside plain ones.
@Suite(.timeLimited) struct PixelValidityTests {
    private static let widths = [0, 1, 3, 7, 8, 9, 16, 37]

    /// Lends aligned copies of bytes.
    private func withBytes(_ bytes: [UInt8], _ body: (UnsafeMutableRawPointer) -> Void) -> [UInt8] {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count + 16, alignment: 16)
        defer { memory.deallocate() }
        memory.copyBytes(from: bytes)
        if let base = memory.baseAddress { body(base) }
        return Array(memory.prefix(bytes.count))
    }

    private func validity(
        _ test: NodataTest, _ bytes: [UInt8], samplesPerPixel: Int, colors: Int, count: Int
    ) -> [UInt8] {
        var result = [UInt8](repeating: 7, count: count)
        _ = withBytes(bytes) { samples in
            result.withUnsafeMutableBufferPointer { output in
                guard let output = output.baseAddress else { return }
                test.write(samples, samplesPerPixel: samplesPerPixel, colors: colors, count: count, into: output)
            }
        }
        return result
    }

    @Test(arguments: widths, [(1, 1), (2, 1), (3, 3), (4, 3), (5, 3)])
    func `a pixel is invalid if all of its color samples have the value`(
        width: Int, samples: (perPixel: Int, colors: Int)
    ) {
        var random = SeededRandom(seed: UInt64(width))
        let values = (0..<width * samples.perPixel).map { _ in Int.random(in: 4...5, using: &random) }
        let expected = (0..<width).map { x -> UInt8 in
            let own = values[x * samples.perPixel..<x * samples.perPixel + samples.colors]
            return own.allSatisfy { $0 == 5 } ? 0 : 255
        }
        func bytes<Sample: BitwiseCopyable>(_ make: (Int) -> Sample) -> [UInt8] {
            values.flatMap { withUnsafeBytes(of: make($0), Array.init) }
        }
        func check(_ value: NodataTest.Value, _ bytes: [UInt8]) {
            let found = validity(
                NodataTest(value), bytes, samplesPerPixel: samples.perPixel, colors: samples.colors, count: width)
            #expect(found == expected, "\(value)")
        }
        check(.eight(5), bytes { UInt8($0) })
        check(.sixteen(5), bytes { UInt16($0) })
        check(.thirtyTwo(5), bytes { UInt32($0) })
        check(.sixtyFour(5), bytes { UInt64($0) })
        check(.single(5...5), bytes { Float($0) })
        check(.double(5...5), bytes { Double($0) })
        check(.single(nil), bytes { $0 == 5 ? Float.nan : Float($0) })
        check(.double(nil), bytes { $0 == 5 ? Double.nan : Double($0) })
    }

    @Test func `NaN is valid where a number marks invalid pixels, and numbers within the range are not`() {
        let values: [Float] = [.nan, -3.4e38, -.greatestFiniteMagnitude, 0, -.infinity]
        let bytes = values.flatMap { withUnsafeBytes(of: $0, Array.init) }
        let test = NodataTest(.single(-.greatestFiniteMagnitude ... -1e38))
        #expect(validity(test, bytes, samplesPerPixel: 1, colors: 1, count: 5) == [255, 0, 0, 255, 255])
    }

    @Test(
        arguments: widths,
        [PixelLayout(.gray), PixelLayout(.rgb), PixelLayout(.gray, .sixteen), PixelLayout(.rgb, .sixteen)])
    func `joined pixels are opaque or zeros`(width: Int, layout: PixelLayout) {
        var random = SeededRandom(seed: UInt64(width) + 9)
        let size = layout.bytesPerPixel
        let sampleBytes = layout.depth.rawValue / 8
        let colors = (0..<width * size).map { _ in UInt8.random(in: 1...255, using: &random) }
        let valid = (0..<width).map { _ in Bool.random(using: &random) ? UInt8(255) : 0 }
        let expected = (0..<width).flatMap { x -> [UInt8] in
            valid[x] == 0
                ? Array(repeating: 0, count: size + sampleBytes)
                : Array(colors[x * size..<(x + 1) * size]) + Array(repeating: 255, count: sampleBytes)
        }
        let joined = withBytes(Array(repeating: 9, count: width * (size + sampleBytes))) { target in
            _ = withBytes(colors) { colors in
                valid.withUnsafeBufferPointer { valid in
                    guard let valid = valid.baseAddress else { return }
                    PixelValidity.join(colors, valid, layout: layout, count: width, into: target)
                }
            }
        }
        #expect(joined == expected)
    }

    @Test(arguments: widths, [[UInt8(1)], [1, 2, 3], [0, 0, 0, 0], [1, 1, 2, 2, 3, 3]])
    func `invalid pixels are replaced, and no others`(width: Int, replacement: [UInt8]) {
        var random = SeededRandom(seed: UInt64(width) + 5)
        let pixels = (0..<width * replacement.count).map { _ in UInt8.random(in: 100...255, using: &random) }
        let valid = (0..<width).map { _ in Int.random(in: 0...9, using: &random) > 0 ? UInt8(255) : 0 }
        let expected = (0..<width).flatMap { x -> [UInt8] in
            valid[x] == 0 ? replacement : Array(pixels[x * replacement.count..<(x + 1) * replacement.count])
        }
        let replaced = withBytes(pixels) { row in
            valid.withUnsafeBufferPointer { valid in
                guard let valid = valid.baseAddress else { return }
                PixelValidity.replaceInvalid(row, valid, with: replacement, count: width)
            }
        }
        #expect(replaced == expected)
    }

    @Test(arguments: widths)
    func `bits and bytes of masks become 0 or 255`(width: Int) {
        var random = SeededRandom(seed: UInt64(width) + 3)
        let bits = (0..<(width + 7) / 8).map { _ in UInt8.random(in: 0...255, using: &random) }
        var result = [UInt8](repeating: 7, count: width)
        _ = withBytes(bits) { bits in
            result.withUnsafeMutableBufferPointer { output in
                guard let output = output.baseAddress else { return }
                PixelValidity.unpack(bits: bits, count: width, into: output)
            }
        }
        let expected = (0..<width).map { x -> UInt8 in
            let bit = UInt8(0x80) >> UInt8(x % 8)
            return bits[x / 8] & bit == 0 ? 0 : 255
        }
        #expect(result == expected)
        for step in [1, 2] {
            let samples = (0..<width * step).map { _ in UInt8.random(in: 0...2, using: &random) }
            result.withUnsafeMutableBufferPointer { output in
                samples.withUnsafeBufferPointer { samples in
                    guard let output = output.baseAddress, let samples = samples.baseAddress else { return }
                    PixelValidity.binarize(samples, step: step, count: width, into: output)
                }
            }
            let valid = (0..<width).map { x -> UInt8 in samples[x * step] == 0 ? 0 : 255 }
            #expect(result == valid)
        }
    }
}
