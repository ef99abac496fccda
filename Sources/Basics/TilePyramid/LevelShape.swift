/// A level as the files of a pyramid describe it: what cannot be worked out from the full size.
public struct LevelShape: Hashable, Sendable {
    /// The level's size in its own pixels; at least 1×1.
    public var size: PixelSize
    /// The distance between tile origins, across and down, in pixels of the level; at least 1×1.
    public var tileSize: PixelSize
    /// Full-size pixels per pixel of the level, where it was made by such a factor; default nil.
    ///
    /// nil means that the level shows the picture from edge to edge, so that each direction has the ratio of the sizes.
    /// The two differ where the level's size was rounded: half of 5 pixels is 3, of which the last shows a pixel and
    /// nothing beside it if the factor is 2, and two thirds of the middle ones if it is 5/3.
    public var downsample: Double?

    /// Where the level begins on the grid of tiles, in its own pixels from the grid's beginning; default zero.
    public var origin: PixelOffset

    /// A level with tiles of any size.
    public init(size: PixelSize, tileSize: PixelSize, downsample: Double? = nil, origin: PixelOffset = .zero) {
        self.size = size
        self.tileSize = tileSize
        self.downsample = downsample
        self.origin = origin
    }

    /// A level with square tiles.
    public init(size: PixelSize, tileSize: Int, downsample: Double? = nil) {
        self.init(size: size, tileSize: PixelSize(width: tileSize, height: tileSize), downsample: downsample)
    }
}
