import TestSupport
import TestLimits
import Testing

@testable import PixelKernels

@Suite(.timeLimited) struct RowResamplerTests {
    static let layouts = [
        PixelLayout(.gray), PixelLayout(.rgb), PixelLayout(.grayAlpha), PixelLayout(.rgba),
        PixelLayout(.rgba, .sixteen),
        PixelLayout(.rgb, .sixteen),
    ]

    /// Returns a row that is resampled horizontally only.
    private func resample(
        _ row: [UInt8], _ layout: PixelLayout, width: Int, columns: Range<Int>, step: Double, shift: Double = 0
    ) -> [UInt8] {
        let resampler = RowResampler(layout: layout, width: width, columns: columns) {
            ResamplingWindow(center: (Double($0) + 0.5) * step + shift, step: step, length: width)
        }
        let scratch = UnsafeMutablePointer<RowResampler.Pixel>.allocate(capacity: width)
        let between = UnsafeMutablePointer<RowResampler.Pixel>.allocate(capacity: columns.count)
        let input = UnsafeMutableRawBufferPointer.allocate(byteCount: row.count, alignment: 16)
        let output = UnsafeMutableRawBufferPointer.allocate(
            byteCount: columns.count * layout.bytesPerPixel, alignment: 16)
        defer {
            scratch.deallocate()
            between.deallocate()
            input.deallocate()
            output.deallocate()
        }
        input.copyBytes(from: row)
        guard let from = input.baseAddress, let to = output.baseAddress else { return [] }
        resampler.resample(from, scratch: scratch, into: between)
        resampler.blend([between, between], weights: [0.25, 0.75], into: to)
        return Array(output)
    }

    @Test(arguments: layouts)
    func `pixels at unchanged positions keep their values`(layout: PixelLayout) {
        for width in [1, 2, 7, 40] {
            var random = SeededRandom(seed: UInt64(width))
            var row = (0..<(width * layout.bytesPerPixel)).map { _ in UInt8.random(in: 0...255, using: &random) }
            if layout.channels.hasAlpha {
                // The color of nearly transparent pixels is lost.
                let sampleBytes = layout.depth.rawValue / 8
                for pixel in 0..<width {
                    for byte in 1...sampleBytes { row[(pixel + 1) * layout.bytesPerPixel - byte] = 255 }
                }
            }
            #expect(resample(row, layout, width: width, columns: 0..<width, step: 1) == row)
        }
    }

    @Test(arguments: layouts, [0.4, 1, 1.7, 5, 100])
    func `a row of one color keeps it, also at its ends`(layout: PixelLayout, step: Double) {
        let pixel = (0..<layout.channels.rawValue).flatMap { channel in
            Array(repeating: UInt8(100 + 50 * channel), count: layout.depth.rawValue / 8)
        }
        let row = Array(repeatElement(pixel, count: 50).joined())
        let count = max(1, Int(50 / step))
        let result = resample(row, layout, width: 50, columns: 0..<count, step: step, shift: 0.3)
        #expect(result == Array(repeatElement(pixel, count: count).joined()))
    }

    @Test func `transparent pixels do not color their neighbors`() {
        let row: [UInt8] = (0..<20).flatMap { $0 < 10 ? [200, 100, 50, 255] : [0, 255, 0, 0] as [UInt8] }
        let result = resample(row, PixelLayout(.rgba), width: 20, columns: 0..<40, step: 0.5)
        for pixel in 0..<40 where result[4 * pixel + 3] > 0 {
            #expect(Array(result[(4 * pixel)..<(4 * pixel + 3)]) == [200, 100, 50], "\(pixel)")
        }
    }

    @Test func `the weights are those of Lanczos and their sum is 1`() {
        let window = ResamplingWindow(center: 10.5, step: 1, length: 100)
        #expect(window.weights.count == 5 || window.weights.count == 6)
        #expect(window.weights[10 - window.start] == 1)
        let between = ResamplingWindow(center: 10, step: 1, length: 100)
        #expect(between.start == 7)
        let expected: [Float] = [0.0246, -0.1351, 0.6105, 0.6105, -0.1351, 0.0246]
        #expect(zip(between.weights, expected).allSatisfy { abs($0 - $1) < 0.001 })
        for (center, step, length) in [(0.1, 1.0, 3), (0.5, 7.0, 1), (99.9, 2.5, 100), (50, 1000, 100)] {
            let window = ResamplingWindow(center: center, step: step, length: length)
            #expect(window.start >= 0 && window.start + window.weights.count <= length)
            #expect(abs(window.weights.reduce(0, +) - 1) < 1e-5)
        }
    }
}
