/// A width and a height in whole pixels.
public struct PixelSize: Hashable, Sendable, Codable {
    /// Pixels from left to right; at least 1 for anything that exists.
    public var width: Int
    /// Pixels from top to bottom; at least 1 for anything that exists.
    public var height: Int

    /// A size of `width` × `height` pixels.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// The number of pixels in it.
    public var area: Int { width * height }

    /// The next coarser size: both sides halved, rounded up, so that no row or column is lost; never below 1.
    public var halved: PixelSize {
        PixelSize(width: max(1, (width + 1) / 2), height: max(1, (height + 1) / 2))
    }

    /// The next coarser size with both sides rounded down, as Zoomify has it; never below 1.
    public var halvedRoundedDown: PixelSize { PixelSize(width: max(1, width / 2), height: max(1, height / 2)) }
}

extension PixelSize: CustomStringConvertible {
    /// The size as people write it: `6000×4000`.
    public var description: String { "\(width)×\(height)" }
}
