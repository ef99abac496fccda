/// A level as the files of a pyramid describe it: the values that cannot be derived from the full size.
public struct LevelShape: Hashable, Sendable {
    /// The level's size in its own pixels; at least 1×1.
    public var size: PixelSize
    /// The distance between tile origins, across and down, in pixels of the level; at least 1×1.
    public var tileSize: PixelSize
    /// Full-size pixels per pixel of the level; the default is nil: the ratio of the sizes, for each direction.
    ///
    /// The factor is needed if the level's size was rounded. For example, 5 pixels halved become 3. With a factor of 2 the
    /// third pixel covers the fifth one and reaches beyond the edge; with a ratio of 5/3 each covers a third of the image.
    public var downsample: Double?

    /// The level's offset from the beginning of the tile grid, in its own pixels; the default is zero.
    public var origin: PixelOffset

    /// Creates a level with tiles of any size.
    public init(size: PixelSize, tileSize: PixelSize, downsample: Double? = nil, origin: PixelOffset = .zero) {
        self.size = size
        self.tileSize = tileSize
        self.downsample = downsample
        self.origin = origin
    }

    /// Creates a level with square tiles.
    public init(size: PixelSize, tileSize: Int, downsample: Double? = nil) {
        self.init(size: size, tileSize: PixelSize(width: tileSize, height: tileSize), downsample: downsample)
    }

    /// Returns the power of two by which a size was divided, with sides rounded up or down; nil if there is none.
    package static func powerOfTwo(from large: PixelSize, to small: PixelSize) -> Double? {
        var factor = 1
        while factor <= 2 * max(large.width, large.height) {
            func isPart(_ part: Int, of whole: Int) -> Bool {
                part == max(1, whole / factor) || part == (whole + factor - 1) / factor
            }
            if isPart(small.width, of: large.width), isPart(small.height, of: large.height) { return Double(factor) }
            factor *= 2
        }
        return nil
    }
}
