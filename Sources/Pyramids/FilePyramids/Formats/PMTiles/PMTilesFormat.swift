internal import TilePyramid

extension PyramidFormat {
    /// A single file for range requests to a web server (PMTiles 3).
    public static let pmtiles: PyramidFormat = PyramidFormat(
        id: "pmtiles", name: "PMTiles", fileExtensions: ["pmtiles"], mediaType: "application/vnd.pmtiles",
        capabilities: PyramidCapabilities {
            $0.supportsStreams = true
            $0.isMapTiled = true
            $0.storedTexts = Set(CaptionText.allCases)
            // The specification lists these.
            $0.tileFormats = [.jpeg, .png, .webp, .avif]
        },
        shape: .mapTiles,
        recognize: { PMTilesSource.recognizedPaths(of: $0) },
        open: { path, _ in try PMTilesSource(opening: path) },
        create: { request in
            try PMTilesStore(
                creating: request.path, pyramid: request.pyramid, format: request.format, target: request.target,
                options: request.options)
        }
    ).readingRanges(
        of: { $0.starts(with: "PMTiles".utf8) },
        open: { file, _ in (try PMTilesSource(file), .pmtiles) })
}
