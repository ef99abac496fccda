internal import ImageMetadata
internal import ImageSources
internal import JPEGLossless
internal import PixelKernels
internal import TilePyramid

/// Opens an image of any supported format, recognized by content and not by name.
///
/// Only the header is read. The function chooses the fastest decoder that gives correct colors: direct paths for JPEG, PNG,
/// WebP, JPEG XL and most TIFFs, OpenJPEG for JPEG 2000, libvips for everything else.
///
/// - Parameters:
///   - input: a file or bytes in memory.
///   - options: the page, orientation, colors and depth.
/// - Returns: a source that delivers the image with these options.
/// - Throws: ``CodecError`` that names the file, the fault and the remedy.
public func openImage(_ input: ImageInput, options: DecodeOptions = DecodeOptions()) throws -> any ImageSource {
    try openImage(input, options: options, scale: .full)
}

/// Opens an image at a smaller size where the format decodes it faster: JPEG.
///
/// Other formats keep their size.
func openImage(_ input: ImageInput, options: DecodeOptions, scale: DecodeScale) throws -> any ImageSource {
    let source: any ImageSource =
        DecoderProcess.isolatesEverything
        ? try IsolatedImageSource(wholeOf: input, options: options, scale: scale)
        : try openWithBestDecoder(input, options: options, scale: scale)
    let size = source.info.size
    guard max(size.width, size.height) <= ImageInfo.longestSide else { throw CodecError.tooLarge(input.name) }
    if options.limits.pixels != nil {
        try options.limits.check(pixels: size.area, bytes: 0, least: nil, file: input.name)
    }
    return source
}

/// The number of bytes in which the size of a PNG or JPEG 2000 is expected.
private let sizeHeaderBytes = 4096

/// Opens the image with the fastest decoder, whatever its size, and finds out which of its pixels are valid.
private func openWithBestDecoder(
    _ input: ImageInput, options: DecodeOptions, scale: DecodeScale
) throws -> any ImageSource {
    // The stored samples of a TIFF are compared and masked while they are read.
    let isTIFF = ImageHeader.Format(try ImageBytes(input).read(at: 0, count: ImageHeader.Format.magicBytes)) == .tiff
    if !isTIFF, let values = options.nodata.requested {
        return try openComparing(input, options: options, values, name: "the no-data value")
    }
    let source = try openDecoder(input, options: options, scale: scale)
    guard !isTIFF, scale == .full, case .file(let path) = input else { return source }
    // What files beside an image say is said of its stored pixels.
    let orientation = source.info.appliedOrientation
    var stored = source.info
    stored.size = orientation.upright(stored.size)
    let validity = try TIFFValidity(besides: path, stored, options)
    if let values = validity.values {
        return try openComparing(input, options: options, values, name: "its no-data value")
    }
    if case .mask = validity.statement, orientation != .upright {
        var options = options
        options.autorotate = false
        let base = try openDecoder(input, options: options, scale: scale)
        return OrientedSource(
            ValiditySource(base, validity, alpha: options.alpha), orientation: orientation, name: input.name)
    }
    return validity.isSilent ? source : ValiditySource(source, validity, alpha: options.alpha)
}

/// Opens an image that is no TIFF, and makes those pixels transparent that have some values.
private func openComparing(
    _ input: ImageInput, options: DecodeOptions, _ values: NodataValues, name: String
) throws -> any ImageSource {
    var stored = options.stored
    stored.nodata = .none
    stored.range = .full
    let source = try openDecoder(input, options: stored, scale: .full)
    return try ColorConvertedSource(
        ValiditySource(source, nodata: values, name: name), options: options, file: input.name)
}

/// Opens the image with the fastest decoder; of a TIFF, invalid pixels are marked.
private func openDecoder(
    _ input: ImageInput, options: DecodeOptions, scale: DecodeScale
) throws -> any ImageSource {
    func upright(_ source: any ImageSource, _ orientation: Orientation) -> any ImageSource {
        guard options.autorotate, orientation != .upright else { return source }
        return OrientedSource(source, orientation: orientation, name: input.name)
    }
    let bytes = try ImageBytes(input)
    let format = ImageHeader.Format(bytes.read(at: 0, count: ImageHeader.Format.magicBytes))
    // Decoders call a header with a side beyond their own limit damaged.
    if format == .png || format == .jpeg2000, let header = ImageHeader(bytes.read(at: 0, count: sizeHeaderBytes)),
        max(header.size.width, header.size.height) > ImageInfo.longestSide
    {
        throw CodecError.tooLarge(input.name)
    }
    if format == .jpeg, options.page == 1, let footer = JPNGFooter(of: bytes) {
        let source = try JPNGImageSource(bytes, footer, options: options, name: input.name)
        // The alpha is in memory as a whole.
        try options.limits.check(
            pixels: source.info.size.area, bytes: bytes.size, least: DecodeLimits.leastPixelLimit, file: input.name)
        return source
    }
    if format == .ktx2, options.page == 1 {
        return try KTX2ImageSource(bytes, options: options, name: input.name)
    }
    if format == .jpeg, let jpeg = try JPEGImageSource.stored(input, options: options, scale: scale) {
        if let conversion = try jpeg.conversion(options) {
            return upright(ColorConvertedSource(jpeg, conversion, threads: options.threads), jpeg.orientation)
        }
        let isUpright = !options.autorotate || jpeg.orientation == .upright
        return isUpright ? jpeg : RotatedJPEGSource(jpeg, name: input.name, threads: options.threads)
    }
    if format == .tiff, let tiff = try TIFFImageSource.open(input, options: options) {
        return upright(tiff, tiff.orientation)
    }
    if format == .tiff, let tiff = try TIFFImageSource.openConverted(input, options: options) {
        return upright(tiff.source, tiff.orientation)
    }
    if format == .png, let png = try PNGImageSource.open(input, options: options) {
        return upright(png, png.orientation)
    }
    if format == .png, let png = try PNGImageSource.open(input, options: options.stored) {
        return upright(try ColorConvertedSource(png, options: options, file: input.name), png.orientation)
    }
    // libvips 8.14 writes beyond its memory when it reads some JPEG 2000 files.
    if format == .jpeg2000 {
        let source = try JPEG2000ImageSource(input, options: options)
        // Code-blocks that are not coded take no bytes, but OpenJPEG transforms all of their samples.
        try options.limits.check(
            pixels: source.info.size.area, bytes: bytes.size, least: DecodeLimits.leastPixelLimit, file: input.name)
        return source
    }
    if DecoderProcess.isEnabled, FormatTraits.needsProcess(format) {
        let source = try IsolatedImageSource(input, options: options)
        return upright(
            source.isStored ? try ColorConvertedSource(source, options: options, file: input.name) : source,
            source.orientation)
    }
    let image = try OpenedImage(input, options: options, scale: scale)
    let source = image.source
    let traits = FormatTraits(container: source.info.container)
    try options.limits.check(
        pixels: source.info.size.declaredArea(options, traits), bytes: bytes.size, least: traits.leastPixelLimit,
        file: input.name)
    guard format == .tiff else {
        return upright(
            image.isStored ? try ColorConvertedSource(source, options: options, file: input.name) : source,
            source.orientation)
    }
    let validity = try TIFFValidity(ofOther: input, size: source.info.size, options)
    return upright(
        validity.isSilent ? source : ValiditySource(source, validity, alpha: options.alpha), source.orientation)
}
