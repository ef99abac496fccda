internal import Georeferencing
internal import TilePyramid

/// Tile Map Service: `ZOOM/COLUMN/ROW.EXT` with rows counted from the bottom, and `tilemapresource.xml`.
///
/// Row 0 of map tiles is the last of the world's 2^zoom rows; without georeference it is the last row of the level.
struct TMSNaming: LayoutNaming {
    private let tileMatrixSet: TileMatrixSet
    private let fileExtension: String
    private let isGeoreferenced: Bool
    private let resource: TileMapResource?

    /// Creates the names; `resource` is only needed for writing.
    init(tileMatrixSet: TileMatrixSet, fileExtension: String, isGeoreferenced: Bool, resource: TileMapResource? = nil) {
        self.tileMatrixSet = tileMatrixSet
        self.fileExtension = fileExtension
        self.isGeoreferenced = isGeoreferenced
        self.resource = resource
    }

    func name(of index: TileIndex) -> String {
        let row = lastRow(of: index.level) - tileMatrixSet.row(of: index)
        return "\(tileMatrixSet.zoom(of: index.level))/\(tileMatrixSet.column(of: index))/\(row).\(fileExtension)"
    }

    func index(of name: String) -> TileIndex? {
        guard let parts = MapTileTree.numbers(in: name, fileExtension: fileExtension) else { return nil }
        let level = parts[0] - tileMatrixSet.coarsestZoom
        guard tileMatrixSet.pyramid.presentLevels.contains(level) else { return nil }
        return tileMatrixSet.index(
            of: MapTile(zoom: parts[0], column: parts[1], row: lastRow(of: level) - parts[2]))
    }

    var descriptors: [ContainerFile] {
        resource.map { [ContainerFile(name: TileMapResource.name, text: $0.xml)] } ?? []
    }

    /// The row with number 0, counted from the top.
    private func lastRow(of level: Int) -> Int {
        let own = tileMatrixSet.pyramid.levels[level]
        return isGeoreferenced ? 1 << tileMatrixSet.zoom(of: level) - 1 : own.firstTile.y + own.grid.rows - 1
    }
}
