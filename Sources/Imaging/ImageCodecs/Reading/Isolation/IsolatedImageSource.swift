internal import Concurrency
internal import Glibc
internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// An image that a decoder process decodes, with rows as they are stored; ``orientation`` is not applied.
final class IsolatedImageSource: DecodedImageSource {
    let info: ImageInfo
    /// The orientation that makes the delivered rows upright.
    let orientation: Orientation
    /// Whether the pixels are delivered as they are stored, with their profile.
    let isStored: Bool
    private(set) var warnings: [String]

    private let name: String
    private let budget: DecoderBudget
    private var worker: DecoderWorker?
    /// The identity of the image's file.
    private let identity: DecoderFile.Identity?

    /// The bytes of rows that are received at a time, unless a row is longer.
    static let bandBytes = 1 << 20

    /// Opens an image and receives its header.
    ///
    /// - Throws: ``CodecError``.
    convenience init(_ input: ImageInput, options: DecodeOptions) throws {
        let bytes = try ImageBytes(input).size
        try self.init(
            DecoderFile(input), name: input.name, bytes: bytes, options: options, take: IdleDecoders.take(for:))
    }

    /// Opens an image of any format as ``openImage(_:options:)`` does, so that its rows are upright.
    ///
    /// - Throws: ``CodecError``.
    convenience init(wholeOf input: ImageInput, options: DecodeOptions, scale: DecodeScale) throws {
        let bytes = try ImageBytes(input).size
        var path: String?
        if case .file(let name) = input { path = name }
        let files = DecoderFile.makeTemporaryFiles()
        defer { for file in files { close(file) } }
        let whole = DecoderRequest.Whole(path: path, scale: scale, temporaryFiles: files.count)
        try self.init(
            DecoderFile(input), name: input.name, bytes: bytes, options: options, whole: whole, temporaryFiles: files,
            take: IdleDecoders.take(for:))
    }

    /// Opens an image of `bytes` bytes with a process that `take` provides.
    init(
        _ file: DecoderFile, name: String, bytes: Int, options: DecodeOptions, whole: DecoderRequest.Whole? = nil,
        temporaryFiles: [Int32] = [], take: (DecoderFile) throws(DecoderEnd) -> DecoderWorker
    ) throws {
        let limits = options.limits
        let budget = limits.budget(bytes: bytes, pixels: 0, isDecodedWhole: false)
        do {
            try ProcessorTimeBudget.current?.check()
            let worker = try take(file)
            let request = DecoderRequest(options: options, budget: budget, whole: whole)
            let answer = try worker.charging(budget.seconds) {
                worker.send(request, file, temporaryFiles: temporaryFiles)
                return try worker.receive()
            }
            let header = try Self.header(answer, file: name)
            let traits = ImageFormats.standard.traits(named: header.info.container)
            let size = header.info.size
            try limits.check(
                pixels: size.declaredArea(options, traits), bytes: bytes, least: traits.leastPixelLimit, file: name)
            info = header.info
            orientation = header.orientation
            warnings = header.warnings
            isStored = header.isStored
            self.budget = limits.budget(bytes: bytes, pixels: size.area, isDecodedWhole: traits.isDecodedWhole)
            self.worker = worker
        } catch let end as DecoderEnd {
            throw end.exit.error(file: name, budget: budget)
        } catch is MessageReader.Malformed {
            throw DecoderExit.malformed.error(file: name, budget: budget)
        }
        self.name = name
        identity = file.identity
    }

    deinit {
        if let worker { IdleDecoders.keep(worker, for: identity) }
    }

    func readBands(_ body: (PixelBand) throws -> Void) throws {
        // The process ends with this call, whatever happens.
        guard let worker = worker.take() else { preconditionFailure("readBands may be called once") }
        var message = MessageWriter()
        budget.write(to: &message)
        do {
            try worker.charging(budget.seconds) {
                worker.send(.read, message.bytes)
                try receiveBands(of: worker, body)
            }
        } catch let end as DecoderEnd {
            throw end.exit.error(file: name, budget: budget)
        } catch is MessageReader.Malformed {
            throw DecoderExit.malformed.error(file: name, budget: budget)
        }
    }

    /// Receives all bands and lends their rows.
    private func receiveBands(of worker: DecoderWorker, _ body: (PixelBand) throws -> Void) throws {
        var row = 0
        while true {
            let (kind, contents) = try worker.receive()
            switch kind {
            case .band: row = try receiveRows(contents, from: row, of: worker, body)
            case .end:
                guard row == info.size.height else { throw MessageReader.Malformed() }
                var reader = MessageReader(contents)
                warnings = try reader.strings()
                return
            case .failure: throw try Self.failure(contents, file: name)
            default: throw MessageReader.Malformed()
            }
        }
    }

    /// Receives the rows of a band and lends them; returns the first row of the next band.
    private func receiveRows(
        _ head: [UInt8], from row: Int, of worker: DecoderWorker, _ body: (PixelBand) throws -> Void
    ) throws -> Int {
        var reader = MessageReader(head)
        _ = try reader.int(in: row...row)
        let count = try reader.int(in: 0...info.size.height - row)
        // Bands without rows could follow each other without end.
        guard count > 0 else { throw MessageReader.Malformed() }
        let end = row + count
        let stride = info.size.width * info.layout.bytesPerPixel
        let portion = max(1, Self.bandBytes / stride)
        var first = row
        while first < end {
            let rows = first..<min(first + portion, end)
            let memory = try buffer.reserve(stride * portion)
            try worker.receive(into: UnsafeMutableRawBufferPointer(start: memory, count: stride * rows.count))
            try body(PixelBand(base: UnsafeRawPointer(memory), stride: stride, rows: rows))
            first = rows.upperBound
        }
        return end
    }

    private var buffer = ScratchBuffer()

    private static func header(
        _ message: (kind: DecoderMessageKind, contents: [UInt8]), file: String
    ) throws -> DecoderHeader {
        switch message.kind {
        case .header: return try DecoderHeader(message.contents)
        case .failure: throw try failure(message.contents, file: file)
        default: throw MessageReader.Malformed()
        }
    }

    private static func failure(_ contents: [UInt8], file: String) throws -> CodecError {
        try DecoderFailure(contents).error(file: file)
    }
}
