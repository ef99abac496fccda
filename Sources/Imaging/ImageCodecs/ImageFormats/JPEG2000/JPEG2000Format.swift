internal import ImageMetadata
internal import ImageSources
internal import TilePyramid

extension ImageFormat {
    /// JPEG 2000, in a JP2 file or a bare codestream, decoded by OpenJPEG in parts.
    ///
    /// libvips does not read it: version 8.14 writes beyond its memory for some files.
    static let jpeg2000 = ImageFormat(
        name: "JPEG 2000", kind: "JPEG 2000", fileExtensions: ["jp2", "j2k", "j2c", "jpc", "jpx", "jph", "jhc"],
        mediaType: "image/jp2",
        mediaTypes: [
            "j2k": "image/j2c", "j2c": "image/j2c", "jpc": "image/j2c", "jpx": "image/jpx", "jph": "image/jph",
            "jhc": "image/jphc",
        ],
        signature: ImageSignature(
            BytePattern([0, 0, 0, 12, 0x6A, 0x50, 0x20, 0x20, 0x0D, 0x0A, 0x87, 0x0A]),
            BytePattern([0xFF, 0x4F, 0xFF, 0x51])),
        size: JPEG2000Format.size,
        // Code-blocks that are not coded take no bytes, but OpenJPEG transforms all of their samples. It is not an isolated format,
        // because its source limits what is decoded in a call.
        traits: ImageTraits(
            isIsolated: false, leastPixelLimit: DecodeLimits.leastPixelLimit, embedsProfiles: true),
        tiles: TileCoding(
            format: .jp2, isLossless: { $0 == 100 },
            typicalPixelBytes: { $0 * ($1 == 100 ? 0.55 : 0.02 + 0.0007 * $1) },
            nanoseconds: { $1 * JPEG2000Format.nanosecondsPerPixel },
            makeEncoder: { try JPEG2000TileEncoder(encoding: $0, layout: $1) },
            open: { try JPEG2000ImageSource($0.input, options: $0.options) }),
        storedSamples: { opening in
            try opening.refuseLongSides(JPEG2000Format.size)
            return try JPEG2000StoredSamples(opening.input, options: opening.options)
        },
        places: { bytes, page, name in
            guard page == 1 else { return [] }
            let boxes = JPEG2000PlaceBoxes(bytes)
            return [
                boxes.geoTIFF.flatMap { PlaceSource(geoJP2: $0, name: name) },
                boxes.coverage.map { PlaceSource(coverage: $0, name: name) },
            ].compactMap(\.self)
        },
        open: { opening in
            try opening.refuseLongSides(JPEG2000Format.size)
            return OpenedImage(
                try JPEG2000ImageSource(opening.input, options: opening.options), orientation: .upright)
        })
}

enum JPEG2000Format {
    /// An upper estimate of the processor time for decoding a pixel.
    static let nanosecondsPerPixel = 1500.0

    /// The size of a shown image, which is the size of its finest channel.
    fileprivate static func size(_ file: [UInt8]) -> PixelSize? {
        let bytes = ImageBytes(file)
        guard let start = JPEG2000Container.codestreamOffset(bytes),
            let header = JPEG2000CodestreamHeader(bytes, at: start),
            let channels = try? JPEG2000ChannelMap(header, JPEG2000HeaderBoxes(bytes))
        else { return nil }
        return header.size(channels.subsampling)
    }
}
