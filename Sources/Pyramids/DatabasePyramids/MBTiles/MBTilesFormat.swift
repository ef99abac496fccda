public import FilePyramids
internal import TilePyramid

extension PyramidFormat {
    /// A SQLite database (MBTiles 1.3).
    public static let mbtiles = PyramidFormat(
        id: "mbtiles", name: "MBTiles", fileExtensions: ["mbtiles"], mediaType: "application/vnd.sqlite3",
        capabilities: PyramidCapabilities {
            $0.isMapTiled = true
            $0.storedTexts = Set(CaptionText.allCases)
            // The specification lists these.
            $0.tileFormats = [.jpeg, .png, .webp]
        },
        shape: .mapTiles,
        recognize: { MBTilesSource.recognizedPaths(of: $0) },
        open: { path, _ in try MBTilesSource(opening: path) },
        create: { request in
            try MBTilesStore(
                creating: request.path, pyramid: request.pyramid, format: request.format, target: request.target,
                options: request.options)
        })
}
