package import ChannelImages
internal import ImageMetadata
package import ImageSources
internal import PixelKernels
internal import TilePyramid

/// Opens an image whose channels become colors by the rendering of the options.
///
/// - Throws: ``CodecError`` when the image has no such channels, or cannot be opened.
func openRendered(
    _ input: ImageInput, _ rendering: ChannelRendering, options: DecodeOptions
) throws -> any ImageSource {
    let opening = try ImageOpening(input, options: options, formats: .standard)
    let format = opening.formats.formats(of: opening.bytes).first
    var stored = options
    stored.rendering = nil
    var orientation = Orientation.upright
    if format?.name == ImageFormat.tiff.name {
        // Positions on the Earth are those of stored pixels.
        let page = TIFFDirectory(page: options.page - 1, read: opening.bytes.read)
        orientation = page?.orientation ?? .upright
        stored.autorotate = false
    }
    guard let image = try openChannelImage(input, options: stored) else { throw CodecError.noChannels(input.name) }
    var source: any ImageSource = try ChannelImageSource(
        image, rendering, file: input.name, container: format?.name ?? "image", workers: options.threads)
    if options.autorotate, orientation != .upright {
        source = OrientedSource(source, orientation: orientation, name: input.name)
    }
    return try withRequestedAlpha(source, options, file: input.name)
}

/// Opens the rendering of an image that is none of the files that ``openImage(_:options:)`` reads, such as a group of arrays.
///
/// - Parameters:
///   - image: the image.
///   - rendering: the channels, ranges and colors.
///   - name: the name of the image in messages.
///   - container: the name of its format, such as "OME-Zarr".
///   - options: the alpha, and the number of threads.
/// - Returns: the source of its pixels.
/// - Throws: ``CodecError`` when the image has no such channels, or samples cannot be read.
package func openRendered(
    _ image: any ChannelImage, _ rendering: ChannelRendering, name: String, container: String, options: DecodeOptions
) throws -> any ImageSource {
    let source: any ImageSource = try ChannelImageSource(
        image, rendering, file: name, container: container, workers: options.threads)
    return try withRequestedAlpha(source, options, file: name)
}

/// Composites a rendering over a color if that is asked for.
private func withRequestedAlpha(
    _ source: any ImageSource, _ options: DecodeOptions, file: String
) throws -> any ImageSource {
    guard source.info.layout.channels.hasAlpha, case .flatten = options.alpha else { return source }
    let reporting = source.info.alphaIsForNaN ? NaNReportingSource(source) : source
    return try ColorConvertedSource(reporting, options: options, file: file)
}

extension CodecError {
    /// The error for the channels of a vector image.
    static func noChannels(_ file: String) -> CodecError {
        CodecError(
            .unsupported, file: file,
            "it is drawn by formulas, and has no channels of samples. Leave the options for channels out.")
    }
}
