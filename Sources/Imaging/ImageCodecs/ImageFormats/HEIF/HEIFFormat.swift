internal import CVips
internal import ImageMetadata
internal import ImageSources
internal import TilePyramid

extension ImageFormat {
    /// HEIF, decoded by libheif: grids by rows of tiles, other images as a whole.
    static let heif = ImageFormat(
        name: "HEIF", kind: "HEIF", fileExtensions: ["heic", "heif", "hif"], mediaType: "image/heif",
        mediaTypes: ["heic": "image/heic"],
        signature: ImageSignature(HEIFFormat.start, except: [HEIFFormat.avif]),
        traits: .whole(embedsProfiles: true), tiles: TileCoding(open: HEIFFormat.openTile),
        vipsFormat: HEIFFormat.vipsFormat(name: "HEIF", brands: ["heic", "heix", "heim", "heis", "mif1", "msf1"]) {
            !$0
        },
        storedValues: .rows(scales: true), open: HEIFFormat.open)
}

/// The parts of the value of HEIF, which AVIF shares.
enum HEIFFormat {
    /// The first box, and the one of an AVIF.
    static let start = BytePattern("ftyp", at: 4)
    static let avif = BytePattern("ftypavif", at: 4)

    /// Opens a grid, or an image whose colors libvips does not convert.
    static func open(_ opening: ImageOpening) throws -> OpenedImage? {
        if opening.acceptsStoredPixels,
            let grid = try HEIFGridSource.open(opening.input, options: opening.options.stored)
        {
            return OpenedImage(grid, isStored: true)
        }
        guard HEIFColors(opening.bytes, page: opening.options.page)?.encoding != nil else { return nil }
        var stored = opening
        stored.options = opening.options.stored
        return OpenedImage(try stored.throughVips(), isStored: true)
    }

    /// Opens a tile whose colors libvips does not convert.
    static func openTile(_ opening: ImageOpening) throws -> (any ImageSource)? {
        guard HEIFColors(opening.bytes, page: opening.options.page)?.encoding != nil else { return nil }
        return try ColorConvertedSource(
            opening.tileThroughVips(opening.options.stored), options: opening.options, file: opening.name)
    }

    /// The format as libvips reads it: of files with or without the brand of AVIF.
    static func vipsFormat(
        name: String, brands: [String], accepts: @escaping @Sendable (_ isAVIF: Bool) -> Bool
    ) -> VipsFormat {
        var format = VipsFormat(name: name, loader: "VipsForeignLoadHeifSource")
        format.accepts = { accepts($0.read(at: 8, count: 4).elementsEqual("avif".utf8)) }
        format.optionalSignature = ImageSignature(brands.map { start.and(BytePattern($0, at: 8)) })
        format.pages = .counted
        format.appliesOrientation = true
        format.load = { load, image in
            guard let page = load.page else { return VipsLoad.unlimited(load, &image) }
            return tk_vips_load_page_unlimited(vips, load.name, load.source, &image, load.failOn, Int32(page))
        }
        format.statedColors = { bytes, options, file in
            try HEIFColors.check(bytes, options, file: file).map {
                StatedColors(encoding: $0.encoding, warnings: $0.allWarnings)
            }
        }
        format.readSamples = { samples, image, _, _, _ in
            if let bits = image.integer("heif-bitdepth"), bits > 8 { samples.readLeftJustified(image, bits: bits) }
        }
        return format
    }
}
