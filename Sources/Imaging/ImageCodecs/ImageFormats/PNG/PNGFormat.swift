internal import CVips
internal import ImageMetadata
internal import ImageSources
internal import TilePyramid

extension ImageFormat {
    /// PNG, read as a stream.
    static let png = ImageFormat(
        name: "PNG", kind: "PNG", fileExtensions: ["png"], mediaType: "image/png",
        signature: ImageSignature(BytePattern(PNGHeader.signature)), size: PNGFormat.size,
        traits: ImageTraits(isIsolated: false, embedsProfiles: true),
        tiles: TileCoding(
            format: .png, signature: ImageSignature(BytePattern(PNGHeader.signature.prefix(4))),
            servedTypes: ["image/png", "image/png8", "image/png24", "image/png32", "image/apng"],
            isLossless: { _ in true }, typicalPixelBytes: { samples, _ in samples * 0.6 },
            storesSixteenBits: true, nanoseconds: { $1 * 80 }, makeDecoder: { PNGTileDecoder(profiles: $0) },
            makeEncoder: { try PNGTileEncoder(encoding: $0, layout: $1) },
            open: { try PNGFormat.open($0)?.source }),
        vipsFormat: PNGFormat.vipsFormat, storedValues: .rows(scales: false),
        open: { opening in
            try opening.refuseLongSides(PNGFormat.size)
            return try PNGFormat.open(opening)
        })
}

private enum PNGFormat {
    static func size(_ bytes: [UInt8]) -> PixelSize? { bytes.withUnsafeBytes { PNGHeader(file: $0)?.size } }

    /// Opens an image in sRGB, or one whose colors are converted.
    static func open(_ opening: ImageOpening) throws -> OpenedImage? {
        if let png = try PNGImageSource.open(opening.input, options: opening.options) {
            return OpenedImage(png, orientation: png.orientation)
        }
        guard let png = try PNGImageSource.open(opening.input, options: opening.options.stored) else { return nil }
        return OpenedImage(
            try ColorConvertedSource(png, options: opening.options, file: opening.name), orientation: png.orientation)
    }

    static let vipsFormat = {
        var format = VipsFormat(name: "PNG", loader: "VipsForeignLoadPngSource")
        // With "error", libvips 8.14 ignores wrong checksums instead of reporting them.
        format.failsOn = VIPS_FAIL_ON_TRUNCATED
        format.load = VipsLoad.unlimited
        format.loggedDamage = .whenLenient
        return format
    }()
}
