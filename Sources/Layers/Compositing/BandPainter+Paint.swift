internal import PixelKernels

/// Draws the pixels of any source; its method is generic, so that each type of source has a fast loop.
protocol SpanConsumer {
    /// Draws the pixels of a source.
    func draw(_ source: some SpanSource)
}

extension Paint {
    /// Passes the source of the paint's pixels to `consumer`; each kind of paint has its own type of source.
    ///
    /// - Parameters:
    ///   - columns: the requested columns of the frame.
    ///   - consumer: receives the source.
    func drawSpans(columns: Range<Int>, with consumer: some SpanConsumer) {
        switch self {
        case .color(let pixel):
            consumer.draw(ColorSpans(pixel: pixel))
        case .copied(let texture, let column, let row):
            consumer.draw(CopiedSpans(texture: texture, column: column, row: row))
        case .nearest(let sampled) where sampled.mapping.isAxisAligned:
            consumer.draw(AxisAlignedNearestSpans(sampled, columns: columns))
        case .nearest(let sampled):
            consumer.draw(NearestSpans(source: sampled))
        case .linear(let sampled) where sampled.mapping.isAxisAligned:
            consumer.draw(AxisAlignedLinearSpans(sampled, columns: columns))
        case .linear(let sampled):
            consumer.draw(LinearSpans(source: sampled))
        case .supersampled(let sampled) where sampled.mappings[0].isAxisAligned:
            consumer.draw(AxisAlignedSupersampledSpans(sampled, columns: columns))
        case .supersampled(let sampled):
            consumer.draw(SupersampledSpans(source: sampled))
        case .sharp(let sampled) where sampled.mapping.isAxisAligned:
            consumer.draw(AxisAlignedLinearSpans(sampled, columns: columns))
        case .sharp(let sampled):
            consumer.draw(SharpSpans(source: sampled))
        case .cubic(let sampled) where sampled.mapping.isAxisAligned:
            consumer.draw(AxisAlignedCubicSpans(sampled, columns: columns))
        case .cubic(let sampled):
            consumer.draw(CubicSpans(source: sampled))
        case .trilinear(let fine, let coarse, let weight) where fine.mapping.isAxisAligned:
            let first = AxisAlignedLinearSpans(fine, columns: columns)
            let second = AxisAlignedLinearSpans(coarse, columns: columns)
            consumer.draw(TrilinearSpans(first, second, weight: weight, columns: columns))
        case .trilinear(let fine, let coarse, let weight):
            let first = LinearSpans(source: fine)
            let second = LinearSpans(source: coarse)
            consumer.draw(TrilinearSpans(first, second, weight: weight, columns: columns))
        case .perspectiveTrilinear(let mipLevels, let view):
            let levels = mipLevels.map { LinearSpans(source: $0) }
            consumer.draw(PerspectiveTrilinearSpans(levels, view: view))
        case .gradient(let gradient):
            consumer.draw(GradientSpans(gradient: gradient))
        }
    }
}
