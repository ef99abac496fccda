/// One image of a pyramid: the whole picture at one size.
///
/// The pixel (x, y) of a level shows the part of the picture that begins at (x · ``horizontalDownsample``,
/// y · ``verticalDownsample``) full-size pixels and is as large as these factors. At the right and lower edge of a level
/// whose size was rounded up, that reaches beyond the picture: what lies there is to be cut off.
public struct Level: Hashable, Sendable {
    /// Its number; 0 is the smallest level of the pyramid, the last is full size.
    public var index: Int
    /// Its size in its own pixels.
    public var size: PixelSize
    /// Full-size pixels across per pixel of this level: 1 at full size, then 2, 4, 8 and so on, or any other ratio.
    public var horizontalDownsample: Double
    /// Full-size pixels down per pixel of this level; seldom and little different from ``horizontalDownsample``.
    public var verticalDownsample: Double
    /// The distance between tile origins, across and down, in pixels of the level.
    public var tileSize: PixelSize
    /// The tiles that cover it.
    public var grid: TileGrid
    /// How far inside its first tile the picture begins: less than a tile, zero in most pyramids.
    public var inset: PixelOffset
    /// Where the first tile lies on a grid that begins before the picture: columns and rows of tiles; mostly zero.
    public var firstTile: PixelOffset

    /// A level from its parts, and where the picture begins on the grid of tiles in pixels of the level.
    ///
    /// ``Pyramid`` makes consistent ones.
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

    /// Full-size pixels per pixel of this level as one number, the geometric mean of both directions.
    public var downsample: Double {
        horizontalDownsample == verticalDownsample
            ? horizontalDownsample : (horizontalDownsample * verticalDownsample).squareRoot()
    }

    /// The columns of tiles whose interiors share a pixel with these columns of pixels, which lie within the level.
    public func tileColumns(showing columns: Range<Int>) -> Range<Int> {
        Self.tiles(showing: columns, side: tileSize.width, inset: inset.x)
    }

    /// The rows of tiles whose interiors share a pixel with these rows of pixels, which lie within the level.
    public func tileRows(showing rows: Range<Int>) -> Range<Int> {
        Self.tiles(showing: rows, side: tileSize.height, inset: inset.y)
    }

    private static func tiles(showing pixels: Range<Int>, side: Int, inset: Int) -> Range<Int> {
        guard !pixels.isEmpty else { return 0..<0 }
        return (pixels.lowerBound + inset) / side..<(pixels.upperBound - 1 + inset) / side + 1
    }
}
