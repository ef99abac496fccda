/// One level of a pyramid: the whole image at one size.
///
/// Pixel (x, y) of a level covers full-size pixels from (x · ``horizontalDownsample``, y · ``verticalDownsample``) on, as many
/// as these factors. If the level's size was rounded up, its last column and row reach beyond the right and lower edge of the
/// image, and this part has to be clipped.
public struct Level: Hashable, Sendable {
    /// The level's number: 0 is the smallest level, the last is full size.
    public var index: Int
    /// The size in the level's own pixels.
    public var size: PixelSize
    /// Full-size pixels across per pixel of this level: 1 at full size, then 2, 4, 8 and so on, or any other ratio.
    public var horizontalDownsample: Double
    /// Full-size pixels down per pixel of this level; usually equal to ``horizontalDownsample``.
    public var verticalDownsample: Double
    /// The distance between tile origins, across and down, in pixels of the level.
    public var tileSize: PixelSize
    /// The columns and rows of tiles that cover the level.
    public var grid: TileGrid
    /// The offset of the image inside the first tile, less than a tile; zero in most pyramids.
    public var inset: PixelOffset
    /// The column and row of the first tile in a grid that begins before the image; zero in most pyramids.
    public var firstTile: PixelOffset

    /// Creates a level from its parts.
    ///
    /// `origin` is the image's offset from the beginning of the tile grid, in pixels of the level. ``Pyramid`` creates
    /// levels that are consistent with each other.
    public init(
        index: Int, size: PixelSize, horizontalDownsample: Double, verticalDownsample: Double, tileSize: PixelSize,
        origin: PixelOffset = .zero
    ) {
        self.index = index
        self.size = size
        self.horizontalDownsample = horizontalDownsample
        self.verticalDownsample = verticalDownsample
        self.tileSize = tileSize
        inset = PixelOffset(x: origin.x % tileSize.width, y: origin.y % tileSize.height)
        firstTile = PixelOffset(x: origin.x / tileSize.width, y: origin.y / tileSize.height)
        grid = TileGrid(
            covering: PixelSize(width: inset.x + size.width, height: inset.y + size.height), tileSize: tileSize)
    }

    /// Full-size pixels per pixel of this level as one number: the geometric mean of both directions.
    public var downsample: Double {
        horizontalDownsample == verticalDownsample
            ? horizontalDownsample : (horizontalDownsample * verticalDownsample).squareRoot()
    }

    /// The image's offset from the beginning of the tile grid, in pixels of the level.
    public var origin: PixelOffset {
        PixelOffset(x: firstTile.x * tileSize.width + inset.x, y: firstTile.y * tileSize.height + inset.y)
    }

    /// The indices of all tiles, row by row.
    package var indices: some Sequence<TileIndex> {
        (0..<grid.count).lazy.map { [index, grid] in
            TileIndex(level: index, column: $0 % grid.columns, row: $0 / grid.columns)
        }
    }

    /// Returns the tile columns whose interiors intersect these pixel columns, which must lie within the level.
    public func tileColumns(showing columns: Range<Int>) -> Range<Int> {
        Self.tiles(showing: columns, side: tileSize.width, inset: inset.x)
    }

    /// Returns the tile rows whose interiors intersect these pixel rows, which must lie within the level.
    public func tileRows(showing rows: Range<Int>) -> Range<Int> {
        Self.tiles(showing: rows, side: tileSize.height, inset: inset.y)
    }

    private static func tiles(showing pixels: Range<Int>, side: Int, inset: Int) -> Range<Int> {
        guard !pixels.isEmpty else { return 0..<0 }
        return (pixels.lowerBound + inset) / side..<(pixels.upperBound - 1 + inset) / side + 1
    }
}
