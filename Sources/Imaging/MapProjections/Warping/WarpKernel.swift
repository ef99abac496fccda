package import PixelKernels
package import TilePyramid

/// Samples the source pixels of a block, with a filter that becomes wider in proportion when the image is reduced.
///
/// Colors are weighted by their alpha, so that transparent pixels do not color their neighbors. With the linear filter, alpha
/// comes from the nearest pixel: valid pixels are not blended with invalid ones.
package struct WarpKernel: Sendable {
    /// The largest radius of the filter, in source pixels, which bounds the work for an output pixel.
    ///
    /// If one output pixel covers more source pixels each way, the pixels between the filters of two output pixels are left
    /// out, and fine patterns alias. This is far beyond the reduction for the finest zoom of an image.
    package static let scaleLimit = 32.0

    private let layout: PixelLayout
    private let source: PixelSize
    private let filter: WarpFilter
    private let usesVectors: Bool
    private let holdsNumbers: Bool

    /// Prepares the sampling of an image.
    ///
    /// - Parameters:
    ///   - layout: the layout of the pixels in memory.
    ///   - source: the size of the image.
    ///   - filter: the weights of the pixels around a position; the default is linear.
    ///   - usesVectors: whether the vector loops are used on processors that have them; the default is `true`.
    ///   - holdsNumbers: whether pixels are `NumberPixels`, in a layout of colors of 8 bits; the default is `false`.
    package init(
        layout: PixelLayout, source: PixelSize, filter: WarpFilter = .linear, usesVectors: Bool = true,
        holdsNumbers: Bool = false
    ) {
        self.layout = layout
        self.source = source
        self.filter = filter
        self.usesVectors = usesVectors && !holdsNumbers
        self.holdsNumbers = holdsNumbers
    }

    /// The radius of the filter for a block, in source pixels: at least 1.
    package func radius(of block: BlockMapping) -> (x: Double, y: Double) {
        let scale = block.scale
        return (filter.radius(scale: scale.x), filter.radius(scale: scale.y))
    }

    /// The distance beyond the source at which a position is still sampled, in pixels: 0, unless pixels beyond the source count
    /// as transparent ones.
    private func margin(_ radius: (x: Double, y: Double)) -> (x: Double, y: Double) {
        countsBeyond ? (radius.x - 0.5, radius.y - 0.5) : (0, 0)
    }

    /// Whether pixels beyond the source count as transparent ones.
    private var countsBeyond: Bool { filter == .area && layout.channels.hasAlpha }

    private var alphaIsNearest: Bool { filter == .linear && layout.channels.hasAlpha }

    /// Whether all pixels of a part of a block lie in the source, and need nothing beyond it.
    package func isCovered(_ part: PixelRect, of block: BlockMapping) -> Bool {
        let radius = radius(of: block)
        return block.isInside(
            part, source: source, margin: filter == .area ? (radius.x - 0.5, radius.y - 0.5) : (0, 0))
    }

    /// Samples some pixels of a block; output pixels beyond the source stay unchanged.
    ///
    /// If a part of an area lies beyond the source, that part counts as transparent, if there is alpha.
    ///
    /// The filter belongs to the block, so that a pixel does not depend on the part in which it is sampled.
    ///
    /// - Parameters:
    ///   - block: the positions.
    ///   - part: the output pixels, which lie in the block.
    ///   - window: at least the pixels of ``BlockMapping/sourceRect(of:radius:source:)``.
    ///   - output: the memory of the first pixel of the part.
    ///   - stride: the bytes from one output row to the next.
    ///   - origin: the first pixel of the output image. Positions relative to it decide how means of areas are rounded.
    package func render(
        _ block: BlockMapping, part: PixelRect, from window: PixelWindow, into output: UnsafeMutableRawPointer,
        stride: Int, origin: PixelOffset = .zero
    ) {
        switch (layout.depth, layout.channels) {
        case (.eight, .rgb) where holdsNumbers:
            render(block, part, window, output, stride, origin, WarpedNumber.self)
        case (.eight, .rgba) where holdsNumbers:
            render(block, part, window, output, stride, origin, WarpedNumberAlpha.self)
        default: renderColors(block, part, window, output, stride, origin)
        }
    }

    private func renderColors(
        _ block: BlockMapping, _ part: PixelRect, _ window: PixelWindow, _ output: UnsafeMutableRawPointer,
        _ stride: Int, _ origin: PixelOffset
    ) {
        switch layout.depth {
        case .eight: render(block, part, window, output, stride, origin, UInt8.self)
        case .sixteen: render(block, part, window, output, stride, origin, UInt16.self)
        }
    }

    private func render<Sample: FixedWidthInteger & UnsignedInteger & SIMDScalar>(
        _ block: BlockMapping, _ part: PixelRect, _ window: PixelWindow, _ output: UnsafeMutableRawPointer,
        _ stride: Int, _ origin: PixelOffset, _: Sample.Type
    ) {
        switch layout.channels {
        case .gray: render(block, part, window, output, stride, origin, WarpedGray<Sample>.self)
        case .grayAlpha: render(block, part, window, output, stride, origin, WarpedGrayAlpha<Sample>.self)
        case .rgb: render(block, part, window, output, stride, origin, WarpedRGB<Sample>.self)
        case .rgba: render(block, part, window, output, stride, origin, WarpedRGBA<Sample>.self)
        }
    }

    private func render<Format: WarpedPixel>(
        _ block: BlockMapping, _ part: PixelRect, _ window: PixelWindow, _ output: UnsafeMutableRawPointer,
        _ stride: Int, _ origin: PixelOffset, _: Format.Type
    ) {
        let radius = radius(of: block)
        let total = filter.total(radius)
        let axes = (x: filter.axis(radius: radius.x), y: filter.axis(radius: radius.y))
        let margin = margin(radius)
        let limits = (x: Double(source.width) + margin.x, y: Double(source.height) + margin.y)
        let bytesPerPixel = layout.bytesPerPixel
        let columns = part.columns.lowerBound - block.rect.x..<part.columns.upperBound - block.rect.x
        var vectors =
            usesVectors
            ? FilteredSampling(
                base: window.base, stride: window.stride, columns: window.rect.columns, rows: window.rect.rows,
                layout: layout, alphaIsNearest: alphaIsNearest, x: axes.x, y: axes.y, total: total,
                isDithered: filter.isDithered) : nil
        withUnsafeTemporaryAllocation(of: Float.self, capacity: WarpSampler<Format>.weightLimit(radius.x)) { weights in
            guard let weights = weights.baseAddress else { return }
            let sampler = WarpSampler<Format>(
                x: axes.x, y: axes.y, total: total, window: window, alphaIsNearest: alphaIsNearest,
                countsBeyond: countsBeyond, weights: weights)
            withUnsafeTemporaryAllocation(of: Double.self, capacity: 2 * columns.count) { positions in
                guard let xs = positions.baseAddress else { return }
                let ys = xs + columns.count
                for (index, y) in part.rows.enumerated() {
                    var count = 0
                    block.forEachSource(columns: columns, row: y - block.rect.y) { x, y in
                        xs[count] = x
                        ys[count] = y
                        count &+= 1
                    }
                    let target = output + index * stride
                    let firstPhase = BoxDownsampling.phase(column: part.x - origin.x, row: y - origin.y)
                    var done = 0
                    while done < count {
                        func phase() -> UInt16 {
                            firstPhase &+ UInt16(truncatingIfNeeded: done) &* BoxDownsampling.columnStep
                        }
                        done &+=
                            vectors?.sample(
                                xs + done, ys + done, count: count &- done, phase: phase(),
                                into: target + done &* bytesPerPixel) ?? 0
                        guard done < count else { break }
                        // Those beyond the edges, or all; false for NaN.
                        let x = xs[done]
                        let y = ys[done]
                        if x >= -margin.x, x < limits.x, y >= -margin.y, y < limits.y {
                            sampler.render(
                                x, y, phase: filter.isDithered ? phase() : nil, into: target + done &* bytesPerPixel)
                        }
                        done &+= 1
                    }
                }
            }
        }
    }
}
