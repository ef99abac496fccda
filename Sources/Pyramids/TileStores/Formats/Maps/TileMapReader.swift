internal import TilePyramid

/// Reads folders of map tiles that are described by a `tilemapresource.xml`.
enum TileMapReader {
    /// Describes the pyramid in a container; `nil` if it has no such descriptor.
    static func read(_ files: any ContainerReader) throws -> LayoutDescription? {
        guard let bytes = try files.readDescriptor(TileMapResource.name) else { return nil }
        let path = "\(files.path)/\(TileMapResource.name)"
        let map = try ParsedTileMap(parsing: bytes, path: path)
        var description: LayoutDescription
        if let rasterMatrixSet = map.rasterMatrixSet(path: path) {
            description = LayoutDescription(
                .tms, rasterMatrixSet, fileExtension: map.fileExtension, isGeoreferenced: false)
        } else if let tree = try MapTileTree(of: files) {
            description = try tree.describe(files, scheme: .tms)
        } else {
            throw StoreError(
                .unreadable, path: path, "there are no tiles next to it in folders named after zoom levels.")
        }
        description.properties = map.properties
        return description
    }
}
