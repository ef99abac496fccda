internal import Georeferencing
internal import TilePyramid

extension TileMatrixSet {
    /// The addresses in a single-file container, derived from its metadata.
    ///
    /// - Parameters:
    ///   - tileKit: the geometry of an image that is not georeferenced; `nil` for maps.
    ///   - tileRange: the tiles of the coarsest zoom that a map covers.
    ///   - zooms: the zooms from the coarsest to the finest.
    ///   - tileSize: reads the size of a tile if the metadata lack it; `nil` if there is no tile.
    ///   - path: the file, for error messages.
    /// - Throws: ``StoreError`` when the metadata contradict each other.
    init(
        tileKit: TileKitMetadata?, tileRange: TileRange, zooms: ClosedRange<Int>, tileSize: () throws -> PixelSize?,
        path: String
    ) throws {
        guard let tileKit else {
            let usual = PixelSize(width: MapTileTree.defaultTileSide, height: MapTileTree.defaultTileSide)
            let size = try tileSize() ?? usual
            let most = max(tileRange.columns.count, tileRange.rows.count)
            guard most << (zooms.count - 1) <= MapTileTree.longestSide / max(size.width, size.height) else {
                throw StoreError(
                    .malformed, path: path,
                    "this is too large to be opened: at zoom \(zooms.upperBound) it is \(most << (zooms.count - 1)) "
                        + "tiles wide or high. Take a part of it, or fewer zooms.")
            }
            self.init(tileRange, zooms: zooms, tileSize: size)
            return
        }
        guard let pyramid = tileKit.pyramid(levelCount: zooms.count), pyramid.finestLevel.index <= zooms.upperBound
        else {
            throw StoreError(.malformed, path: path, "the size of the image and the zoom levels contradict each other.")
        }
        self.init(pyramid: pyramid, coarsestZoom: zooms.upperBound - pyramid.finestLevel.index)
    }
}
