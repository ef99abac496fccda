public import ImageMetadata
public import ImageSources
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

/// Opens an image at a smaller size where the format decodes it faster (``ImageTraits/decodesScaled``).
///
/// Other formats keep their size.
func openImage(
    _ input: ImageInput, options: DecodeOptions, scale: DecodeScale, formats: ImageFormats = .standard
) throws -> any ImageSource {
    let source: any ImageSource =
        if let rendering = options.rendering {
            try openRendered(input, rendering, options: options)
        } else if DecoderProcess.isolatesEverything {
            try IsolatedImageSource(wholeOf: input, options: options, scale: scale)
        } else {
            try openWithBestDecoder(ImageOpening(input, options: options, scale: scale, formats: formats))
        }
    let size = source.info.size
    guard max(size.width, size.height) <= ImageInfo.longestSide else { throw CodecError.tooLarge(input.name) }
    if options.limits.pixels != nil {
        try options.limits.check(pixels: size.area, bytes: 0, least: nil, file: input.name)
    }
    return source
}

/// Opens the image with the fastest decoder, whatever its size, and finds out which of its pixels are valid.
private func openWithBestDecoder(_ opening: ImageOpening) throws -> any ImageSource {
    let formats = opening.formats.formats(of: opening.bytes)
    // The format's decoder compares and masks stored samples while they are read.
    guard !(formats.first?.traits.readsValidity ?? false) else { return try openDecoder(opening, formats) }
    let options = opening.options
    if let values = options.nodata.requested {
        return try openComparing(opening, formats, values, name: "the no-data value")
    }
    let source = try openDecoder(opening, formats)
    guard opening.scale == .full, case .file(let path) = opening.input else { return source }
    // What files beside an image say is said of its stored pixels.
    let orientation = source.info.appliedOrientation
    var stored = source.info
    stored.size = orientation.upright(stored.size)
    let validity = try TIFFValidity(besides: path, stored, options)
    if let values = validity.values {
        return try openComparing(opening, formats, values, name: "its no-data value")
    }
    if case .mask = validity.statement, orientation != .upright {
        var opening = opening
        opening.options.autorotate = false
        let base = try openDecoder(opening, formats)
        return OrientedSource(
            ValiditySource(base, validity, alpha: options.alpha), orientation: orientation, name: opening.name)
    }
    return validity.isSilent ? source : ValiditySource(source, validity, alpha: options.alpha)
}

/// Opens an image, and makes those pixels transparent that have some values.
private func openComparing(
    _ opening: ImageOpening, _ formats: [ImageFormat], _ values: NodataValues, name: String
) throws -> any ImageSource {
    var stored = opening
    stored.options = opening.options.stored
    stored.options.nodata = .none
    stored.options.range = .full
    stored.scale = .full
    let compared = ValiditySource(try openDecoder(stored, formats), nodata: values, name: name)
    let ranged = try RangeScaledSource(compared, options: opening.options, file: opening.name)
    return try ColorConvertedSource(ranged ?? compared, options: opening.options, file: opening.name)
}

/// Opens the image with the decoder of the first of its formats that has one, in a process if that is needed.
private func openDecoder(_ opening: ImageOpening, _ formats: [ImageFormat]) throws -> any ImageSource {
    let isIsolated = DecoderProcess.isEnabled && formats.first?.traits.isIsolated ?? true
    var image: OpenedImage
    if isIsolated {
        let source = try IsolatedImageSource(opening.input, options: opening.options)
        image = OpenedImage(source, isStored: source.isStored)
    } else {
        image = try opening.open(formats)
        // libvips reads formats of other traits than those of the first bytes.
        if image.source is VipsImageSource || opening.formats.traits(named: image.source.info.container).limitsPixels {
            try opening.checkLimits(image.source.info)
        }
    }
    if image.isStored {
        image.source = try ColorConvertedSource(image.source, options: opening.options, file: opening.name)
    }
    guard opening.options.autorotate, image.orientation != .upright else { return image.source }
    return OrientedSource(image.source, orientation: image.orientation, name: opening.name)
}
