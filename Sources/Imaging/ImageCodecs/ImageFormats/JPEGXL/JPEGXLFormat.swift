internal import CVips
internal import ImageMetadata
internal import ImageSources
internal import TilePyramid

extension ImageFormat {
    /// JPEG XL, decoded by libjxl; what that source does not serve through libvips.
    static let jpegXL = ImageFormat(
        name: "JPEG XL", kind: "JPEG XL", fileExtensions: ["jxl"], mediaType: "image/jxl",
        signature: ImageSignature(
            BytePattern([0xFF, 0x0A]), BytePattern([0, 0, 0, 12] + "JXL ".utf8 + [0x0D, 0x0A, 0x87, 0x0A])),
        traits: .whole(embedsProfiles: true),
        tiles: TileCoding(
            format: .jxl, signature: JPEGXLFormat.start,
            typicalPixelBytes: { $0 * (0.02 + 0.0006 * $1) },
            makeEncoder: { try VipsTileEncoder(encoding: $0, layout: $1, saver: .jpegXL) },
            open: JPEGXLFormat.openTile),
        vipsFormat: JPEGXLFormat.vipsFormat,
        open: { opening in
            guard opening.acceptsStoredPixels else { return nil }
            return try JPEGXLImageSource.open(opening.input, options: opening.options.stored).map {
                OpenedImage($0, isStored: true)
            }
        })
}

private enum JPEGXLFormat {
    /// The first bytes, also of files whose first box is damaged.
    static let start = ImageSignature(BytePattern([0xFF, 0x0A]), BytePattern("JXL ", at: 4))

    /// Opens a tile in PQ or HLG, which libvips does not convert.
    static func openTile(_ opening: ImageOpening) throws -> (any ImageSource)? {
        guard let source = try JPEGXLImageSource.open(opening.input, options: opening.options.stored),
            source.info.profile.flatMap(ICCProfile.init).flatMap(HDRSignal.init) != nil
        else { return nil }
        return try ColorConvertedSource(source, options: opening.options, file: opening.name)
    }

    static let vipsFormat = {
        var format = VipsFormat(name: "JPEG XL", loader: "VipsForeignLoadJxlSource")
        format.optionalSignature = start
        format.appliesOrientation = true
        format.readSamples = SampleFormat.declareFullRange
        return format
    }()
}

extension VipsSaver {
    private static let effort: Int32 = 4

    /// The minimum quality that libvips maps to a distance within libjxl's limit of 25.
    private static let leastJPEGXL = 5

    /// The encoder of libjxl.
    fileprivate static let jpegXL = VipsSaver(
        operation: "jxlsave_buffer", name: "jxl", quality: { max($0, leastJPEGXL) },
        addEXIF: { JXLContainer.wrap($0, exif: $1) }
    ) { image, bytes, count, options in
        tk_vips_save_jxl(vips, image, &bytes, &count, options.quality, effort, options.strip)
    }
}
