internal import ImageMetadata
internal import ImageSources
internal import TilePyramid

extension ImageFormat {
    /// WebP, decoded by libwebp; animations and what is damaged through libvips.
    static let webP = ImageFormat(
        name: "WebP", kind: "WebP", fileExtensions: ["webp"], mediaType: "image/webp",
        signature: ImageSignature(BytePattern("RIFF").and(BytePattern("WEBP", at: 8))),
        size: { $0.withUnsafeBytes { WebPHeader($0)?.size } },
        traits: .whole(embedsProfiles: true),
        tiles: TileCoding(
            format: .webp, typicalPixelBytes: { $0 * (0.02 + 0.0006 * $1) },
            nanoseconds: { $1 * 100 }, makeDecoder: { WebPTileDecoder(profiles: $0) },
            makeEncoder: { try WebPTileEncoder(encoding: $0, layout: $1) },
            open: { opening in
                try WebPImageSource.open(opening.input, options: opening.options.stored).map {
                    try ColorConvertedSource($0, options: opening.options, file: opening.name)
                }
            }),
        vipsFormat: {
            var format = VipsFormat(name: "WebP", loader: "VipsForeignLoadWebpSource")
            format.pages = .counted
            format.load = VipsLoad.page
            return format
        }(),
        open: { opening in
            guard opening.acceptsStoredPixels else { return nil }
            return try WebPImageSource.open(opening.input, options: opening.options.stored).map {
                OpenedImage($0, isStored: true)
            }
        })
}
