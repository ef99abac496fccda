internal import TilePyramid

/// The tiles of web maps: `ZOOM/COLUMN/ROW.EXT`, rows counted from the top, and `tiles.json` that describes them.
struct XYZNaming: LayoutNaming {
    private let numbers: ZoomNumbers
    private let fileExtension: String
    private let tileJSON: TileJSON?

    /// Names of tiles, with what describes them; nil for nothing, where they are only read.
    init(numbers: ZoomNumbers, fileExtension: String, tileJSON: TileJSON? = nil) {
        self.numbers = numbers
        self.fileExtension = fileExtension
        self.tileJSON = tileJSON
    }

    func name(of index: TileIndex) -> String {
        let (column, row) = (numbers.column(of: index), numbers.row(of: index))
        return "\(numbers.zoom(of: index.level))/\(column)/\(row).\(fileExtension)"
    }

    func index(of name: String) -> TileIndex? {
        guard let parts = ZoomNumbers.numbers(in: name, fileExtension: fileExtension) else { return nil }
        return numbers.index(zoom: parts[0], column: parts[1], row: parts[2])
    }

    var descriptors: [LayoutFile] {
        tileJSON.map { [$0.file(template: "{z}/{x}/{y}.\(fileExtension)")] } ?? []
    }
}
