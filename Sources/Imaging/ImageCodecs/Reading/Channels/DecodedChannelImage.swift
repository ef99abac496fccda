internal import ChannelImages
internal import Concurrency
internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// The samples of an image that is decoded from its top, as channels: gray or RGB of 8 or 16 bits, or those of a
/// ``StoredSampleDecoder``.
///
/// The image is decoded once, by the first read that needs it. Its samples are kept in memory up to ``memoryLimit``, and in a
/// temporary file beyond that. Alpha is not a channel, unless that is asked for: it says which pixels are valid.
final class DecodedChannelImage: ChannelImage {
    let description: ChannelImageDescription
    let warnings: [String]
    private let samples: StoredSamples
    private let decoder: any StoredSampleDecoder
    /// The mask beside samples without alpha; nil if there is none, or if the decoder makes alpha of it.
    private let mask: StoredSampleMask?
    /// The name in messages.
    private let name: String
    /// The decoded rows, or the reason why there are none; nil before the first read.
    private let decoded = Locked<Result<DecodedRows, any Error>?>(nil)

    /// The most bytes of decoded pixels in memory: those of 4096 × 4096 in RGB of 8 bits, and some more.
    static let memoryLimit = 64 << 20
    /// The bytes of rows that are read from a temporary file together.
    private static let bandBytes = 1 << 20

    /// Opens an image as gray or RGB, and reads its header; nil for a vector image.
    ///
    /// - Throws: ``CodecError`` when it cannot be opened.
    convenience init?(_ input: ImageInput, options: DecodeOptions, formats: ImageFormats, alphaIsChannel: Bool = false)
        throws
    {
        guard let decoder = try ColorSampleDecoder(input, options: options, formats: formats) else { return nil }
        self.init(decoder, decoder.samples, input, options, alphaIsChannel: alphaIsChannel)
    }

    /// Prepares the channels of an image whose header has been read.
    ///
    /// - Parameters:
    ///   - decoder: the decoder.
    ///   - samples: the form of its samples, with further warnings.
    ///   - input: the image.
    ///   - options: the options of reading.
    ///   - nodata: the values of invalid samples, one for all channels or one for each; none where alpha has them.
    ///   - mask: the mask beside samples without alpha; nil, the default, for none.
    ///   - alphaIsChannel: whether the alpha is also a channel, the last one.
    init(
        _ decoder: any StoredSampleDecoder, _ samples: StoredSamples, _ input: ImageInput, _ options: DecodeOptions,
        nodata: [NodataValue?] = [], mask: StoredSampleMask? = nil, alphaIsChannel: Bool = false
    ) {
        self.decoder = decoder
        self.mask = mask
        name = input.name
        self.samples = samples
        // Checked: at least one sample besides alpha, which formats promise.
        let count = max(1, samples.samplesPerPixel - (samples.alphaSample == nil ? 0 : 1))
        var description = ChannelImageDescription(
            levels: [samples.size], sampleType: samples.type,
            channels: Array(repeating: ChannelDescription(), count: count))
        for index in description.channels.indices {
            description.channels[index].nodata = nodata.indices.contains(index) ? nodata[index] : nodata.last ?? nil
        }
        description.isColorPicture = samples.isColorPicture
        description.significantBits = samples.significantBits
        if alphaIsChannel, samples.alphaSample != nil {
            description.channels.append(ChannelDescription(alpha: samples.alphaIsValidity ? .validity : .opacity))
        }
        warnings = samples.warnings
        description.pixelSpacing = .stated(by: input, page: options.page)
        self.description = description
    }

    /// Whether the decoder takes memory for the whole image.
    var isDecodedWhole: Bool { samples.isDecodedWhole }

    func blockSize(ofLevel level: Int) -> PixelSize {
        let size = description.size
        let rows = max(1, Self.bandBytes / samples.rowBytes)
        return PixelSize(width: size.width, height: min(rows, size.height))
    }

    /// Rows have the samples of all channels.
    var hasInterleavedChannels: Bool { samples.samplesPerPixel > 1 }

    func read(_ rect: PixelRect, of plane: ChannelPlane, into target: UnsafeMutableRawBufferPointer) throws {
        precondition(description.channels.indices.contains(plane.channel), "a channel of the image")
        try read(rect, of: plane, sample: plane.channel, into: target)
    }

    func alphaMeaning(ofLevel level: Int) -> AlphaMeaning? {
        guard samples.alphaSample != nil else { return mask == nil ? nil : .validity }
        return samples.alphaIsValidity ? .validity : .opacity
    }

    func readAlpha(_ rect: PixelRect, of plane: ChannelPlane, into target: UnsafeMutableRawBufferPointer) throws {
        precondition(target.count >= rect.size.area, "room for the alpha")
        guard rect.size.area > 0, let base = target.baseAddress else { return }
        guard let alpha = self.samples.alphaSample else {
            guard let mask else { preconditionFailure("an image with alpha") }
            return try mask.read(rect, into: base.assumingMemoryBound(to: UInt8.self))
        }
        var memory = ScratchBuffer()
        let byteCount = rect.size.area * description.sampleType.byteCount
        let samples = UnsafeMutableRawBufferPointer(start: try memory.reserve(byteCount), count: byteCount)
        try read(rect, of: plane, sample: alpha, into: samples)
        guard let source = samples.baseAddress else { return }
        description.sampleType.convertToAlpha(
            source, count: rect.size.area, opaque: description.fullRange.upperBound,
            to: base.assumingMemoryBound(to: UInt8.self))
    }

    /// Reads one of a pixel's samples.
    private func read(
        _ rect: PixelRect, of plane: ChannelPlane, sample: Int, into target: UnsafeMutableRawBufferPointer
    ) throws {
        let size = description.size
        precondition(
            plane.level == 0 && plane.section == 0 && plane.time == 0 && rect.x >= 0 && rect.y >= 0
                && rect.columns.upperBound <= size.width && rect.rows.upperBound <= size.height,
            "a rectangle and a plane of the image")
        let sampleBytes = description.sampleType.byteCount
        precondition(target.count >= rect.size.area * sampleBytes, "room for the samples")
        guard rect.size.area > 0, let base = target.baseAddress else { return }
        let rows = try decodedRows()
        let samples = TIFFChannelSamples(
            // Words are copied, whatever kind of number they are.
            type: TIFFSampleType(number: .unsigned, bits: 8 * sampleBytes), samplesPerPixel: samples.samplesPerPixel,
            sample: sample)
        var memory = ScratchBuffer()
        let together = max(1, Self.bandBytes / rows.rowBytes)
        for first in stride(from: rect.y, to: rect.rows.upperBound, by: together) {
            let band = first..<min(first + together, rect.rows.upperBound)
            let start = try rows.pointer(to: band, &memory)
            for y in band {
                samples.copy(
                    start + (y - first) * rows.rowBytes, from: rect.x, count: rect.size.width,
                    to: base + (y - rect.y) * rect.size.width * sampleBytes)
            }
        }
    }

    /// Returns the decoded rows; the first call decodes, and others wait for it.
    private func decodedRows() throws -> DecodedRows {
        try decoded.withLock { decoded in
            let result =
                decoded
                ?? Result {
                    do { return try decode() } catch is OutOfMemory { throw CodecError.noMemory(name) }
                }
            decoded = result
            return try result.get()
        }
    }

    private func decode() throws -> DecodedRows {
        let rows = try DecodedRows(samples, memoryLimit: Self.memoryLimit, image: name)
        try decoder.decode { try rows.write($0) }
        return rows
    }
}

/// The rows of a decoded image, in memory or in a temporary file.
private final class DecodedRows: @unchecked Sendable {
    // The guard of `@unchecked Sendable`: rows are written before it is shared, and constant from then on.
    /// The bytes of a row.
    let rowBytes: Int
    private let memory: DecodedMemory?
    private let file: SpillFile?

    /// Makes room for an image.
    ///
    /// - Throws: ``CodecError`` when there is no room on the disk, `OutOfMemory` when the system refuses the memory.
    init(_ samples: StoredSamples, memoryLimit: Int, image: String) throws {
        rowBytes = samples.rowBytes
        // Sides and samples are limited: the product is far below 2^63.
        let byteCount = rowBytes * samples.size.height
        if byteCount <= memoryLimit {
            memory = try DecodedMemory(byteCount)
            file = nil
        } else {
            memory = nil
            file = try SpillFile(size: byteCount, image: image, purpose: "reading its channels")
        }
    }

    /// Keeps the rows of a band.
    func write(_ band: PixelBand) throws {
        for y in band.rows {
            let row = UnsafeRawBufferPointer(start: band.row(y), count: rowBytes)
            if let memory {
                (memory.base + y * rowBytes).copyMemory(from: band.row(y), byteCount: rowBytes)
            } else {
                try file?.write(row, at: y * rowBytes)
            }
        }
    }

    /// The first byte of rows, in memory of the image or in `scratch`.
    func pointer(to rows: Range<Int>, _ scratch: inout ScratchBuffer) throws -> UnsafeRawPointer {
        if let memory { return UnsafeRawPointer(memory.base + rows.lowerBound * rowBytes) }
        let target = try scratch.reserve(rows.count * rowBytes)
        try file?.read(
            into: UnsafeMutableRawBufferPointer(start: target, count: rows.count * rowBytes),
            at: rows.lowerBound * rowBytes)
        return UnsafeRawPointer(target)
    }
}

/// Memory that is freed with its owner.
private final class DecodedMemory {
    let base: UnsafeMutableRawPointer

    init(_ byteCount: Int) throws(OutOfMemory) {
        base = try HeapMemory.allocate(byteCount)
    }

    deinit { HeapMemory.free(base) }
}
