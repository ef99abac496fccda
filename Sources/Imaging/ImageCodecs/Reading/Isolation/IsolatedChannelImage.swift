internal import ChannelImages
internal import Concurrency
internal import Glibc
internal import ImageMetadata
internal import ImageSources
internal import TilePyramid

/// An image of channels whose samples a decoder process reads.
///
/// One thread at a time asks the process, which reads blocks on several threads. Files beside the image cannot be read, but its
/// mask and its metadata: planes that are stored in others are refused.
final class IsolatedChannelImage: ChannelImage {
    /// Starts a decoder process, or takes one that has read of the file.
    typealias Start = @Sendable (DecoderFile) throws(DecoderEnd) -> DecoderWorker

    let description: ChannelImageDescription
    var warnings: [String] { header.warnings }
    private let header: ChannelHeader
    private let opening: Opening
    private let budget: DecoderBudget
    private let connection: Locked<Connection>

    /// The most bytes of samples of a request.
    static let portionBytes = ChannelImageSource.unitByteLimit

    // The guard of `@unchecked Sendable`: the worker is used under the lock.
    private struct Connection: @unchecked Sendable {
        /// The process; nil after an answer that was not received to its end.
        var worker: DecoderWorker?
        /// The reason why the process has ended, which holds for further reads.
        var failure: CodecError?
    }

    /// Opens an image and receives its properties; nil if it has no channels of the kind that is asked for.
    ///
    /// - Parameters:
    ///   - input: the image.
    ///   - options: the options of reading.
    ///   - isStoredOnly: whether images of formats that are decoded from their top are left out.
    ///   - alphaIsChannel: whether the alpha is also a channel.
    ///   - start: starts a process.
    /// - Throws: ``CodecError``.
    init?(
        _ input: ImageInput, options: DecodeOptions, isStoredOnly: Bool, alphaIsChannel: Bool = false,
        start: @escaping Start = IdleDecoders.take(for:)
    ) throws {
        let opening = Opening(
            input: input, file: try DecoderFile(input), byteCount: try ImageBytes(input).size, options: options,
            isStoredOnly: isStoredOnly, alphaIsChannel: alphaIsChannel, start: start)
        let (worker, header) = try opening.open()
        guard let header else {
            IdleDecoders.keep(worker, for: opening.file.identity)
            return nil
        }
        var description = header.description
        // Files beside the image say that, too.
        description.pixelSpacing = description.pixelSpacing ?? .stated(by: input, page: options.page)
        try options.limits.check(pixels: description.size.area, file: input.name)
        self.description = description
        self.header = header
        self.opening = opening
        budget = opening.budget(for: header)
        connection = Locked(Connection(worker: worker))
    }

    deinit {
        if let worker = connection.withLock({ $0.worker.take() }) {
            IdleDecoders.keep(worker, for: opening.file.identity)
        }
    }

    func blockSize(ofLevel level: Int) -> PixelSize { header.levels[level].blockSize }

    var hasInterleavedChannels: Bool { header.hasInterleavedChannels }

    /// Whether the process decodes the image as a whole before it sends a part.
    var decodesAsWhole: Bool { header.isDecodedAsWhole }

    func alphaMeaning(ofLevel level: Int) -> AlphaMeaning? { header.levels[level].alphaMeaning }

    func read(_ rect: PixelRect, of plane: ChannelPlane, into target: UnsafeMutableRawBufferPointer) throws {
        precondition(description.channels.indices.contains(plane.channel), "a channel of the image")
        try read(rect, of: plane, isAlpha: false, into: target)
    }

    func readAlpha(_ rect: PixelRect, of plane: ChannelPlane, into target: UnsafeMutableRawBufferPointer) throws {
        precondition(alphaMeaning(ofLevel: plane.level) != nil, "a level with alpha")
        try read(rect, of: plane, isAlpha: true, into: target)
    }

    /// Reads a rectangle in portions of rows.
    private func read(
        _ rect: PixelRect, of plane: ChannelPlane, isAlpha: Bool, into target: UnsafeMutableRawBufferPointer
    ) throws {
        let size = description.levels[plane.level]
        precondition(
            0..<description.sectionCount ~= plane.section && 0..<description.timeCount ~= plane.time && rect.x >= 0
                && rect.y >= 0 && rect.columns.upperBound <= size.width && rect.rows.upperBound <= size.height,
            "a rectangle and a plane of the image")
        let rowBytes = rect.size.width * (isAlpha ? 1 : description.sampleType.byteCount)
        precondition(target.count >= rowBytes * rect.size.height, "room for the samples")
        guard rect.size.area > 0 else { return }
        let together = max(1, Self.portionBytes / rowBytes)
        for first in stride(from: rect.y, to: rect.rows.upperBound, by: together) {
            let rows = first..<min(first + together, rect.rows.upperBound)
            let part = PixelRect(x: rect.x, y: first, width: rect.size.width, height: rows.count)
            let start = (first - rect.y) * rowBytes
            try receive(
                SampleRequest(part, of: plane, isAlpha: isAlpha, budget: budget),
                into: UnsafeMutableRawBufferPointer(rebasing: target[start..<start + rows.count * rowBytes]))
        }
    }

    /// Asks the process for samples.
    private func receive(_ request: SampleRequest, into target: UnsafeMutableRawBufferPointer) throws {
        try connection.withLock { connection in
            if let failure = connection.failure { throw failure }
            let worker: DecoderWorker
            if let present = connection.worker.take() { worker = present } else { worker = try reopen() }
            let refusal: CodecError?
            do {
                refusal = try opening.translatingEnds(budget) {
                    try worker.charging(budget.seconds) {
                        worker.send(.readSamples, request.message)
                        return try receive(of: worker, into: target)
                    }
                }
            } catch let error as CodecError {
                connection.failure = error
                throw error
            }
            connection.worker = worker
            if let refusal { throw refusal }
        }
    }

    /// Receives samples; returns the error of a process that could not read them.
    private func receive(of worker: DecoderWorker, into target: UnsafeMutableRawBufferPointer) throws -> CodecError? {
        let (kind, contents) = try worker.receive()
        switch kind {
        case .samples:
            var reader = MessageReader(contents)
            _ = try reader.int(in: target.count...target.count)
            try worker.receive(into: target)
            return nil
        case .failure: return try DecoderFailure(contents).error(file: opening.input.name)
        default: throw MessageReader.Malformed()
        }
    }

    /// Opens the image again after an answer was given up.
    private func reopen() throws -> DecoderWorker {
        let (worker, header) = try opening.open()
        guard header == self.header else {
            throw CodecError(.damaged, file: opening.input.name, "the file has changed. Open it again.")
        }
        return worker
    }
}

/// The opening of an image by a decoder process.
private struct Opening: Sendable {
    let input: ImageInput
    let file: DecoderFile
    let byteCount: Int
    let options: DecodeOptions
    let isStoredOnly: Bool
    let alphaIsChannel: Bool
    let start: IsolatedChannelImage.Start

    /// Opens the image; the header is nil if it has no channels of the kind.
    func open() throws -> (DecoderWorker, ChannelHeader?) {
        let budget = options.limits.budget(bytes: byteCount, pixels: 0, isDecodedWhole: false)
        var path: String?
        if case .file(let name) = input { path = name }
        let files = DecoderFile.makeTemporaryFiles()
        defer { for descriptor in files { close(descriptor) } }
        let whole = DecoderRequest.Whole(path: path, scale: .full, temporaryFiles: files.count)
        let request = ChannelRequest(
            DecoderRequest(options: options, budget: budget, whole: whole), isStoredOnly: isStoredOnly,
            alphaIsChannel: alphaIsChannel)
        return try translatingEnds(budget) {
            try ProcessorTimeBudget.current?.check()
            let worker = try start(file)
            let (kind, contents) = try worker.charging(budget.seconds) {
                worker.send(.openChannels, request.message)
                for descriptor in [file.descriptor] + files { worker.send(descriptor: descriptor) }
                return try worker.receive()
            }
            switch kind {
            case .channelHeader: return (worker, contents.isEmpty ? nil : try ChannelHeader(contents))
            case .failure: throw try DecoderFailure(contents).error(file: input.name)
            default: throw MessageReader.Malformed()
            }
        }
    }

    /// The limits of reading samples: also blocks of a TIFF are kept, and others are decoded by the first read.
    func budget(for header: ChannelHeader) -> DecoderBudget {
        var budget = options.limits.budget(
            bytes: byteCount, pixels: header.description.size.area, isDecodedWhole: header.isDecodedWhole)
        if options.limits.memory == nil { budget.memory += TIFFChannelImage.cacheByteLimit }
        return budget
    }

    /// Turns the end of a process into the error for the image.
    func translatingEnds<Result>(_ budget: DecoderBudget, _ work: () throws -> Result) throws -> Result {
        do {
            return try work()
        } catch let end as DecoderEnd {
            throw end.exit.error(file: input.name, budget: budget)
        } catch is MessageReader.Malformed {
            throw DecoderExit.malformed.error(file: input.name, budget: budget)
        }
    }
}
