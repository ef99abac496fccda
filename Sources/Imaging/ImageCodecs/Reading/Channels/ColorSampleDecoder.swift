internal import ChannelImages
internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// The pixels of an image of any format as samples: gray or RGB of 8 or 16 bits.
struct ColorSampleDecoder: StoredSampleDecoder {
    let samples: StoredSamples
    private let layout: PixelLayout
    private let input: ImageInput
    private let options: DecodeOptions
    private let formats: ImageFormats

    /// Opens an image and reads its header; nil for a vector image.
    ///
    /// - Throws: ``CodecError`` when it cannot be opened.
    init?(_ input: ImageInput, options: DecodeOptions, formats: ImageFormats) throws {
        var options = options
        options.depth = .sixteen
        options.alpha = .keep
        let source = try openImage(input, options: options, scale: .full, formats: formats)
        let info = source.info
        let traits = formats.traits(named: info.container)
        guard traits.vectorResolution == nil else { return nil }
        self.input = input
        self.options = options
        self.formats = formats
        layout = info.layout
        let channels = info.layout.channels
        var samples = StoredSamples(
            size: info.size, type: info.layout.depth == .eight ? .uint8 : .uint16, samplesPerPixel: channels.rawValue)
        samples.alphaSample = channels.hasAlpha ? channels.rawValue - 1 : nil
        samples.alphaIsValidity = info.alphaIsValidity
        samples.isColorPicture = channels.opaque == .rgb
        samples.isDecodedWhole = traits.isDecodedWhole
        samples.warnings = source.warnings
        self.samples = samples
    }

    func decode(_ body: (PixelBand) throws -> Void) throws {
        let source = try openImage(input, options: options, scale: .full, formats: formats)
        guard source.info.size == samples.size, source.info.layout == layout else {
            throw CodecError(.damaged, file: input.name, "the file has changed. Open it again.")
        }
        try source.readBands(body)
    }
}
