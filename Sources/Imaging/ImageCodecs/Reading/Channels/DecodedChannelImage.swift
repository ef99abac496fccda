internal import ChannelImages
internal import Concurrency
internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// The gray or RGB samples of an image that is decoded from its top, as channels of 8 or 16 bits.
///
/// The image is decoded once, by the first read that needs it. Its samples are kept in memory up to ``memoryLimit``, and in a
/// temporary file beyond that. Alpha is no channel: it says which pixels are valid.
final class DecodedChannelImage: ChannelImage {
    let description: ChannelImageDescription
    private let layout: PixelLayout
    private let alphaIsValidity: Bool
    /// Whether the decoder takes memory for the whole image.
    let isDecodedWhole: Bool
    private let input: ImageInput
    private let options: DecodeOptions
    private let formats: ImageFormats
    /// The decoded rows, or the reason why there are none; nil before the first read.
    private let decoded = Locked<Result<DecodedRows, any Error>?>(nil)

    /// The most bytes of decoded pixels in memory: those of 4096 × 4096 in RGB of 8 bits, and some more.
    static let memoryLimit = 64 << 20
    /// The bytes of rows that are read from a temporary file together.
    private static let bandBytes = 1 << 20

    /// Opens an image and reads its header; nil for a vector image.
    ///
    /// - Throws: ``CodecError`` when it cannot be opened.
    init?(_ input: ImageInput, options: DecodeOptions, formats: ImageFormats) throws {
        var options = options
        options.depth = .sixteen
        options.alpha = .keep
        let info = try openImage(input, options: options, scale: .full, formats: formats).info
        let traits = formats.traits(named: info.container)
        guard traits.vectorResolution == nil else { return nil }
        isDecodedWhole = traits.isDecodedWhole
        self.formats = formats
        self.input = input
        self.options = options
        layout = info.layout
        alphaIsValidity = info.alphaIsValidity
        let count = info.layout.channels.opaque.rawValue
        var description = ChannelImageDescription(
            levels: [info.size], sampleType: info.layout.depth == .eight ? .uint8 : .uint16,
            channels: Array(repeating: ChannelDescription(), count: count))
        description.isColorPicture = count == 3
        description.pixelSpacing = .stated(by: input, page: options.page)
        self.description = description
    }

    func blockSize(ofLevel level: Int) -> PixelSize {
        let size = description.size
        let rows = max(1, Self.bandBytes / (size.width * layout.bytesPerPixel))
        return PixelSize(width: size.width, height: min(rows, size.height))
    }

    /// Rows have the samples of all channels.
    var hasInterleavedChannels: Bool { layout.channels.rawValue > 1 }

    func read(_ rect: PixelRect, of plane: ChannelPlane, into target: UnsafeMutableRawBufferPointer) throws {
        precondition(description.channels.indices.contains(plane.channel), "a channel of the image")
        try read(rect, of: plane, sample: plane.channel, into: target)
    }

    func alphaMeaning(ofLevel level: Int) -> AlphaMeaning? {
        layout.channels.hasAlpha ? alphaIsValidity ? .validity : .opacity : nil
    }

    func readAlpha(_ rect: PixelRect, of plane: ChannelPlane, into target: UnsafeMutableRawBufferPointer) throws {
        precondition(layout.channels.hasAlpha && target.count >= rect.size.area, "alpha, and room for it")
        guard rect.size.area > 0, let base = target.baseAddress else { return }
        var memory = ScratchBuffer()
        let byteCount = rect.size.area * description.sampleType.byteCount
        let samples = UnsafeMutableRawBufferPointer(start: try memory.reserve(byteCount), count: byteCount)
        try read(rect, of: plane, sample: layout.channels.rawValue - 1, into: samples)
        guard let source = samples.baseAddress else { return }
        description.sampleType.convertToAlpha(
            source, count: rect.size.area, opaque: description.sampleType.fullRange.upperBound,
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
        let sampleBytes = layout.depth.rawValue / 8
        precondition(target.count >= rect.size.area * sampleBytes, "room for the samples")
        guard rect.size.area > 0, let base = target.baseAddress else { return }
        let rows = try decodedRows()
        let samples = TIFFChannelSamples(
            type: TIFFSampleType(number: .unsigned, bits: layout.depth.rawValue),
            samplesPerPixel: layout.channels.rawValue, sample: sample)
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
                    do { return try decode() } catch is OutOfMemory { throw CodecError.noMemory(input.name) }
                }
            decoded = result
            return try result.get()
        }
    }

    private func decode() throws -> DecodedRows {
        let source = try openImage(input, options: options, scale: .full, formats: formats)
        guard source.info.size == description.size, source.info.layout == layout else {
            throw CodecError(.damaged, file: input.name, "the file has changed. Open it again.")
        }
        let rows = try DecodedRows(
            size: description.size, layout: layout, memoryLimit: Self.memoryLimit, image: input.name)
        try source.readBands { try rows.write($0) }
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
    init(size: PixelSize, layout: PixelLayout, memoryLimit: Int, image: String) throws {
        // Sides are limited: the product is far below 2^63.
        rowBytes = size.width * layout.bytesPerPixel
        let byteCount = rowBytes * size.height
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
