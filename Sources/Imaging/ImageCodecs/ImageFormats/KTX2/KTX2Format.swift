internal import ImageMetadata
internal import ImageSources
internal import TilePyramid

extension ImageFormat {
    /// KTX 2.0 with pixels ready to draw, which is not compressed.
    static let ktx2 = ImageFormat(
        name: "KTX2", mediaType: "image/ktx2", signature: ImageSignature(BytePattern(KTX2Header.identifier)),
        size: { (try? KTX2Header(ImageBytes($0), name: ""))?.size }, traits: .streamed,
        tiles: TileCoding(
            format: .ktx2, servedTypes: [], isLossless: { _ in true },
            typicalPixelBytes: { _, _ in 4 }, nanoseconds: { $1 * 10 }, makeDecoder: { _ in KTX2TileDecoder() },
            makeEncoder: { try KTX2TileEncoder(encoding: $0, layout: $1) },
            open: { try KTX2ImageSource($0.bytes, options: $0.options, name: $0.name) }),
        open: { opening in
            guard opening.options.page == 1 else { return nil }
            return OpenedImage(
                try KTX2ImageSource(opening.bytes, options: opening.options, name: opening.name),
                orientation: .upright)
        })
}
