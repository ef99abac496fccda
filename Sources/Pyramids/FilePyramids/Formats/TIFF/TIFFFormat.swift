internal import ImageMetadata
internal import TileContainers
internal import TilePyramid

extension PyramidFormat {
    /// A tiled TIFF or BigTIFF with reduced-resolution images, or a Cloud-Optimized GeoTIFF.
    public static let tiff: PyramidFormat = PyramidFormat(
        id: "tiff", name: "TIFF", phrase: "a TIFF", fileExtensions: ["tif", "tiff"],
        // TIFFs are listed as images; the viewer and the server recognize those that are pyramids.
        listedExtensions: [], mediaType: "image/tiff",
        capabilities: PyramidCapabilities {
            $0.supportsStreams = true
            $0.storesBounds = true
            $0.storedTexts = [.title]
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
        }
    ).readingRanges(
        of: { TIFFHeader($0) != nil },
        open: { file, _ in (try TIFFPyramidSource(ranged: file), .tiff) })
}

extension TIFFPyramidSource {
    /// Opens a file of which parts are read.
    ///
    /// - Throws: ``StoreError`` also for a TIFF in strips, and for tiles that cannot be decoded.
    fileprivate convenience init(ranged file: any RandomAccessFile) throws {
        let reader = try TIFFByteReader(file)
        let first = try TIFFDirectory(at: reader.firstDirectory(), of: reader)
        guard first.has(.tileOffsets) || first.has(.subIFDs) || first.next != 0 else {
            throw StoreError(
                .malformed, path: file.path,
                "this TIFF is stored in strips, of which too much would have to be read. Download it, and open the file."
            )
        }
        try self.init(file)
        guard canDecodeTiles else {
            throw StoreError(
                .malformed, path: file.path,
                "its pixel format is not supported in tiles. Download it, and open the file.")
        }
    }
}
