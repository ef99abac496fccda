internal import CVips
internal import ImageMetadata
internal import ImageSources
internal import JPEGLossless
internal import TilePyramid

extension ImageFormat {
    /// JPEG, decoded by libjpeg row by row; CMYK with a range of samples through libvips.
    package static let jpeg = ImageFormat(
        name: "JPEG", kind: "JPEG", fileExtensions: ["jpg", "jpeg", "jpe", "jfif"], mediaType: "image/jpeg",
        signature: ImageSignature(JPEGFormat.start), size: JPEGFormat.size,
        traits: ImageTraits(isIsolated: false, decodesScaled: true, embedsProfiles: true),
        tiles: TileCoding(
            format: .jpeg,
            servedTypes: ["image/jpeg", "image/jpg", "image/vnd.jpeg-png", "image/vnd.jpeg-png8"],
            typicalPixelBytes: JPEGFormat.typicalPixelBytes, nanoseconds: JPEGFormat.nanoseconds,
            makeDecoder: { JPEGTileDecoder(profiles: $0) },
            makeEncoder: { try JPEGTileEncoder(encoding: $0, layout: $1) }, open: JPEGFormat.openTile),
        vipsFormat: JPEGFormat.vipsFormat, open: JPEGFormat.open)
}

/// The parts of the value of JPEG, which JPNG shares.
enum JPEGFormat {
    /// The first bytes: SOI, and the first byte of another marker.
    static let start = BytePattern([0xFF, 0xD8, 0xFF])

    /// The size in the frame header.
    static func size(_ bytes: [UInt8]) -> PixelSize? {
        bytes.withUnsafeBytes { JPEGSegments($0) }.map { PixelSize(width: $0.width, height: $0.height) }
    }

    fileprivate static func open(_ opening: ImageOpening) throws -> OpenedImage? {
        let options = opening.options
        guard let jpeg = try JPEGImageSource.stored(opening.input, options: options, scale: opening.scale) else {
            return nil
        }
        if let conversion = try jpeg.conversion(options) {
            return OpenedImage(
                ColorConvertedSource(jpeg, conversion, threads: options.threads), orientation: jpeg.orientation)
        }
        let isUpright = !options.autorotate || jpeg.orientation == .upright
        return OpenedImage(
            isUpright ? jpeg : RotatedJPEGSource(jpeg, name: opening.name, threads: options.threads),
            orientation: .upright)
    }

    /// Opens a tile; at full size if its colors have to be converted.
    static func openTile(_ opening: ImageOpening) throws -> (any ImageSource)? {
        if opening.scale != .full,
            let jpeg = try JPEGImageSource.open(opening.input, options: opening.options, scale: opening.scale)
        {
            return jpeg
        }
        guard let jpeg = try JPEGImageSource.stored(opening.input, options: opening.options) else { return nil }
        guard let conversion = try jpeg.conversion(opening.options) else { return jpeg }
        return ColorConvertedSource(jpeg, conversion, threads: opening.options.threads)
    }

    fileprivate static let vipsFormat = {
        var format = VipsFormat(name: "JPEG", loader: "VipsForeignLoadJpegSource")
        format.load = { tk_vips_load_jpeg(vips, $0.name, $0.source, &$1, $0.failOn, Int32($0.scale.rawValue)) }
        format.loggedDamage = .always { input in
            let inspection = try JPEGInspection(input)
            return InspectedDamage(
                damage: inspection.damage,
                warning: inspection.hasSkippedBytes ? JPEGInspection.skippedBytesWarning : nil)
        }
        return format
    }()

    /// 0.05 bytes per sample at quality 50, 0.1 at 85, 0.35 at 100: measured with libjpeg on photographs.
    fileprivate static func typicalPixelBytes(_ samples: Double, _ quality: Double) -> Double {
        samples * (0.03 + 0.0004 * quality + (quality > 85 ? 0.017 * (quality - 85) : 0.012 * quality / 28))
    }

    /// Upper estimates for a pixel, for a pixel of each scan, and for a scan, whatever the pixels, in nanoseconds.
    private static let cost = (pixel: 25.0, scanPixel: 15.0, scan: 20_000.0)

    static func nanoseconds(_ tile: [UInt8], pixels: Double) -> Double {
        // Every pair of these bytes counts, also those that are data of another segment.
        let scans = tile.withUnsafeBufferPointer { bytes in
            zip(bytes, bytes.dropFirst()).reduce(0) { $0 + ($1 == (0xFF, 0xDA) ? 1 : 0) }
        }
        // A sequential JPEG has at most a scan for each component.
        let most = Double(max(1, scans))
        return pixels * (cost.pixel + (most > 4 ? most * cost.scanPixel : 0)) + most * cost.scan
    }
}
