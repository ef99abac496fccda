internal import TilePyramid

/// The numbers of a pyramid's tiles on a grid that doubles with every zoom: those of web maps.
struct TileMatrixSet: Hashable {
    /// The geometry.
    let pyramid: Pyramid
    /// The zoom of the coarsest level.
    let coarsestZoom: Int

    /// The numbers of a pyramid that lies somewhere on the world, or has a grid of its own from zoom 0 on.
    init(pyramid: Pyramid, georeference: Georeference?) {
        self.init(pyramid: pyramid, coarsestZoom: georeference.map { $0.zoom - pyramid.finestLevel.index } ?? 0)
    }

    init(pyramid: Pyramid, coarsestZoom: Int) {
        self.pyramid = pyramid
        self.coarsestZoom = coarsestZoom
    }

    /// A level's zoom.
    func zoom(of level: Int) -> Int { coarsestZoom + level }

    /// The column that counts from the grid's own beginning.
    func column(of index: TileIndex) -> Int { index.column + pyramid.levels[index.level].firstTile.x }

    /// The row that counts from the grid's own beginning, downwards.
    func row(of index: TileIndex) -> Int { index.row + pyramid.levels[index.level].firstTile.y }

    /// The tile with such numbers; nil where there is none.
    func index(zoom: Int, column: Int, row: Int) -> TileIndex? {
        let level = zoom - coarsestZoom
        guard pyramid.presentLevels.contains(level) else { return nil }
        let first = pyramid.levels[level].firstTile
        let index = TileIndex(level: level, column: column - first.x, row: row - first.y)
        return pyramid.contains(index) ? index : nil
    }

    /// The numbers in a name such as `3/12/7.jpg`; nil for names that are built otherwise or end with something else.
    static func components(of name: String, fileExtension: String) -> [Int]? {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3, let file = NumericFileName(parts[2], separator: "-", count: 1),
            file.fileExtension == fileExtension, let first = NumericFileName.number(parts[0]),
            let second = NumericFileName.number(parts[1])
        else { return nil }
        return [first, second, file.numbers[0]]
    }
}
