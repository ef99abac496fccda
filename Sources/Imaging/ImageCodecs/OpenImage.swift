internal import TilePyramid

/// Opens an image of any kind the package reads; the kind is told by content, not by name.
///
/// Reads the header only. The fastest decoder that gives the right colors is chosen: our own paths for JPEG, TIFF
/// and JPEG 2000 where no color has to be changed, libvips for everything else.
///
/// - Parameters:
///   - input: a file or bytes.
///   - options: the page, orientation, colors and depth wanted.
/// - Returns: a source, upright and in the colors asked for.
/// - Throws: ``CodecError``, naming the file, what is wrong and what to do.
public func openImage(_ input: ImageInput, options: DecodeOptions = DecodeOptions()) throws -> any ImageSource {
    try openImage(input, options: options, scale: .full)
}

/// Opens an image to be decoded at a smaller size by formats that take less time for it: JPEG; others keep their size.
func openImage(_ input: ImageInput, options: DecodeOptions, scale: DecodeScale) throws -> any ImageSource {
    let source = try openWithBestDecoder(input, options: options, scale: scale)
    let size = source.info.size
    guard max(size.width, size.height) <= ImageInfo.longestSide else { throw CodecError.tooLarge(input.name) }
    return source
}

/// A source by the fastest decoder for the image, whatever its size.
private func openWithBestDecoder(
    _ input: ImageInput, options: DecodeOptions, scale: DecodeScale
) throws -> any ImageSource {
    func upright(_ source: any ImageSource, _ orientation: Orientation) -> any ImageSource {
        guard options.autorotate, orientation != .upright else { return source }
        return OrientedSource(source, orientation: orientation, name: input.name)
    }
    let head = try ImageBytes(input).read(at: 0, count: 12)
    let isJPEG = head.starts(with: [0xFF, 0xD8, 0xFF])
    if isJPEG, let jpeg = try JPEGImageSource.open(input, options: options, scale: scale) {
        let isUpright = !options.autorotate || jpeg.orientation == .upright
        return isUpright ? jpeg : RotatedJPEGSource(jpeg, name: input.name)
    }
    if TIFFFile.isTIFF(head), let tiff = try TIFFImageSource.open(input, options: options) {
        return upright(tiff, tiff.orientation)
    }
    if JPEG2000Container.isJPEG2000(head), let jpeg2000 = try JPEG2000ImageSource.open(input, options: options) {
        return jpeg2000
    }
    let source = try VipsImageSource(input: input, options: options, scale: scale)
    return upright(source, source.orientation)
}
