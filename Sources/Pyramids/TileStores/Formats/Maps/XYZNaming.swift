internal import Georeferencing
internal import TilePyramid

/// Web map tiles: `ZOOM/COLUMN/ROW.EXT` with rows counted from the top, and `tiles.json`.
struct XYZNaming: LayoutNaming {
    private let tileMatrixSet: TileMatrixSet
    private let fileExtension: String
    private let tileJSON: TileJSON?

    /// Creates the names; `tileJSON` is only needed for writing.
    init(tileMatrixSet: TileMatrixSet, fileExtension: String, tileJSON: TileJSON? = nil) {
        self.tileMatrixSet = tileMatrixSet
        self.fileExtension = fileExtension
        self.tileJSON = tileJSON
    }

    func name(of index: TileIndex) -> String {
        let (column, row) = (tileMatrixSet.column(of: index), tileMatrixSet.row(of: index))
        return "\(tileMatrixSet.zoom(of: index.level))/\(column)/\(row).\(fileExtension)"
    }

    func index(of name: String) -> TileIndex? {
        guard let parts = MapTileTree.numbers(in: name, fileExtension: fileExtension) else { return nil }
        return tileMatrixSet.index(of: MapTile(zoom: parts[0], column: parts[1], row: parts[2]))
    }

    var descriptors: [ContainerFile] {
        tileJSON.map { [$0.file(template: "{z}/{x}/{y}.\(fileExtension)")] } ?? []
    }
}
