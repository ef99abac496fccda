package import PixelKernels
package import TilePyramid

/// Samples the source pixels of a block: bilinear, with a filter that is as much wider as pixels become fewer.
///
/// Colors are weighted by their alpha, so that transparent pixels do not color their neighbors. Alpha that says which pixels
/// are valid is that of the nearest pixel: a position is valid or not.
package struct WarpKernel: Sendable {
    /// The largest radius of the filter, in source pixels, which bounds the work for an output pixel.
    ///
    /// Where one output pixel covers more source pixels each way, those between the filters of two pixels are left out, and
    /// fine patterns alias. That is far beyond what the finest zoom of an image needs.
    package static let scaleLimit = 32.0

    private let layout: PixelLayout
    private let source: PixelSize
    private let alphaIsValidity: Bool

    /// Prepares the sampling of an image.
    ///
    /// - Parameters:
    ///   - layout: how its pixels lie in memory.
    ///   - source: its size.
    ///   - alphaIsValidity: whether alpha is 0 or full, and the nearest pixel's is taken; the default is `false`.
    package init(layout: PixelLayout, source: PixelSize, alphaIsValidity: Bool = false) {
        (self.layout, self.source) = (layout, source)
        self.alphaIsValidity = alphaIsValidity && layout.channels.hasAlpha
    }

    /// The radius of the filter for a block, in source pixels: at least 1.
    package func radius(of block: BlockMapping) -> (x: Double, y: Double) {
        let scale = block.scale
        return (min(Self.scaleLimit, max(1, scale.x)), min(Self.scaleLimit, max(1, scale.y)))
    }

    /// Samples some pixels of a block; output pixels beyond the source are left as they are.
    ///
    /// The filter is that of the block, so that a pixel does not depend on the part in which it is sampled.
    ///
    /// - Parameters:
    ///   - block: the positions.
    ///   - part: pixels of the output that lie in the block.
    ///   - window: at least the pixels of ``BlockMapping/sourceRect(of:radius:source:)``.
    ///   - output: the memory of the first pixel of the part.
    ///   - stride: the bytes from one output row to the next.
    package func render(
        _ block: BlockMapping, part: PixelRect, from window: PixelWindow, into output: UnsafeMutableRawPointer,
        stride: Int
    ) {
        switch layout.depth {
        case .eight: render(block, part, window, output, stride, UInt8.self)
        case .sixteen: render(block, part, window, output, stride, UInt16.self)
        }
    }

    private func render<Sample: FixedWidthInteger & UnsignedInteger & SIMDScalar>(
        _ block: BlockMapping, _ part: PixelRect, _ window: PixelWindow, _ output: UnsafeMutableRawPointer,
        _ stride: Int, _: Sample.Type
    ) {
        switch layout.channels {
        case .gray: render(block, part, window, output, stride, WarpedGray<Sample>.self)
        case .grayAlpha: render(block, part, window, output, stride, WarpedGrayAlpha<Sample>.self)
        case .rgb: render(block, part, window, output, stride, WarpedRGB<Sample>.self)
        case .rgba: render(block, part, window, output, stride, WarpedRGBA<Sample>.self)
        }
    }

    private func render<Format: WarpedPixel>(
        _ block: BlockMapping, _ part: PixelRect, _ window: PixelWindow, _ output: UnsafeMutableRawPointer,
        _ stride: Int, _: Format.Type
    ) {
        let radius = radius(of: block)
        let (width, height) = (Double(source.width), Double(source.height))
        let bytesPerPixel = layout.bytesPerPixel
        let columns = part.columns.lowerBound - block.rect.x..<part.columns.upperBound - block.rect.x
        withUnsafeTemporaryAllocation(of: Float.self, capacity: WarpSampler<Format>.weightLimit(radius.x)) { weights in
            guard let weights = weights.baseAddress else { return }
            let sampler = WarpSampler<Format>(
                radius: radius, window: window, alphaIsValidity: alphaIsValidity, weights: weights)
            for (index, y) in part.rows.enumerated() {
                var target = output + index * stride
                block.forEachSource(columns: columns, row: y - block.rect.y) { x, y in
                    // False for NaN.
                    if x >= 0, x < width, y >= 0, y < height { sampler.render(x, y, into: target) }
                    target += bytesPerPixel
                }
            }
        }
    }
}
