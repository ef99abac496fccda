internal import TilePyramid

/// The tiles that libvips calls Google's: `ZOOM/ROW/COLUMN.EXT`, the row before the column, and `blank.png`, which
/// stands for tiles that are left out.
struct GoogleNaming: LayoutNaming {
    /// The name of the tile that stands for those that are left out.
    static let blankName = "blank.png"

    private let tileMatrixSet: TileMatrixSet
    private let fileExtension: String
    private let tileJSON: TileJSON?
    private let blank: [UInt8]

    /// Names of tiles, with what describes them and a tile of background as a PNG; nothing where they are only read.
    init(tileMatrixSet: TileMatrixSet, fileExtension: String, tileJSON: TileJSON? = nil, blank: [UInt8] = []) {
        self.tileMatrixSet = tileMatrixSet
        self.fileExtension = fileExtension
        self.tileJSON = tileJSON
        self.blank = blank
    }

    func name(of index: TileIndex) -> String {
        let (column, row) = (tileMatrixSet.column(of: index), tileMatrixSet.row(of: index))
        return "\(tileMatrixSet.zoom(of: index.level))/\(row)/\(column).\(fileExtension)"
    }

    func index(of name: String) -> TileIndex? {
        guard let parts = TileMatrixSet.components(of: name, fileExtension: fileExtension) else { return nil }
        return tileMatrixSet.index(zoom: parts[0], column: parts[2], row: parts[1])
    }

    var descriptors: [LayoutFile] {
        (blank.isEmpty ? [] : [LayoutFile(name: Self.blankName, bytes: blank)])
            + (tileJSON.map { [$0.file(template: "{z}/{y}/{x}.\(fileExtension)")] } ?? [])
    }
}
