/// One image of a pyramid: the whole picture at one size.
public struct Level: Hashable, Sendable {
    /// Its number; 0 is the smallest level of the pyramid, the last is full size.
    public var index: Int
    /// Its size in its own pixels.
    public var size: PixelSize
    /// Full-size pixels per pixel of this level: 1 at full size, then 2, 4, 8 and so on.
    public var downsample: Int
    /// The tiles that cover it.
    public var grid: TileGrid

    /// A level from its parts; ``Pyramid`` makes consistent ones.
    public init(index: Int, size: PixelSize, downsample: Int, grid: TileGrid) {
        self.index = index
        self.size = size
        self.downsample = downsample
        self.grid = grid
    }
}
