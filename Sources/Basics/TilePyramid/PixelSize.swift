/// A width and a height in whole pixels.
public struct PixelSize: Hashable, Sendable, Codable {
    /// Pixels from left to right; at least 1 for images, levels and tiles.
    public var width: Int
    /// Pixels from top to bottom; at least 1 for images, levels and tiles.
    public var height: Int

    /// Creates a size of `width` × `height` pixels.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// The number of pixels.
    public var area: Int { width * height }

    /// The next coarser size: both sides halved and rounded up; at least 1.
    public var halved: PixelSize {
        PixelSize(width: max(1, (width + 1) / 2), height: max(1, (height + 1) / 2))
    }

    /// The next coarser size with both sides rounded down, as in Zoomify; at least 1.
    public var halvedRoundedDown: PixelSize { PixelSize(width: max(1, width / 2), height: max(1, height / 2)) }
}

extension PixelSize: CustomStringConvertible {
    /// The size in the usual notation: `6000×4000`.
    public var description: String { "\(width)×\(height)" }
}
