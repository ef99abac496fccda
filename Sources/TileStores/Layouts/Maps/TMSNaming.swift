internal import TilePyramid

/// Tile Map Service: `ZOOM/COLUMN/ROW.EXT`, rows counted from the bottom, and `tilemapresource.xml`.
///
/// On the world the bottom is that of the world, 2^zoom rows down; for a picture by itself it is the last row of the
/// level.
struct TMSNaming: LayoutNaming {
    private let numbers: ZoomNumbers
    private let fileExtension: String
    private let isOnWorld: Bool
    private let resource: TileMapResource?

    /// Names of tiles, with what describes them; nil for nothing, where they are only read.
    init(numbers: ZoomNumbers, fileExtension: String, isOnWorld: Bool, resource: TileMapResource? = nil) {
        self.numbers = numbers
        self.fileExtension = fileExtension
        self.isOnWorld = isOnWorld
        self.resource = resource
    }

    func name(of index: TileIndex) -> String {
        let row = lastRow(of: index.level) - numbers.row(of: index)
        return "\(numbers.zoom(of: index.level))/\(numbers.column(of: index))/\(row).\(fileExtension)"
    }

    func index(of name: String) -> TileIndex? {
        guard let parts = ZoomNumbers.numbers(in: name, fileExtension: fileExtension) else { return nil }
        let level = parts[0] - numbers.coarsestZoom
        guard numbers.pyramid.presentLevels.contains(level) else { return nil }
        return numbers.index(zoom: parts[0], column: parts[1], row: lastRow(of: level) - parts[2])
    }

    var descriptors: [LayoutFile] { resource.map { [LayoutFile(name: TileMapResource.name, text: $0.xml)] } ?? [] }

    /// The row that is called 0, counted from the top.
    private func lastRow(of level: Int) -> Int {
        let own = numbers.pyramid.levels[level]
        return isOnWorld ? 1 << numbers.zoom(of: level) - 1 : own.firstTile.y + own.grid.rows - 1
    }
}
