public import FilePyramids
internal import TilePyramid

extension PyramidFormat {
    /// A SQLite database of the OGC (GeoPackage 1.3, https://www.geopackage.org/spec131/), which may mix JPEG and PNG tiles.
    public static let geoPackage = PyramidFormat(
        id: "gpkg", name: "GeoPackage", phrase: "a GeoPackage", fileExtensions: ["gpkg"],
        mediaType: "application/geopackage+sqlite3",
        capabilities: PyramidCapabilities {
            $0.namesParts = true
            $0.isMapTiled = true
            $0.storedTexts = [.title, .attribution]
            $0.mayMixFormats = true
            // The specification lists the first two, and an extension of it the third.
            $0.tileFormats = [.jpeg, .png, .webp]
        },
        shape: .mapTiles,
        recognize: { GeoPackageSource.recognizedPaths(of: $0) },
        open: { path, _ in try GeoPackageSource(opening: path) },
        create: { request in
            try GeoPackageStore(
                creating: request.path, pyramid: request.pyramid, format: request.format, target: request.target,
                options: request.options)
        })
}
