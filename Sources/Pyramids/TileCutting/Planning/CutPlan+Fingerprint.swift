internal import ChannelImages
internal import Files
internal import Georeferencing
internal import ImageCodecs
internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
internal import TilePyramid

extension CutPlan {
    /// Identifies a run: the source's size, date and sampled content, and every option that changes a tile.
    ///
    /// An interrupted run is only resumed with the same fingerprint.
    public var fingerprint: String { fingerprint(identity: provider.identity()) }

    /// Identifies a run on an image with this identity.
    func fingerprint(identity: String) -> String {
        let shape = placement.shape
        let lines: [String?] = [
            identity,
            "size \(image.size) layout \(image.layout.channels)\(image.layout.depth.rawValue)",
            "tiles \(options.tileSize) overlap \(options.overlap) levels \(pyramid.presentLevels)",
            "shape \(shape.rounding.rawValue) \(shape.coarsest) \(shape.padsTiles) \(shape.origin) "
                + "margin \(placement.margin) background \(options.background) "
                + "blank \(configuration.blankTolerance.map(String.init) ?? "kept")",
            "bounds \(placement.bounds.map { "\($0.edges) \($0.crs.rawValue)" } ?? "none") "
                + "zoom \(placement.webMercator?.matrix.zoom ?? -1)",
            "format \(format.rawValue) quality \(options.quality) chroma \(options.chroma.rawValue) "
                + "model \(FNV1aHash.hash(encoding.jpegTemplate?.bytes ?? []))",
            "metadata \(FNV1aHash.hash(encoding.exif ?? [])) profile \(FNV1aHash.hash(encoding.profile ?? []))",
            // Increase this number when the same pixels are turned into different tiles.
            "making 3",
            "lossless \(options.lossless.rawValue) huffman \(options.optimizesHuffman) "
                + "reuse \(options.reusesLevels)",
            // 300 was the default for every format; where it no longer is, for SVG, the size differs.
            "decoding page \(decoding.page) dpi \(decoding.dpi ?? 300) range \(decoding.range) depth \(decoding.depth.rawValue) "
                + "alpha \(decoding.alpha) autorotate \(decoding.autorotate) profile \(decoding.keepProfile) "
                + "truncated \(decoding.allowTruncated)",
            // Journals of earlier versions lack lines that begin with this word, and are compared without them.
            (placement.warp?.source).map {
                "georeference \($0.transform) in \($0.crs.split(whereSeparator: \.isNewline))"
            },
            decoding.allowedLoss.isEmpty
                ? nil : "loss \(decoding.allowedLoss.map(\.rawValue).sorted().joined(separator: " "))",
            decoding.nodata == .stated ? nil : "nodata \(decoding.nodata)",
            encoding.nodata.map { "invalid pixels \($0)" },
            encoding.mixesFormats ? "mixed formats" : nil,
            channels.map { "channels \($0.rendering.statement)" },
            provider.contentHash().map { "content \(String($0, radix: 16))" },
        ]
        return lines.compactMap(\.self).joined(separator: "\n")
    }
}
