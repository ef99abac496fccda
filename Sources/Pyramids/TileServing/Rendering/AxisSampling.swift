internal import PixelKernels

/// The mapping from the pixels of a level to those of an image, along one axis.
struct AxisSampling: Hashable, Sendable {
    /// The position of the image's first edge among the level's pixels, of which the first covers 0 to 1.
    let start: Double
    /// Level pixels for each pixel of the image: less than 1 when it is enlarged.
    let step: Double
    /// The pixels of the image.
    let count: Int
    /// The pixels of the level.
    let length: Int

    /// The extent of an image, in multiples of the most by which it is stretched to end with its level's last pixel.
    private static let nearness = 16.0

    /// Creates the sampling of a part of a level.
    ///
    /// A level's last pixel may reach beyond the image, because its size was rounded up. A part that ends with the level then
    /// ends with that pixel, so that it is copied or halved like the tiles beside it.
    ///
    /// - Parameters:
    ///   - start: where the part begins, in level pixels.
    ///   - extent: how long it is, in level pixels; more than 0.
    ///   - reachesEnd: whether it ends with the image.
    ///   - count: the pixels of the image; at least 1.
    ///   - length: the pixels of the level; at least 1.
    init(start: Double, extent: Double, reachesEnd: Bool, count: Int, length: Int) {
        self.start = start
        self.count = count
        self.length = length
        let natural = extent / Double(count)
        var factor = 1
        while Double(factor) < natural - 1e-9, factor < length { factor *= 2 }
        let isWhole = abs(natural - Double(factor)) < 1e-9
        let first = Int(start.rounded())
        let endsWithLevel = reachesEnd && Double(first) == start && (length - first + factor - 1) / factor == count
        // A few pixels are not stretched, unless they are those of the level.
        let isNear = factor == 1 || natural * Self.nearness > Double(factor) * (Self.nearness - 1)
        step = isWhole || endsWithLevel && isNear ? Double(factor) : natural
    }

    private init(unchanged start: Double, step: Double, count: Int, length: Int) {
        self.start = start
        self.step = step
        self.count = count
        self.length = length
    }

    /// The number of times that the level is halved to give exactly the image; nil if halving does not give it.
    var halvings: Int? {
        let factor = Int(step)
        guard Double(factor) == step, factor > 0, factor & (factor - 1) == 0, start == start.rounded(),
            Int(start).isMultiple(of: factor), Int(start) < length
        else { return nil }
        return factor.trailingZeroBitCount
    }

    /// The level's pixels that the image needs; at least one.
    var source: Range<Int> {
        let end = start + step * Double(count)
        var first = start.rounded(.down)
        var last = end.rounded(.up)
        if step < 1 {
            first = (start + 0.5 * step - 0.5).rounded(.down)
            last = (end - 0.5 * step - 0.5).rounded(.down) + 2
        }
        let lower = min(max(0, Int(first)), length - 1)
        return lower..<max(lower + 1, min(length, Int(last)))
    }

    /// The areas of ``source``, counted from its first pixel, that make the pixels; they do not become more.
    var areas: AreaAxis {
        let source = source
        return AreaAxis(start: start - Double(source.lowerBound), step: step, count: count, length: source.count)
    }

    /// The sampling of chroma that has half of the resolution, in the level and in the image.
    ///
    /// The level's chroma ends with the last pixel that the image needs, so that no more tiles are touched.
    var halved: AxisSampling {
        AxisSampling(
            unchanged: start / 2, step: step, count: (count + 1) / 2, length: (source.upperBound + 1) / 2)
    }

    /// The source pixels of a pixel, counted from the first of ``source``.
    func window(_ position: Int) -> ResamplingWindow {
        let source = source
        let offset = start - Double(source.lowerBound) + Double(position) * step
        return step >= 1
            ? ResamplingWindow(areaFrom: offset, to: offset + step, length: source.count)
            : ResamplingWindow(linearAt: offset + step / 2, length: source.count)
    }
}
