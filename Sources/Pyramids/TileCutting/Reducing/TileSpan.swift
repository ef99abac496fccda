internal import TilePyramid

/// The samples of a plane that one column or row of tiles shows, and their position inside the tiles.
struct TileSpan {
    /// The samples of the level's plane.
    let samples: Range<Int>
    /// Samples of a tile before the first of them.
    let offset: Int
    /// All samples of a tile in this direction, padding included.
    let length: Int

    /// Whether the tiles are padded in this direction.
    var isPadded: Bool { length > samples.count }

    init(column: Int, of level: Level, in pyramid: Pyramid, plane: PlaneFormat) {
        let index = TileIndex(level: level.index, column: column, row: 0)
        samples = plane.span(pyramid.rect(of: index).columns)
        offset = plane.length(pyramid.offsetInTile(of: index).x)
        length = plane.length(pyramid.storedSize(of: index).width)
    }

    init(row: Int, of level: Level, in pyramid: Pyramid, plane: PlaneFormat) {
        let index = TileIndex(level: level.index, column: 0, row: row)
        samples = plane.span(pyramid.rect(of: index).rows)
        offset = plane.length(pyramid.offsetInTile(of: index).y)
        length = plane.length(pyramid.storedSize(of: index).height)
    }
}
