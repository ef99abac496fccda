internal import Concurrency
public import ImageMetadata
public import ImageSources
internal import PixelKernels
package import TilePyramid

/// The pixels of a rendering of an image of many channels, with 8 bits a sample.
///
/// Pixels have alpha if the file states it, or if some of them may be invalid: those whose samples are all NaN or the no-data
/// value. A pixel is as opaque as both say. Blocks are read and mixed on several threads, each once; memory follows the width of
/// the image and the height of its blocks.
public final class ChannelImageSource: ImageSource {
    /// The most bytes of a band of pixels; where a row of blocks has more, blocks are decoded once for each of several bands.
    public static let bandByteLimit = 1 << 29
    /// The most bytes of stored samples that a thread holds; of larger blocks, parts are read.
    public static let unitByteLimit = 1 << 26

    /// The properties of the rendered image.
    public let info: ImageInfo
    /// ``RowAccess/random`` if the level has several rows of blocks.
    public let rowAccess: RowAccess
    /// The warnings of the image; samples that cannot be read are an error.
    public var warnings: [String] { image.warnings }

    let image: any ChannelImage
    let rendering: ChannelRendering
    private let file: String
    let level: Int
    let plan: ChannelBlockPlan
    let workers: Int
    /// Whether the file states alpha for the pixels of the level.
    let hasStatedAlpha: Bool

    /// Prepares a rendering; no sample is read yet.
    ///
    /// - Parameters:
    ///   - image: the image.
    ///   - rendering: the channels, ranges and colors.
    ///   - file: the name of the file in messages.
    ///   - container: the name of the file format, such as "TIFF".
    ///   - level: the level, counted from full size.
    ///   - workers: the most threads; as many as there are processors by default.
    /// - Throws: `CodecError` if the image lacks a channel, a section, a time point or the level, or is too large.
    public init(
        _ image: any ChannelImage, _ rendering: ChannelRendering, file: String, container: String, level: Int = 0,
        workers: Int? = nil
    ) throws(CodecError) {
        let description = image.description
        try rendering.check(description, level: level, file: file)
        let size = description.levels[level]
        guard size.width <= ImageInfo.longestSide, size.height <= ImageInfo.longestSide else {
            throw CodecError.tooLarge(file)
        }
        let alpha = image.alphaMeaning(ofLevel: level)
        var layout = rendering.layout(for: description)
        if alpha != nil { layout.channels = layout.channels.withAlpha }
        var info = ImageInfo(size: size, layout: layout, container: container)
        info.alphaIsValidity = layout.channels.hasAlpha && alpha != .opacity
        info.alphaIsForNaN =
            layout.channels.hasAlpha && alpha == nil
            && rendering.channels.allSatisfy { description.channels[$0].nodata == nil }
        if case .terrain = rendering.mode { info.holdsNumbers = true }
        self.info = info
        self.image = image
        self.rendering = rendering
        self.file = file
        self.level = level
        self.workers = max(1, workers ?? Processors.count)
        hasStatedAlpha = alpha != nil
        var rowBytes = size.width * layout.bytesPerPixel
        if case .hillshade = rendering.mode { rowBytes += size.width * MemoryLayout<Float>.size }
        plan = ChannelBlockPlan(
            size, blocks: image.blockSize(ofLevel: level), rowBytes: rowBytes,
            pixelBytes: max(1, rendering.channels.count) * description.sampleType.byteCount, workers: self.workers)
        rowAccess = plan.hasSeveralRowsOfBlocks ? .random : .sequential
    }

    /// Renders the image and lends its rows to `body`, from top to bottom, every row exactly once.
    public func readBands(_ body: (PixelBand) throws -> Void) throws {
        try readBands(rows: 0..<info.size.height, body)
    }

    /// Renders some rows of the image and lends them to `body`, from top to bottom, every row exactly once.
    public func readBands(rows: Range<Int>, _ body: (PixelBand) throws -> Void) throws {
        switch rendering.mode {
        case .composite, .colormap: try readMixedBands(rows, body)
        case .terrain(let channel, let encoding): try readTerrainBands(rows, channel, encoding, body)
        case .hillshade(let channel, let light): try readShadedBands(rows, channel, light, body)
        }
    }

    private func readMixedBands(_ rows: Range<Int>, _ body: (PixelBand) throws -> Void) throws {
        guard let mixer = rendering.mixer(for: image.description) else { return }
        let format = info.layout.channels.mixerFormat
        try readBands(rows, body) { samples, count, output in
            mixer.mix(samples, count: count, to: output, as: format)
        }
    }

    private func readTerrainBands(
        _ rows: Range<Int>, _ channel: Int, _ encoding: TerrainEncoding, _ body: (PixelBand) throws -> Void
    ) throws {
        let description = image.description
        let hasAlpha = info.layout.channels.hasAlpha
        try readBands(rows, body) { samples, count, output in
            withUnsafeTemporaryAllocation(of: Double.self, capacity: count) { values in
                guard let values = values.baseAddress else { return }
                description.convertToReal(samples[0], count: count, ofChannel: channel, to: values)
                let output = output.assumingMemoryBound(to: UInt8.self)
                encoding.encode(values, count: count, to: output, hasAlpha: hasAlpha)
            }
        }
    }

    /// Makes bands of pixels that depend on the samples of their place alone.
    private func readBands(
        _ rows: Range<Int>, _ body: (PixelBand) throws -> Void,
        render: @Sendable (_ samples: [UnsafeRawPointer], _ count: Int, _ output: UnsafeMutableRawPointer) -> Void
    ) throws {
        let pixelBytes = info.layout.bytesPerPixel
        let stride = info.size.width * pixelBytes
        var buffer = ScratchBuffer()
        let memory = ContextPool { ChannelBlockMemory() }
        var next = rows.lowerBound
        while next < rows.upperBound {
            let band = plan.band(from: next, before: rows.upperBound)
            let base = try buffer.reserve(band.count * stride)
            // Each thread writes the pixels of its own rectangles.
            nonisolated(unsafe) let pixels = base
            try readRows(band, memory) { rect, y, samples in
                let output = pixels + (y - band.lowerBound) * stride + rect.x * pixelBytes
                render(samples, rect.size.width, output)
            }
            try joinAlpha(of: band, to: base, memory)
            try body(PixelBand(base: base, stride: stride, rows: band))
            next = band.upperBound
        }
    }

    /// Reads the samples of a band on several threads.
    ///
    /// - Parameters:
    ///   - band: the rows.
    ///   - memory: the memory of threads.
    ///   - receive: called for each row of each rectangle with the samples of the channels, on any thread.
    /// - Throws: the errors of `ChannelImage.read`, and `OutOfMemory`.
    func readRows(
        _ band: Range<Int>, _ memory: ContextPool<ChannelBlockMemory>,
        _ receive: @Sendable (_ rect: PixelRect, _ row: Int, _ samples: [UnsafeRawPointer]) -> Void
    ) throws {
        let rects = plan.rects(of: band)
        let planes = rendering.channels.map {
            ChannelPlane(level: level, channel: $0, section: rendering.section, time: rendering.time)
        }
        let image = image
        try parallelFor(rects.count, workers: workers, makeContext: {}) { index, _ in
            let rect = rects[index]
            try memory.withContext { memory in
                let blocks = try memory.read(rect, of: planes, from: image)
                let rowBytes = rect.size.width * image.description.sampleType.byteCount
                for row in 0..<rect.size.height {
                    receive(rect, rect.y + row, blocks.map { $0 + row * rowBytes })
                }
            }
        }
    }
}

extension ChannelImageSource: ReducedResolutionSource {
    /// Returns a rendering of a level of the image, coarser than this one; nil if the level has no alpha where this one has.
    package func reduced(to size: PixelSize) throws -> (any ImageSource)? {
        let levels = image.description.levels
        guard let level = levels.indices.dropFirst(level + 1).first(where: { levels[$0] == size }) else { return nil }
        let source = try ChannelImageSource(
            image, rendering, file: file, container: info.container, level: level, workers: workers)
        return source.info.layout == info.layout ? source : nil
    }
}

/// The memory of a thread for the stored samples of a rectangle.
final class ChannelBlockMemory {
    private var buffer = ScratchBuffer()

    /// Reads the samples of planes, one plane after the other.
    ///
    /// - Returns: the first sample of each plane, aligned.
    func read(_ rect: PixelRect, of planes: [ChannelPlane], from image: any ChannelImage) throws -> [UnsafeRawPointer] {
        let bytes = rect.size.area * image.description.sampleType.byteCount
        // Planes begin at multiples of 64 bytes, as the buffer does.
        let step = (bytes + 63) & ~63
        let base = try buffer.reserve(max(1, planes.count) * step)
        return try planes.enumerated().map { index, plane in
            let start = base + index * step
            try image.read(rect, of: plane, into: UnsafeMutableRawBufferPointer(start: start, count: bytes))
            return UnsafeRawPointer(start)
        }
    }

    /// Reads the alpha of pixels, a byte for each.
    func readAlpha(
        _ rect: PixelRect, of plane: ChannelPlane, from image: any ChannelImage
    ) throws -> UnsafePointer<UInt8> {
        let count = rect.size.area
        let base = try buffer.reserve(count)
        try image.readAlpha(rect, of: plane, into: UnsafeMutableRawBufferPointer(start: base, count: count))
        return UnsafePointer(base.assumingMemoryBound(to: UInt8.self))
    }
}
