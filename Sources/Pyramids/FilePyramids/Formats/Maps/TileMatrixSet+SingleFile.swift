package import Georeferencing
internal import Numbers
internal import TileContainers
package import TilePyramid

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
    package init(
        tileKit: TileKitMetadata?, tileRange: TileRange, zooms: ClosedRange<Int>, tileSize: () throws -> PixelSize?,
        path: String
    ) throws {
        guard let tileKit else {
            let usual = PixelSize(width: MapTileTree.defaultTileSide, height: MapTileTree.defaultTileSide)
            let size = try tileSize() ?? usual
            let most = max(tileRange.columns.count, tileRange.rows.count)
            let limit = MapTileTree.longestSide / max(size.width, size.height)
            guard let side = CheckedNumber.product(most, 1 << (zooms.count - 1)), side <= limit else {
                throw StoreError(
                    .malformed, path: path,
                    "this is too large to be opened: at zoom \(zooms.upperBound) it is \(most << (zooms.count - 1)) "
                        + "tiles wide or high, and up to \(limit) of \(size) pixels are read. Take a part of it, or fewer "
                        + "zooms.")
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

    /// Creates the addresses of a pyramid that is written to a single-file container of map tiles.
    ///
    /// - Parameters:
    ///   - pyramid: the geometry: levels are halves of each other, and all tiles have the same size.
    ///   - georeference: the bounds on the Earth; `nil` for an image whose coarsest level is zoom 0.
    ///   - path: the output, for error messages.
    /// - Throws: ``StoreError`` when the pyramid does not meet these conditions.
    package init(writing pyramid: Pyramid, georeference: Georeference?, path: String) throws {
        self.init(pyramid: pyramid, georeference: georeference)
        func refuse(_ reason: String) -> StoreError {
            StoreError(
                .cannotCreate, path: path, "map tiles \(reason). Choose another container, or cut the image again.")
        }
        guard pyramid.overlap == 0 else { throw refuse("do not overlap") }
        guard pyramid.padsTiles else {
            throw StoreError.otherShape(path, "map tiles are all of one size, also at the edges")
        }
        for level in pyramid.levels[pyramid.presentLevels] {
            let zoom = zoom(of: level.index)
            let first = level.firstTile
            guard level.downsample == Double(1 << (pyramid.finestLevel.index - level.index)) else {
                throw refuse("have levels that are halves of each other")
            }
            guard (0...MapTile.maximumZoom).contains(zoom), first.x >= 0, first.y >= 0,
                // Beyond the last column come the first ones.
                first.x < 1 << zoom, max(level.grid.columns, first.y + level.grid.rows) <= 1 << zoom,
                first.x + level.grid.columns <= 1 << zoom || georeference?.bounds.crossesAntimeridian == true
            else { throw refuse("at zoom \(zoom) are fewer than this pyramid has") }
        }
    }
}
