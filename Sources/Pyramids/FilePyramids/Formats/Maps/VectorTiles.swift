package import TileContainers

/// The vector tiles of web maps, which are drawn from shapes and hold no image.
package enum VectorTiles {
    /// The names of the formats: as file extensions, in metadata, and as media types.
    private static let names = [
        "pbf", "mvt", "mlt", "application/x-protobuf", "application/vnd.mapbox-vector-tile",
        "application/vnd.maplibre-vector-tile",
    ]

    /// Whether metadata or a file extension names vector tiles.
    package static func isName(_ name: String) -> Bool { names.contains(name.lowercased()) }

    /// The error for a pyramid of vector tiles.
    ///
    /// - Parameters:
    ///   - path: the pyramid.
    ///   - format: the name of the format: MVT (Mapbox Vector Tile), or MLT (MapLibre Tile).
    /// - Returns: an error that names the format and the remedy.
    package static func refusal(_ path: String, _ format: String = "MVT") -> StoreError {
        StoreError(
            .malformed, path: path,
            "these are vector tiles (\(format)), which hold shapes instead of images. Only raster tiles are read: draw "
                + "them with a map renderer first.")
    }
}
