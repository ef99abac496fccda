internal import CVips
internal import ChannelImages
internal import ImageMetadata
internal import ImageSources
internal import LibraryLogging
internal import PixelKernels
internal import TilePyramid

/// The bands of an image as libvips reads them, of any number and of any type but complex ones.
struct VipsStoredSamples: StoredSampleDecoder {
    let samples: StoredSamples
    private let input: ImageInput
    private let options: DecodeOptions
    private let loader: VipsLoader

    /// Opens an image and reads its header.
    ///
    /// - Throws: ``CodecError``.
    init(_ input: ImageInput, options: DecodeOptions, formats: VipsFormats) throws {
        guard options.page == 1 else {
            throw CodecError.noPage(options.page, of: options.page > 1 ? 1 : nil, file: input.name)
        }
        self.input = input
        self.options = options
        let bytes = try ImageBytes(input)
        try VipsRuntime.start(file: input.name)
        loader = try VipsLoader(input, bytes: bytes, formats: formats)
        try loader.format.refuse(bytes, 0, input.name)
        let image = try Self.open(loader, options)
        guard let type = Self.type(image.format) else {
            throw CodecError(.unsupported, file: input.name, "its samples are complex numbers, which cannot be shown.")
        }
        let limit = ChannelImageDescription.channelLimit
        guard 1...limit ~= image.bands else {
            throw CodecError(
                .unsupported, file: input.name,
                "it has \(image.bands) bands, of which up to \(limit) are read. Divide it into several files.")
        }
        guard max(image.width, image.height) <= ImageInfo.longestSide else { throw CodecError.tooLarge(input.name) }
        let isColor =
            image.bands >= 3 && [VIPS_INTERPRETATION_sRGB, VIPS_INTERPRETATION_RGB16].contains(image.interpretation)
        var samples = StoredSamples(
            size: PixelSize(width: image.width, height: image.height), type: type, samplesPerPixel: image.bands)
        samples.isColorPicture = isColor
        samples.significantBits = Self.significantBits(
            SampleFormat(image, colors: isColor ? 3 : 1, format: loader.format, bytes: bytes, page: 0), type)
        self.samples = samples
    }

    func decode(_ body: (PixelBand) throws -> Void) throws {
        let image = try Self.open(loader, options)
        guard image.width == samples.size.width, image.height == samples.size.height,
            image.bands == samples.samplesPerPixel, Self.type(image.format) == samples.type
        else { throw CodecError(.damaged, file: input.name, "the file has changed. Open it again.") }
        let stride = samples.rowBytes
        let height = samples.size.height
        var next = 0
        // What libvips logs of these formats says no more than its errors.
        _ = try GLibLog.capture {
            let reader = try StripReader(image, converter: nil, layout: PixelLayout(.gray), file: input.name)
            try reader.readRaw(lenient: options.allowTruncated) { row in
                try body(PixelBand(base: row, stride: stride, rows: next..<next + 1))
                next += 1
            }
        }
        guard next < height else { return }
        var blank = ScratchBuffer()
        let row = try blank.reserve(stride)
        row.initializeMemory(as: UInt8.self, repeating: 0, count: stride)
        for y in next..<height { try body(PixelBand(base: row, stride: stride, rows: y..<y + 1)) }
    }

    private static func open(_ loader: VipsLoader, _ options: DecodeOptions) throws -> VipsHandle {
        try GLibLog.capture {
            try loader.open(page: nil, dpi: nil, lenient: options.allowTruncated, scale: .full)
        }.0
    }

    /// The type of the samples of a band; nil for complex numbers.
    private static func type(_ format: VipsBandFormat) -> SampleType? {
        switch format {
        case VIPS_FORMAT_UCHAR: .uint8
        case VIPS_FORMAT_CHAR: .int8
        case VIPS_FORMAT_USHORT: .uint16
        case VIPS_FORMAT_SHORT: .int16
        case VIPS_FORMAT_UINT: .uint32
        case VIPS_FORMAT_INT: .int32
        case VIPS_FORMAT_FLOAT: .float32
        case VIPS_FORMAT_DOUBLE: .float64
        default: nil
        }
    }

    /// The bits of the greatest value that the file declares; nil if they are those of the type.
    private static func significantBits(_ format: SampleFormat, _ type: SampleType) -> Int? {
        let high = format.full.high
        guard !type.isFloatingPoint, !type.isSigned, high >= 1, high < type.fullRange.upperBound else { return nil }
        return UInt64.bitWidth - UInt64(high).leadingZeroBitCount
    }
}
