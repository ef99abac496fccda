internal import CVips
internal import Georeferencing
internal import ImageMetadata
internal import ImageSources
internal import TilePyramid

extension ImageFormat {
    /// TIFF and BigTIFF, decoded by libtiff in strips and tiles; some colors through libvips.
    package static let tiff = ImageFormat(
        name: "TIFF", kind: "TIFF", fileExtensions: ["tif", "tiff", "btf", "tf8"], mediaType: "image/tiff",
        signature: ImageSignature(
            BytePattern([0x49, 0x49, 42, 0]), BytePattern([0x4D, 0x4D, 0, 42]), BytePattern([0x49, 0x49, 43, 0]),
            BytePattern([0x4D, 0x4D, 0, 43])),
        size: TIFFFormat.size,
        traits: ImageTraits(isIsolated: false, readsValidity: true, embedsProfiles: true),
        tiles: TileCoding(open: TIFFFormat.openTile),
        vipsFormat: TIFFFormat.vipsFormat,
        storedValues: .blocks { input, page in try TIFFPixelBlocks(input, page: page) },
        openChannels: { opening in
            try TIFFChannelImage.open(
                opening.input, options: opening.options, alphaIsChannel: opening.alphaIsChannel)
        },
        places: TIFFFormat.places, openForRange: TIFFFormat.openForRange, open: TIFFFormat.open)
}

extension TIFFImageSource: RangedImageSource {}

private enum TIFFFormat {
    /// The size of the first page.
    static func size(_ bytes: [UInt8]) -> PixelSize? {
        guard let page = TIFFDirectory(page: 0, read: ImageBytes(bytes).read), let width = page.integer(.imageWidth),
            let height = page.integer(.imageLength)
        else { return nil }
        return PixelSize(width: width, height: height)
    }

    static func open(_ opening: ImageOpening) throws -> OpenedImage? {
        if let tiff = try TIFFImageSource.open(opening.input, options: opening.options) {
            return OpenedImage(tiff, orientation: tiff.orientation)
        }
        if let tiff = try TIFFImageSource.openConverted(opening.input, options: opening.options) {
            return OpenedImage(tiff.source, orientation: tiff.orientation)
        }
        let source = try opening.throughVips()
        try opening.checkLimits(source.info)
        let validity = try TIFFValidity(ofOther: opening.input, size: source.info.size, opening.options)
        guard !validity.isSilent else { return OpenedImage(source) }
        return OpenedImage(
            ValiditySource(source, validity, alpha: opening.options.alpha), orientation: source.orientation)
    }

    /// Opens a tile whose compression or validity libvips does not know, or whose colors are converted.
    static func openTile(_ opening: ImageOpening) throws -> (any ImageSource)? {
        if let tiff = try TIFFImageSource.open(opening.input, options: opening.options),
            tiff.blocks.page.jpeg2000 != nil || tiff.validity.statement != nil
        {
            return tiff
        }
        return try TIFFImageSource.openConverted(opening.input, options: opening.options)?.source
    }

    /// Opens a page with its stored samples, or through libvips.
    static func openForRange(_ opening: ImageOpening) throws -> any ImageSource {
        if let tiff = try TIFFImageSource.open(opening.input, options: opening.options) { return tiff }
        if let tiff = try TIFFImageSource.open(opening.input, options: opening.options.stored) { return tiff }
        return try opening.throughVips()
    }

    /// The statement of the GeoTIFF tags.
    static func places(_ bytes: ImageBytes, page: Int, name: String) -> [PlaceSource] {
        guard page > 0, let directory = TIFFDirectory(page: page - 1, read: bytes.read) else { return [] }
        return [PlaceSource(geoTIFF: directory, origin: StatedGeoreference.tagsOrigin, name: name)]
    }

    static let vipsFormat = {
        var format = VipsFormat(name: "TIFF", loader: "VipsForeignLoadTiffSource")
        format.pages = .any
        format.load = VipsLoad.page
        format.refuse = { try TIFFJPEG2000Compression.refuse($0, page: $1, file: $2) }
        format.readSamples = { $0.readTIFF($1, colors: $2, $3, page: $4) }
        return format
    }()
}
