internal import TilePyramid

/// The z/x/y numbering of a pyramid's tiles in a grid that doubles with every zoom.
struct TileMatrixSet: Hashable {
    /// The geometry.
    let pyramid: Pyramid
    /// The zoom of the coarsest level.
    let coarsestZoom: Int

    /// Creates the numbering of a georeferenced pyramid, or of one with its own grid from zoom 0.
    init(pyramid: Pyramid, georeference: Georeference?) {
        self.init(pyramid: pyramid, coarsestZoom: georeference.map { $0.zoom - pyramid.finestLevel.index } ?? 0)
    }

    init(pyramid: Pyramid, coarsestZoom: Int) {
        self.pyramid = pyramid
        self.coarsestZoom = coarsestZoom
    }

    /// The zoom of a level.
    func zoom(of level: Int) -> Int { coarsestZoom + level }

    /// The column in the grid of the zoom.
    func column(of index: TileIndex) -> Int { index.column + pyramid.levels[index.level].firstTile.x }

    /// The row in the grid of the zoom, counted from the top.
    func row(of index: TileIndex) -> Int { index.row + pyramid.levels[index.level].firstTile.y }

    /// The tile with such numbers; `nil` if there is none.
    func index(zoom: Int, column: Int, row: Int) -> TileIndex? {
        let level = zoom - coarsestZoom
        guard pyramid.presentLevels.contains(level) else { return nil }
        let first = pyramid.levels[level].firstTile
        let index = TileIndex(level: level, column: column - first.x, row: row - first.y)
        return pyramid.contains(index) ? index : nil
    }

    /// The numbers in a name such as `3/12/7.jpg`; `nil` if it has another form or file extension.
    static func components(of name: String, fileExtension: String) -> [Int]? {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3, let file = NumericFileName(parts[2], separator: "-", count: 1),
            file.fileExtension == fileExtension, let first = NumericFileName.number(parts[0]),
            let second = NumericFileName.number(parts[1])
        else { return nil }
        return [first, second, file.numbers[0]]
    }
}
