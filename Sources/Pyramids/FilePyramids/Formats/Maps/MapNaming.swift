internal import Georeferencing
internal import ImageCodecs
internal import ImageSources
internal import PixelKernels
internal import TileContainers
internal import TilePyramid

/// The files of map tiles: three numbers in the order of their scheme.
struct MapNaming: MixedNaming {
    /// The name of the tile that stands for the tiles that libvips leaves out.
    static let blankName = "blank.png"

    let scheme: MapTileTree.Scheme
    let tileMatrixSet: TileMatrixSet
    let fileExtension: String
    /// The file extensions of other tiles; none in a pyramid to be written.
    var otherFileExtensions: [String] = []
    /// Whether row 0 of TMS is the last of the world's 2^zoom rows, rather than the last row of the level.
    let isGeoreferenced: Bool
    /// The default is none: only a pyramid to be written needs descriptors.
    var descriptors: [ContainerFile] = []

    func name(of index: TileIndex) -> String { name(of: index, fileExtension) }

    func name(of index: TileIndex, format: TileFormat) -> String { name(of: index, format.fileExtension) }

    var mixesFormats: Bool {
        Set(([fileExtension] + otherFileExtensions).map { TileFormat(fileExtension: $0) }).count > 1
    }

    func possibleNames(of index: TileIndex) -> [String] {
        ([fileExtension] + otherFileExtensions).map { name(of: index, $0) }
    }

    func isAuxiliaryFile(_ name: String) -> Bool { name == ExportedMetadata.fileName }

    private func name(of index: TileIndex, _ fileExtension: String) -> String {
        let tile = tileMatrixSet.tile(index)
        let (first, second) =
            switch scheme {
            case .xyz: (tile.column, tile.row)
            case .tms: (tile.column, lastRow(of: index.level) - tile.row)
            case .google: (tile.row, tile.column)
            }
        return "\(tile.zoom)/\(first)/\(second).\(fileExtension)"
    }

    func index(of name: String) -> TileIndex? {
        guard let parts = MapTileTree.numbers(in: name, fileExtensions: [fileExtension] + otherFileExtensions) else {
            return nil
        }
        let level = parts[0] - tileMatrixSet.coarsestZoom
        guard tileMatrixSet.pyramid.presentLevels.contains(level) else { return nil }
        let (column, row) =
            switch scheme {
            case .xyz: (parts[1], parts[2])
            case .tms: (parts[1], lastRow(of: level) - parts[2])
            case .google: (parts[2], parts[1])
            }
        return tileMatrixSet.index(of: MapTile(zoom: parts[0], column: column, row: row))
    }

    /// The row with number 0 of TMS, counted from the top.
    private func lastRow(of level: Int) -> Int {
        let own = tileMatrixSet.pyramid.levels[level]
        return isGeoreferenced ? 1 << tileMatrixSet.zoom(of: level) - 1 : own.firstTile.y + own.grid.rows - 1
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
