internal import Georeferencing
internal import TilePyramid

extension TileMatrixSet {
    /// Creates the addresses of a pyramid that is written to a single-file container of map tiles.
    ///
    /// - Parameters:
    ///   - pyramid: the geometry: levels are halves of each other, and all tiles have the same size.
    ///   - georeference: the bounds on the Earth; `nil` for an image whose coarsest level is zoom 0.
    ///   - path: the output, for error messages.
    /// - Throws: ``StoreError`` when the pyramid does not meet these conditions.
    init(writing pyramid: Pyramid, georeference: Georeference?, path: String) throws {
        self.init(pyramid: pyramid, georeference: georeference)
        func refuse(_ reason: String) -> StoreError {
            StoreError(
                .cannotCreate, path: path, "map tiles \(reason). Choose another --container, or cut the image again.")
        }
        guard pyramid.overlap == 0 else { throw refuse("do not overlap") }
        guard pyramid.padsTiles else { throw refuse("are all of one size, also at the edges") }
        for level in pyramid.levels[pyramid.presentLevels] {
            let (zoom, first) = (zoom(of: level.index), level.firstTile)
            guard level.downsample == Double(1 << (pyramid.finestLevel.index - level.index)) else {
                throw refuse("have levels that are halves of each other")
            }
            guard (0...MapTile.maximumZoom).contains(zoom), first.x >= 0, first.y >= 0,
                max(first.x + level.grid.columns, first.y + level.grid.rows) <= 1 << zoom
            else { throw refuse("at zoom \(zoom) are fewer than this pyramid has") }
        }
    }
}
