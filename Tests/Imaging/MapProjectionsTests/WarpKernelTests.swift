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

    /// Noise; every fourth pixel is transparent, and another fourth partly so.
    private func noise(_ layout: PixelLayout) -> [UInt8] {
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
            guard kind != 1 else { continue }
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

    private func fastSamples(_ kernel: WarpKernel, _ source: [UInt8], _ layout: PixelLayout, _ scale: Double) throws
        -> [Int]
    {
        try samples(source, layout, scale: scale) { kernel.render($0, part: $1, from: $2, into: $3, stride: $4) }
    }

    @Test(arguments: layouts, [0.6, 1.0, 1.55, 1.99, 2.4, 7.3])
    func `fast sampling agrees with plain sampling to one step`(_ layout: PixelLayout, _ scale: Double) throws {
        let source = noise(layout)
        for filter in [WarpFilter.linear, .area] {
            let kernel = WarpKernel(layout: layout, source: size, filter: filter)
            let plain = PlainWarpKernel(layout: layout, source: size, filter: filter)
            let fastSamples = try fastSamples(kernel, source, layout, scale)
            let plainSamples = try samples(source, layout, scale: scale) {
                plain.render($0, part: $1, from: $2, into: $3, stride: $4)
            }
            let differences = zip(fastSamples, plainSamples).map { abs($0 - $1) }
            #expect(differences.allSatisfy { $0 <= 1 }, "\(filter)")
            // Only rounding differs.
            #expect(differences.reduce(0, +) <= differences.count / 200, "\(filter)")
            #expect(fastSamples.contains { $0 != 99 })
        }
    }

    @Test(arguments: layouts, [0.6, 1.0, 1.55, 1.99, 2.4, 3.9, 7.3])
    func `all processors make the same samples`(_ layout: PixelLayout, _ scale: Double) throws {
        let source = noise(layout)
        for filter in [WarpFilter.linear, .area] {
            let kernels = [false, true].map { usesVectors in
                WarpKernel(layout: layout, source: size, filter: filter, usesVectors: usesVectors)
            }
            let portable = try fastSamples(kernels[0], source, layout, scale)
            let fast = try fastSamples(kernels[1], source, layout, scale)
            #expect(portable == fast, "\(filter)")
        }
    }
}

/// The mean of areas, over pixels that lie straight.
@Suite(.timeLimited) struct WarpedAreaTests {
    /// Warps an image straight: so many of its pixels for one, from a position on.
    private func warped(
        _ source: [UInt8], _ size: PixelSize, _ layout: PixelLayout, scale: Double, from corner: Double,
        side: Int
    ) throws -> [UInt8] {
        let mapping = try PixelMapping(
            from: Geotransform(origin: (corner, corner), column: (scale, 0), row: (0, scale)),
            to: Geotransform(origin: (0, 0), column: (1, 0), row: (0, 1)), by: nil)
        let rect = PixelRect(x: 0, y: 0, width: side, height: side)
        let block = try #require(BlockMapping(rect, source: size, mapping: mapping))
        let kernel = WarpKernel(layout: layout, source: size, filter: .area)
        var output = [UInt8](repeating: 0, count: side * side * layout.bytesPerPixel)
        source.withUnsafeBytes { pixels in
            output.withUnsafeMutableBytes { target in
                guard let base = pixels.baseAddress, let first = target.baseAddress else { return }
                kernel.render(
                    block, part: rect,
                    from: PixelWindow(
                        base: base, stride: size.width * layout.bytesPerPixel,
                        rect: PixelRect(x: 0, y: 0, width: size.width, height: size.height)),
                    into: first, stride: side * layout.bytesPerPixel)
            }
        }
        return output
    }

    @Test func `a pixel is the mean of what it covers`() throws {
        // 0, 10, 20 … in each row: an area has the value of its middle, in whatever way it lies among the pixels.
        let size = PixelSize(width: 24, height: 24)
        for layout in [PixelLayout(.gray), PixelLayout(.rgb)] {
            let source = (0..<size.area).flatMap {
                [UInt8](repeating: UInt8($0 % 24 * 10), count: layout.channels.rawValue)
            }
            for scale in [1, 1.25, 1.5, 2, 2.5, 3, 4] {
                let output = try warped(source, size, layout, scale: scale, from: 4, side: 4)
                for column in 0..<4 {
                    let start = 4 + Double(column) * scale
                    let end = 4 + Double(column + 1) * scale
                    let covered = (0..<24).map { max(0, min(end, Double($0 + 1)) - max(start, Double($0))) }
                    let mean = zip(covered, 0..<24).map { $0 * Double($1) * 10 }.reduce(0, +) / scale
                    let sample = Double(output[column * layout.channels.rawValue])
                    #expect(abs(sample - mean) < 0.8751, "\(scale) \(column)")
                }
            }
        }
    }

    @Test func `halves and quarters are exact, of images of any size`() throws {
        for width in 1...9 {
            for height in 1...9 {
                let size = PixelSize(width: width, height: height)
                let source = (0..<size.area).map { UInt8(($0 * 37 + 11) & 255) }
                for scale in [1, 2, 4] {
                    let side = (max(width, height) + scale - 1) / scale
                    let output = try warped(source, size, PixelLayout(.gray), scale: Double(scale), from: 0, side: side)
                    for y in 0..<side {
                        for x in 0..<side {
                            // A position beyond the image shows nothing of it.
                            guard (2 * x + 1) * scale < 2 * width, (2 * y + 1) * scale < 2 * height else { continue }
                            let pixels = (y * scale..<min(height, (y + 1) * scale)).flatMap { row in
                                (x * scale..<min(width, (x + 1) * scale)).map { Double(source[row * width + $0]) }
                            }
                            let mean = pixels.reduce(0, +) / Double(pixels.count)
                            #expect(abs(Double(output[y * side + x]) - mean) < 0.8751, "\(size) \(scale) \(x) \(y)")
                        }
                    }
                }
            }
        }
    }

    @Test func `what lies beyond the image is as transparent pixels are`() throws {
        let size = PixelSize(width: 6, height: 6)
        let source = [UInt8]([200, 100, 50, 255]).repeated(size.area)
        // The first pixel covers the image from −1 to 1 each way: a quarter of it. The next ones lie within.
        let output = try warped(source, size, PixelLayout(.rgba), scale: 2, from: -1, side: 5)
        func pixel(_ x: Int, _ y: Int) -> [UInt8] { Array(output[(y * 5 + x) * 4..<(y * 5 + x) * 4 + 4]) }
        #expect(pixel(0, 0) == [200, 100, 50, 64])
        #expect(pixel(1, 0) == [200, 100, 50, 128])
        #expect(pixel(1, 1) == [200, 100, 50, 255])
        #expect(pixel(3, 3) == [200, 100, 50, 64])
        #expect(pixel(4, 4) == [0, 0, 0, 0])
    }

    @Test func `transparent pixels do not color`() throws {
        let size = PixelSize(width: 8, height: 8)
        // Columns 0 to 3 are invalid, of another color.
        let source = (0..<size.area).flatMap { $0 % 8 < 4 ? [9, 9, 9, 0] : [200, 100, 50, 255] as [UInt8] }
        let partly = try warped(source, size, PixelLayout(.rgba), scale: 1.5, from: 0.5, side: 4)
        // The third pixel covers the columns 3.5 to 5: a third of it is transparent.
        #expect(Array(partly[8..<12]) == [200, 100, 50, 170])
        #expect(Array(partly[4..<8]) == [0, 0, 0, 0])
    }
}

extension [UInt8] {
    fileprivate func repeated(_ count: Int) -> [UInt8] { (0..<count).flatMap { _ in self } }
}
