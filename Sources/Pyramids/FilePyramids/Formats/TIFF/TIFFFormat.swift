internal import TilePyramid

extension PyramidFormat {
    /// A tiled TIFF or BigTIFF with reduced-resolution images, or a Cloud-Optimized GeoTIFF.
    public static let tiff = PyramidFormat(
        id: "tiff", name: "TIFF", phrase: "a TIFF", fileExtensions: ["tif", "tiff"],
        capabilities: PyramidCapabilities {
            $0.supportsStreams = true
            $0.storesBounds = true
            $0.requiresUniformEncoding = true
            $0.tileFormats = [.jpeg, .png, .webp]
        },
        shape: .mapTiles,
        recognize: { TIFFPyramidSource.recognizedPaths(of: $0) },
        open: { path, _ in try TIFFPyramidSource(opening: path) },
        create: { request in
            try TIFFStore(
                creating: request.path, pyramid: request.pyramid, format: request.format, target: request.target,
                options: request.options)
        })
}
