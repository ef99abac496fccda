import TestLimits
import Testing

@testable import PixelKernels

@Suite(.timeLimited) struct LayoutConversionTests {
    private func convert(
        _ samples: [Int], _ source: PixelLayout, to target: PixelLayout,
        over background: (red: UInt8, green: UInt8, blue: UInt8) = (255, 255, 255)
    ) -> [Int] {
        func bytes(_ samples: [Int], _ depth: PixelLayout.Depth) -> [UInt8] {
            samples.flatMap { sample in
                depth == .eight ? [UInt8(sample)] : withUnsafeBytes(of: UInt16(sample)) { Array($0) }
            }
        }
        let count = samples.count / source.channels.rawValue
        let output = UnsafeMutableRawBufferPointer.allocate(byteCount: count * target.bytesPerPixel, alignment: 2)
        let input = UnsafeMutableRawBufferPointer.allocate(byteCount: count * source.bytesPerPixel, alignment: 2)
        defer { output.deallocate(); input.deallocate() }
        input.copyBytes(from: bytes(samples, source.depth))
        guard let from = input.baseAddress, let to = output.baseAddress else { return [] }
        LayoutConversion(from: source, to: target, background: background).convert(from, count: count, into: to)
        return target.depth == .eight ? output.map(Int.init) : output.bindMemory(to: UInt16.self).map(Int.init)
    }

    @Test func `gray becomes three equal samples, and color its luma`() {
        #expect(convert([0, 7, 255], PixelLayout(.gray), to: PixelLayout(.rgb)) == [0, 0, 0, 7, 7, 7, 255, 255, 255])
        #expect(convert([255, 0, 0, 9, 9, 9], PixelLayout(.rgb), to: PixelLayout(.gray)) == [76, 9])
        #expect(convert([5, 60], PixelLayout(.grayAlpha), to: PixelLayout(.rgba)) == [5, 5, 5, 60])
    }

    @Test func `a missing alpha is opaque, and a removed one is flattened over the background`() {
        #expect(convert([1, 2, 3], PixelLayout(.rgb), to: PixelLayout(.rgba)) == [1, 2, 3, 255])
        #expect(convert([1, 2, 3], PixelLayout(.rgb), to: PixelLayout(.rgba, .sixteen)) == [257, 514, 771, 65535])
        #expect(convert([9], PixelLayout(.gray), to: PixelLayout(.rgba)) == [9, 9, 9, 255])
        let half = convert([100, 0, 0, 51], PixelLayout(.rgba), to: PixelLayout(.rgb), over: (0, 255, 0))
        #expect(half == [20, 204, 0])
        #expect(convert([100, 0], PixelLayout(.grayAlpha), to: PixelLayout(.gray), over: (255, 0, 0)) == [76])
    }

    @Test func `every 8-bit sample survives a conversion to 16 bits`() {
        let samples = Array(0...255)
        let deep = convert(samples, PixelLayout(.gray), to: PixelLayout(.gray, .sixteen))
        #expect(deep == samples.map { $0 * 257 })
        #expect(convert(deep, PixelLayout(.gray, .sixteen), to: PixelLayout(.gray)) == samples)
        #expect(convert([128, 129, 65535], PixelLayout(.gray, .sixteen), to: PixelLayout(.gray)) == [0, 1, 255])
    }
}
