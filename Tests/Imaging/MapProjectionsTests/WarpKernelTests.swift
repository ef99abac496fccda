import Georeferencing
import PixelKernels
import TestLimits
import Testing
import TilePyramid

@testable import MapProjections

/// The sampling of warped pixels: fast and plain.
@Suite(.timeLimited) struct WarpKernelTests {
    static let layouts: [PixelLayout] = [.gray, .grayAlpha, .rgb, .rgba].flatMap { channels in
        [PixelLayout(channels), PixelLayout(channels, .sixteen)]
    }

    private let size = PixelSize(width: 150, height: 90)

    /// Noise; every fourth pixel is transparent, and another fourth partly so unless alpha is validity.
    private func noise(_ layout: PixelLayout, alphaIsValidity: Bool) -> [UInt8] {
        var state: UInt32 = 7
        func next() -> UInt8 {
            state = state &* 1_664_525 &+ 1_013_904_223
            return UInt8(truncatingIfNeeded: state >> 24)
        }
        var bytes = (0..<size.area * layout.bytesPerPixel).map { _ in next() }
        guard layout.channels.hasAlpha else { return bytes }
        let depth = layout.depth.rawValue / 8
        for pixel in 0..<size.area {
            let kind = next() % 4
            guard alphaIsValidity || kind != 1 else { continue }
            for byte in 1...depth { bytes[(pixel + 1) * layout.bytesPerPixel - byte] = kind == 0 ? 0 : 255 }
        }
        return bytes
    }

    private typealias Render = (BlockMapping, PixelRect, PixelWindow, UnsafeMutableRawPointer, Int) -> Void

    /// The samples of a turned image, at so many of its pixels for one.
    private func samples(
        _ source: [UInt8], _ layout: PixelLayout, scale: Double, _ render: Render
    ) throws -> [Int] {
        let output = Geotransform(origin: (0, 0), column: (scale, 0.03), row: (-0.04, scale))
        let mapping = try PixelMapping(
            from: output, to: Geotransform(origin: (2.3, -1.6), column: (1, 0), row: (0, 1)), by: nil)
        let side = 96
        let stride = side * layout.bytesPerPixel
        var bytes = [UInt8](repeating: 99, count: side * stride)
        source.withUnsafeBytes { pixels in
            bytes.withUnsafeMutableBytes { target in
                guard let base = pixels.baseAddress, let first = target.baseAddress else { return }
                let window = PixelWindow(
                    base: base, stride: size.width * layout.bytesPerPixel,
                    rect: PixelRect(x: 0, y: 0, width: size.width, height: size.height))
                for (x, y) in [(0, 0), (64, 0), (0, 64), (64, 64)] {
                    let rect = PixelRect(x: x, y: y, width: min(64, side - x), height: min(64, side - y))
                    guard let block = BlockMapping(rect, source: size, mapping: mapping) else { continue }
                    render(block, rect, window, first + y * stride + x * layout.bytesPerPixel, stride)
                }
            }
        }
        guard layout.depth == .sixteen else { return bytes.map { Int($0) } }
        return bytes.withUnsafeBytes { $0.bindMemory(to: UInt16.self).map { Int($0) } }
    }

    @Test(arguments: layouts, [0.6, 1.0, 1.55, 1.99, 2.4, 7.3])
    func `fast sampling agrees with plain sampling to one step`(_ layout: PixelLayout, _ scale: Double) throws {
        for alphaIsValidity in layout.channels.hasAlpha ? [false, true] : [false] {
            let source = noise(layout, alphaIsValidity: alphaIsValidity)
            let kernel = WarpKernel(layout: layout, source: size, alphaIsValidity: alphaIsValidity)
            let plain = PlainWarpKernel(layout: layout, source: size, alphaIsValidity: alphaIsValidity)
            let fastSamples = try samples(source, layout, scale: scale) {
                kernel.render($0, part: $1, from: $2, into: $3, stride: $4)
            }
            let plainSamples = try samples(source, layout, scale: scale) {
                plain.render($0, part: $1, from: $2, into: $3, stride: $4)
            }
            let differences = zip(fastSamples, plainSamples).map { abs($0 - $1) }
            #expect(differences.allSatisfy { $0 <= 1 })
            // Only rounding differs.
            #expect(differences.reduce(0, +) <= differences.count / 200)
            #expect(fastSamples.contains { $0 != 99 })
        }
    }
}
