internal import FilePyramids
package import Georeferencing
internal import TileContainers
package import TilePyramid
internal import TileStores

/// A georeferenced pyramid as the server shows it on a map, without requests and caches: for measurements.
///
/// From any thread.
package struct WarpedMap: Sendable {
    private let map: ServedMap
    private let pixels: CachedTileDecoder

    /// Opens a pyramid; blocks while its file is read.
    ///
    /// - Throws: `StoreError` when the file is not a pyramid with a place of its own, or cannot be a map, and errors of the file.
    package init(opening path: String) throws {
        guard let opened = try Pyramids.openBlocking(path), opened.source.georeference == nil,
            let place = try opened.source.rasterGeoreference
        else {
            throw StoreError(
                .malformed, path: path,
                "it is not a pyramid that is warped to be a map. Name a georeferenced COG, such as one in UTM.")
        }
        let source = opened.source
        pixels = try CachedTileDecoder(
            source, format: source.format, name: path, image: 0,
            cache: DecodedTileCache(limit: ServingLimits().decodedTileBytes))
        do throws(GeoreferencingError) {
            map = try ServedMap(place, size: source.pyramid.size, TransformPool())
        } catch {
            throw StoreError(.malformed, path: path, error.message)
        }
    }

    /// The zooms of the map.
    package var zooms: ClosedRange<Int> { map.tiles.zooms }

    /// Some tiles of a zoom, spread evenly over all of them.
    ///
    /// - Parameters:
    ///   - zoom: one of ``zooms``.
    ///   - limit: the most tiles; at least 1.
    /// - Returns: their addresses.
    package func tiles(zoom: Int, limit: Int) -> [MapTile] {
        let level = map.tiles.pyramid.levels[zoom - map.tiles.coarsestZoom]
        let grid = level.grid
        let count = min(limit, grid.count)
        return (0..<count).map { number in
            let tile = number * grid.count / count
            return map.tiles.tile(
                TileIndex(level: level.index, column: tile % grid.columns, row: tile / grid.columns))
        }
    }

    /// Renders a tile, and encodes it.
    ///
    /// - Parameters:
    ///   - tile: the tile.
    ///   - format: JPEG, PNG or WebP.
    ///   - quality: the quality of lossy formats.
    /// - Returns: its bytes; nil if it shows nothing of the image.
    /// - Throws: errors of the file.
    package func encodedTile(_ tile: MapTile, format: TileFormat, quality: Int) throws -> [UInt8]? {
        guard let output = OutputFormat(format) else { preconditionFailure("JPEG, PNG or WebP") }
        return try MapTileRenderer(tiles: pixels).encoded(
            try map.plans(tile, of: pixels), output, quality: quality)
    }
}
