import PixelKernels
import TilePyramid

@testable import MapProjections

/// The plain twin of `WarpKernel`: one loop for all layouts and filters, with weights in double precision.
struct PlainWarpKernel {
    private typealias Pixel = SIMD4<Float>

    private let layout: PixelLayout
    private let source: PixelSize
    private let filter: WarpFilter
    private var alphaIsNearest: Bool { filter == .linear && layout.channels.hasAlpha }

    init(layout: PixelLayout, source: PixelSize, filter: WarpFilter = .linear) {
        self.layout = layout
        self.source = source
        self.filter = filter
    }

    func render(
        _ block: BlockMapping, part: PixelRect, from window: PixelWindow, into output: UnsafeMutableRawPointer,
        stride: Int
    ) {
        switch layout.depth {
        case .eight: render(block, part, window, output, stride, UInt8.self)
        case .sixteen: render(block, part, window, output, stride, UInt16.self)
        }
    }

    private func render<Sample: FixedWidthInteger & UnsignedInteger>(
        _ block: BlockMapping, _ part: PixelRect, _ window: PixelWindow, _ output: UnsafeMutableRawPointer,
        _ stride: Int, _: Sample.Type
    ) {
        let radius = WarpKernel(layout: layout, source: source, filter: filter).radius(of: block)
        let width = Double(source.width)
        let height = Double(source.height)
        let margin = countsBeyond ? (x: radius.x - 0.5, y: radius.y - 0.5) : (x: 0, y: 0)
        let bytesPerPixel = layout.bytesPerPixel
        let tapLimit = Int(2 * radius.x) + 3
        withUnsafeTemporaryAllocation(of: Float.self, capacity: tapLimit) { weights in
            for (index, y) in part.rows.enumerated() {
                let target = output + index * stride
                for column in 0..<part.size.width {
                    let position = block.source(column: part.x - block.rect.x + column, row: y - block.rect.y)
                    guard position.x >= -margin.x, position.x < width + margin.x, position.y >= -margin.y,
                        position.y < height + margin.y
                    else { continue }
                    let alpha = alphaIsNearest ? nearestAlpha(position, window, Sample.self) : Float(Sample.max)
                    if alpha == 0 {
                        store(.zero, target + column * bytesPerPixel, Sample.self)
                        continue
                    }
                    let pixel = sample(position, alpha, radius, window, weights, Sample.self)
                    store(pixel, target + column * bytesPerPixel, Sample.self, bias: bias(part.x + column, y))
                }
            }
        }
    }

    /// The weighted mean of the pixels around a position: color multiplied by alpha, and alpha, of full = 1.
    @inline(__always)
    private func sample<Sample: FixedWidthInteger & UnsignedInteger>(
        _ position: (x: Double, y: Double), _ alpha: Float, _ radius: (x: Double, y: Double), _ window: PixelWindow,
        _ weights: UnsafeMutableBufferPointer<Float>, _: Sample.Type
    ) -> Pixel {
        let columns = Self.taps(position.x, radius.x, window.rect.columns)
        let rows = Self.taps(position.y, radius.y, window.rect.rows)
        var total: Float = 0
        for column in columns {
            let weight = weight(column, position.x, radius.x)
            weights[column - columns.lowerBound] = weight
            total += weight
        }
        var sum = Pixel.zero
        var totalOfRows = Float(0)
        let channels = layout.channels.rawValue
        for row in rows {
            let weight = weight(row, position.y, radius.y)
            totalOfRows += weight
            var pixel = window.base
                .advanced(by: (row - window.rect.y) * window.stride)
                .assumingMemoryBound(to: Sample.self)
                .advanced(by: (columns.lowerBound - window.rect.x) * channels)
            var rowSum = Pixel.zero
            for tap in 0..<columns.count {
                rowSum += load(pixel) * weights[tap]
                pixel += channels
            }
            sum += rowSum * weight
        }
        var all = total * totalOfRows
        if countsBeyond { all = Float((2 * radius.x - 1) * (2 * radius.y - 1)) }
        if alphaIsNearest { all = sum[3] / alpha }
        return all > 0 ? sum / all : .zero
    }

    /// Returns the amount added to colors before their fractions are dropped.
    private func bias(_ column: Int, _ row: Int) -> Float {
        guard filter == .area else { return 0.5 }
        return Float(((column &* 49_471 &+ row &* 37_345) & 0xFFFF) >> 14) / 4 + 0.125
    }

    /// Whether what lies beyond the image is as transparent pixels are.
    private var countsBeyond: Bool { filter == .area && layout.channels.hasAlpha }

    /// The weight of a source pixel along an axis: of an area, how much of the pixel lies in it.
    private func weight(_ pixel: Int, _ center: Double, _ radius: Double) -> Float {
        switch filter {
        case .linear: return Float(max(0, 1 - abs(Double(pixel) + 0.5 - center) / radius))
        case .area:
            let start = center - (radius - 0.5)
            let end = center + (radius - 0.5)
            return Float(max(0, min(end, Double(pixel + 1)) - max(start, Double(pixel))))
        }
    }

    /// The alpha of the pixel that covers a position.
    @inline(__always)
    private func nearestAlpha<Sample: FixedWidthInteger & UnsignedInteger>(
        _ position: (x: Double, y: Double), _ window: PixelWindow, _: Sample.Type
    ) -> Float {
        let x = Int(position.x) - window.rect.x
        let y = Int(position.y) - window.rect.y
        let channels = layout.channels.rawValue
        let row = (window.base + y * window.stride).assumingMemoryBound(to: Sample.self)
        return Float(row[x * channels + channels - 1])
    }

    /// The pixels along an axis whose centers lie within the radius.
    @inline(__always)
    private static func taps(_ center: Double, _ radius: Double, _ available: Range<Int>) -> Range<Int> {
        let first = max(available.lowerBound, Int((center - 0.5 - radius).rounded(.up)))
        let end = min(available.upperBound, Int((center - 0.5 + radius).rounded(.down)) + 1)
        return first..<max(first, end)
    }

    @inline(__always)
    private func load<Sample: FixedWidthInteger & UnsignedInteger>(_ samples: UnsafePointer<Sample>) -> Pixel {
        let full = Float(Sample.max)
        switch layout.channels {
        case .gray: return Pixel(Float(samples[0]), 0, 0, full)
        case .rgb: return Pixel(Float(samples[0]), Float(samples[1]), Float(samples[2]), full)
        case .grayAlpha:
            let alpha = Float(samples[1])
            return Pixel(Float(samples[0]) * (alpha / full), 0, 0, alpha)
        case .rgba:
            let alpha = Float(samples[3])
            return Pixel(Float(samples[0]), Float(samples[1]), Float(samples[2]), 0) * (alpha / full)
                + Pixel(0, 0, 0, alpha)
        }
    }

    @inline(__always)
    private func store<Sample: FixedWidthInteger & UnsignedInteger>(
        _ pixel: Pixel, _ output: UnsafeMutableRawPointer, _: Sample.Type, bias: Float = 0.5
    ) {
        let full = Float(Sample.max)
        let samples = output.assumingMemoryBound(to: Sample.self)
        let channels = layout.channels.rawValue
        var color = pixel
        if layout.channels.hasAlpha {
            let alpha = pixel[3]
            color = alpha < 0.5 ? .zero : pixel * (full / alpha)
            samples[channels - 1] = Sample(min(full, alpha).rounded())
        }
        let colors = layout.channels.opaque.rawValue
        for channel in 0..<colors {
            samples[channel] = Sample((max(0, min(full, color[channel])) + bias).rounded(.down))
        }
    }
}
