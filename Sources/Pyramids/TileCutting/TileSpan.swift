internal import TilePyramid

/// The samples of a plane that a column or a row of tiles shows, and where they lie in its tiles.
struct TileSpan {
    /// Samples of the level's plane.
    let samples: Range<Int>
    /// The samples of a tile before the first of them.
    let offset: Int
    /// All samples of a tile in this direction.
    let length: Int

    /// Whether a tile has more samples than it shows of the level.
    var isPadded: Bool { length > samples.count }

    /// A column of tiles.
    init(column: Int, of level: Level, in pyramid: Pyramid, plane: PlaneFormat) {
        let index = TileIndex(level: level.index, column: column, row: 0)
        samples = plane.span(pyramid.rect(of: index).columns)
        offset = plane.length(pyramid.offsetInTile(of: index).x)
        length = plane.length(pyramid.storedSize(of: index).width)
    }

    /// A row of tiles.
    init(row: Int, of level: Level, in pyramid: Pyramid, plane: PlaneFormat) {
        let index = TileIndex(level: level.index, column: 0, row: row)
        samples = plane.span(pyramid.rect(of: index).rows)
        offset = plane.length(pyramid.offsetInTile(of: index).y)
        length = plane.length(pyramid.storedSize(of: index).height)
    }
}
