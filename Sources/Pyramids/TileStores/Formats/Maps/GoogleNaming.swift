internal import Georeferencing
internal import ImageCodecs
internal import PixelKernels
internal import TilePyramid

/// The Google layout of libvips: `ZOOM/ROW/COLUMN.EXT`, and `blank.png` in place of the tiles that are left out.
struct GoogleNaming: LayoutNaming {
    /// The name of the tile that stands for those that are left out.
    static let blankName = "blank.png"

    private let tileMatrixSet: TileMatrixSet
    private let fileExtension: String
    private let tileJSON: TileJSON?
    private let blank: [UInt8]

    /// Creates the names.
    ///
    /// A pyramid to be written needs `tileJSON`, and a blank tile in PNG format.
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
        guard let parts = MapTileTree.numbers(in: name, fileExtension: fileExtension) else { return nil }
        return tileMatrixSet.index(of: MapTile(zoom: parts[0], column: parts[2], row: parts[1]))
    }

    var descriptors: [ContainerFile] {
        (blank.isEmpty ? [] : [ContainerFile(name: Self.blankName, bytes: blank)])
            + (tileJSON.map { [$0.file(template: "{z}/{y}/{x}.\(fileExtension)")] } ?? [])
    }

    /// A white tile in PNG format.
    static func blankTile(side: Int) throws -> [UInt8] {
        var encoding = TileEncoding()
        encoding.format = .png
        let layout = PixelLayout(.gray)
        let encoder = try encoding.makeEncoder(for: layout)
        let white = [UInt8](repeating: 255, count: side)
        return try white.withUnsafeBytes { row in
            guard let base = row.baseAddress else { preconditionFailure("a tile has at least one pixel") }
            return try [UnsafeRawPointer](repeating: base, count: side).withUnsafeBufferPointer { rows in
                let pixels = TilePixels(size: PixelSize(width: side, height: side), layout: layout, rows: rows)
                var bytes: [UInt8] = []
                try encoder.encode(pixels) { span in bytes = span.withUnsafeBytes { Array($0) } }
                return bytes
            }
        }
    }
}
