internal import ImageMetadata
internal import ImageSources
internal import TilePyramid

extension ImageFormat {
    /// JPNG, a JPEG with an alpha that follows it; one whose parts do not fill the file is read as a JPEG.
    static let jpng = ImageFormat(
        name: "JPNG", mediaType: "image/jpeg",
        signature: ImageSignature(JPEGFormat.start, endingIn: JPNGFooter.patterns), size: JPEGFormat.size,
        // The alpha is in memory as a whole.
        traits: ImageTraits(isIsolated: false, leastPixelLimit: DecodeLimits.leastPixelLimit),
        tiles: TileCoding(
            format: .jpng, formatWithoutAlpha: .jpeg, servedTypes: [],
            // The alpha of most pixels is like that of their neighbors.
            typicalPixelBytes: { $0 * (0.03 + 0.0006 * $1) }, nanoseconds: JPEGFormat.nanoseconds,
            makeDecoder: { JPNGTileDecoder(profiles: $0) },
            makeEncoder: { try JPNGTileEncoder(encoding: $0, layout: $1) },
            open: { opening in
                guard let footer = JPNGFooter(of: opening.bytes) else {
                    var opening = opening
                    opening.scale = .full
                    return try JPEGFormat.openTile(opening)
                }
                return try JPNGImageSource(opening.bytes, footer, options: opening.options, name: opening.name)
            }),
        open: { opening in
            guard opening.options.page == 1, let footer = JPNGFooter(of: opening.bytes) else { return nil }
            return OpenedImage(
                try JPNGImageSource(opening.bytes, footer, options: opening.options, name: opening.name),
                orientation: .upright)
        })
}
