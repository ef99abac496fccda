import TestSupport
import TestLimits
import Testing

@testable import PixelKernels

@Suite(.timeLimited) struct SolidColorMatcherTests {
    static let layouts = [PixelLayout.Channels.gray, .grayAlpha, .rgb, .rgba].flatMap {
        [PixelLayout($0), PixelLayout($0, .sixteen)]
    }

    /// Pixels of one color in memory of exactly their size, at an odd address.
    private func holds(
        _ uniform: SolidColorMatcher, _ pixels: [UInt8], sourceLocation: SourceLocation = #_sourceLocation
    ) -> Bool {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: pixels.count + 1, alignment: 16)
        defer { memory.deallocate() }
        guard let base = memory.baseAddress else { return false }
        memory.baseAddress?.advanced(by: 1).copyMemory(from: pixels, byteCount: pixels.count)
        let answer = uniform.matches(base + 1, byteCount: pixels.count)
        #expect(
            answer == uniform.matchesScalar(base + 1, byteCount: pixels.count), "the plain twin",
            sourceLocation: sourceLocation)
        return answer
    }

    @Test(arguments: layouts)
    func `a single sample that differs is found at any position`(layout: PixelLayout) {
        let pixel = (0..<layout.bytesPerPixel).map { UInt8(17 * $0 + 3) }
        let uniform = SolidColorMatcher(closeTo: pixel, layout: layout)
        for count in [1, 2, 5, 6, 12, 16, 17, 33, 49] {
            var row = Array(repeatElement(pixel, count: count).joined())
            #expect(holds(uniform, row))
            for index in row.indices {
                row[index] ^= 1
                #expect(!holds(uniform, row), "\(count) pixels, byte \(index)")
                row[index] ^= 1
            }
        }
    }

    @Test(arguments: layouts)
    func `samples may differ by the tolerance, also at the ends of the range`(layout: PixelLayout) {
        let step = layout.depth == .eight ? 1 : 257
        func bytes(_ sample: Int) -> [UInt8] {
            let samples = Array(repeating: sample, count: layout.channels.rawValue)
            return samples.flatMap { sample in
                layout.depth == .eight
                    ? [UInt8(sample)] : withUnsafeBytes(of: UInt16(sample)) { Array($0) }
            }
        }
        for center in [0, 3, 100, 252, 255] {
            for tolerance in [0, 1, 5, 255] {
                let uniform = SolidColorMatcher(closeTo: bytes(center * step), layout: layout, tolerance: tolerance)
                for sample in Set(
                    [0, 255, center] + (-1...1).flatMap { [center - tolerance + $0, center + tolerance + $0] })
                where (0...255).contains(sample) {
                    let row = Array(repeatElement(bytes(sample * step), count: 19).joined())
                    #expect(holds(uniform, row) == (abs(sample - center) <= tolerance))
                }
            }
        }
    }

    @Test(arguments: layouts.filter { $0.channels.hasAlpha })
    func `transparent pixels are compared by their alpha only`(layout: PixelLayout) {
        let alphaBytes = layout.depth.rawValue / 8
        var random = SeededRandom(seed: 7)
        for count in [1, 5, 16, 33] {
            for (alpha, tolerance, isBlank) in [(0, 0, true), (1, 0, false), (5, 5, true), (6, 5, false)] {
                var row: [UInt8] = []
                for _ in 0..<count {
                    for _ in 0..<(layout.bytesPerPixel - alphaBytes) {
                        row.append(UInt8.random(in: 0...255, using: &random))
                    }
                    row += Array(repeating: UInt8(alpha), count: alphaBytes)
                }
                #expect(holds(SolidColorMatcher(transparent: layout, tolerance: tolerance), row) == isBlank)
            }
        }
    }
}
