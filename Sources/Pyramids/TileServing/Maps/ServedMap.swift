internal import Georeferencing
internal import MapProjections
internal import TileCutting
internal import TilePyramid

/// A georeferenced image whose tiles are not those of a map, as a map: its place in the grid of Web Mercator, where its pixels
/// are brought when a tile is requested.
struct ServedMap: Sendable {
    /// The place, as a cut of the image would have it.
    let placement: MapPlacement
    /// The addresses of the tiles.
    let tiles: TileMatrixSet
    private let transforms: TransformPool

    /// Places an image of a size in full-size pixels.
    ///
    /// - Throws: `GeoreferencingError` when PROJ or the system is missing, or the image does not lie on the map.
    init(_ place: RasterGeoreference, size: PixelSize, _ transforms: TransformPool) throws(GeoreferencingError) {
        placement = try MapPlacement(place, size: size)
        tiles = placement.tiles
        self.transforms = transforms
    }

    /// Plans a tile; blocks for some transforms of coordinates.
    ///
    /// - Parameters:
    ///   - tile: one of ``tiles``.
    ///   - pixels: the image.
    /// - Returns: the plans of what the tile shows of the image: none, one, or two where the ends of an image around the Earth
    ///   meet.
    /// - Throws: `GeoreferencingError` when there is no way between the systems.
    func plans(_ tile: MapTile, of pixels: some DecodedTiles) throws -> [MapTilePlan] {
        func plans(_ transform: CoordinateTransform?) throws -> [MapTilePlan] {
            // PROJ finds the pixels of a whole map wherever their longitudes begin.
            let turns = placement.isWarped && placement.webMercator.wrappedColumns != nil ? 0...0 : 0...1
            return try turns.compactMap { try MapTilePlan(tile, turn: $0, placement, pixels, transform: transform) }
        }
        guard placement.isWarped else { return try plans(nil) }
        return try transforms.withTransform(to: placement.source.crs) { try plans($0) }
    }
}
