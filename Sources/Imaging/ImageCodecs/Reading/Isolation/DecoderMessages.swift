internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// The kinds of messages between a process that wants an image and the decoder process.
enum DecoderMessageKind: UInt8 {
    /// Opens an image, whose descriptor follows the message; the answer is ``header`` or ``failure``.
    case open
    /// Decodes the open image; the answers are ``band`` for all rows and then ``end``, or ``failure``.
    case read
    /// Decodes a tile in shared memory, whose descriptor follows if it is new; the answer is ``result`` or ``failure``.
    case tile
    /// The properties of the image.
    case header
    /// Rows of pixels, which follow the message.
    case band
    /// All rows were sent.
    case end
    /// A tile was decoded.
    case result
    /// The image could not be opened or read.
    case failure
    /// Opens an image with its stored samples as channels, as ``open`` does; the answer is ``channelHeader`` or ``failure``.
    case openChannels
    /// Reads samples of the image that was opened as channels; the answer is ``samples`` or ``failure``.
    case readSamples
    /// The properties of an image of channels; empty if it has none.
    case channelHeader
    /// The number of bytes of samples, which follow the message.
    case samples
}

/// A request to open an image, whose descriptor follows.
struct DecoderRequest: Hashable {
    /// The opening of an image of any format with all that is read beside it, as ``openImage(_:options:)`` does.
    struct Whole: Hashable {
        /// The path of the image; nil for bytes in memory.
        var path: String?
        /// The scale at which a JPEG is decoded.
        var scale: DecodeScale
        /// The number of temporary files; their descriptors follow the descriptor of the image.
        var temporaryFiles: Int
    }

    var options: DecodeOptions
    var budget: DecoderBudget
    /// Nil for an image whose orientation, validity and colors are left to the other process.
    var whole: Whole?
}

extension DecoderRequest {
    /// The request as a message.
    var message: [UInt8] {
        var writer = MessageWriter()
        budget.write(to: &writer)
        writer.add(options.page)
        writer.add(optional: options.dpi) { $0.add($1) }
        switch options.range {
        case .auto: writer.add(0)
        case .full: writer.add(1)
        case .values(let low, let high):
            writer.add(2)
            writer.add(low)
            writer.add(high)
        }
        writer.add(options.depth.rawValue)
        var color: RGBColor?
        if case .flatten(let background) = options.alpha { color = background }
        writer.add(optional: color) { writer, color in
            writer.add([color.red, color.green, color.blue])
        }
        writer.add(options.keepProfile)
        writer.add(options.allowTruncated)
        writer.add(options.allowedLoss.map(\.rawValue).sorted())
        writer.add(optional: options.threads) { $0.add($1) }
        writer.add(optional: whole) { writer, whole in
            writer.add(optional: whole.path) { $0.add($1) }
            writer.add(whole.scale.rawValue)
            writer.add(whole.temporaryFiles)
            writer.add(optional: options.commonRange) { writer, range in
                writer.add(range.lowerBound)
                writer.add(range.upperBound)
            }
            writer.add(options.autorotate)
            writer.add(options.nodata != .none)
            writer.add(optional: options.nodata.requested) { $0.add($1) }
            writer.add(optional: options.limits.pixels) { $0.add($1) }
        }
        return writer.bytes
    }

    /// Reads a request from a message.
    init(_ message: [UInt8]) throws(MessageReader.Malformed) {
        var reader = MessageReader(message)
        budget = try DecoderBudget(&reader)
        options = DecodeOptions()
        options.page = try reader.int()
        options.dpi = try reader.optional { reader throws(MessageReader.Malformed) in try reader.double() }
        switch try reader.int(in: 0...2) {
        case 0: options.range = .auto
        case 1: options.range = .full
        default: options.range = .values(try reader.double(), try reader.double())
        }
        guard let depth = PixelLayout.Depth(rawValue: try reader.int()) else { throw MessageReader.Malformed() }
        options.depth = depth
        let color = try reader.optional { reader throws(MessageReader.Malformed) in try reader.byteArray() }
        if let color {
            guard color.count == 3 else { throw MessageReader.Malformed() }
            options.alpha = .flatten(RGBColor(red: color[0], green: color[1], blue: color[2]))
        }
        options.keepProfile = try reader.bool()
        options.allowTruncated = try reader.bool()
        for name in try reader.strings() {
            guard let statement = FileStatement(rawValue: name) else { throw MessageReader.Malformed() }
            options.allowedLoss.insert(statement)
        }
        options.threads = try reader.optional { reader throws(MessageReader.Malformed) in try reader.int() }
        guard try reader.bool() else { return }
        let path = try reader.optional { reader throws(MessageReader.Malformed) in try reader.string() }
        let scale = try reader.scale()
        let temporaryFiles = try reader.int(in: 0...DecoderFile.temporaryFileLimit)
        whole = Whole(path: path, scale: scale, temporaryFiles: temporaryFiles)
        options.commonRange = try reader.optional { reader throws(MessageReader.Malformed) in
            let low = try reader.double()
            let high = try reader.double()
            guard low <= high else { throw MessageReader.Malformed() }
            return low...high
        }
        options.autorotate = try reader.bool()
        let isStated = try reader.bool()
        let nodata = try reader.optional { reader throws(MessageReader.Malformed) in try reader.nodata() }
        options.nodata = nodata.map(DecodeOptions.Nodata.values) ?? (isStated ? .stated : .none)
        options.limits.pixels = try reader.optional { reader throws(MessageReader.Malformed) in try reader.int() }
    }
}

extension DecoderBudget {
    func write(to writer: inout MessageWriter) {
        writer.add(memory)
        writer.add(seconds)
    }

    init(_ reader: inout MessageReader) throws(MessageReader.Malformed) {
        memory = try reader.int(in: 0...Int.max)
        seconds = try reader.int(in: 0...Int.max)
    }
}

/// The properties of an image that a decoder process sends before the pixels.
struct DecoderHeader: Hashable {
    var info: ImageInfo
    /// The orientation that makes the delivered rows upright.
    var orientation: Orientation
    /// Whether the pixels are delivered as they are stored, with their profile.
    var isStored: Bool
    var warnings: [String]
}

extension DecoderHeader {
    /// The header as a message.
    var message: [UInt8] {
        var writer = MessageWriter()
        writer.add(info.size)
        writer.add(info.layout)
        writer.add(optional: info.profile) { $0.add($1) }
        writer.add(info.container)
        writer.add(optional: info.exif) { $0.add($1) }
        writer.add(optional: info.pageCount) { $0.add($1) }
        writer.add(optional: info.storedBits) { $0.add($1) }
        writer.add(info.alphaIsValidity)
        writer.add(info.hasOwnRange)
        writer.add(info.appliedOrientation.rawValue)
        writer.add(orientation.rawValue)
        writer.add(isStored)
        writer.add(warnings)
        return writer.bytes
    }

    /// Reads a header from a message.
    init(_ message: [UInt8]) throws(MessageReader.Malformed) {
        var reader = MessageReader(message)
        let size = try reader.size()
        let layout = try reader.layout()
        let profile = try reader.optional { reader throws(MessageReader.Malformed) in try reader.byteArray() }
        let container = try reader.string()
        let exif = try reader.optional { reader throws(MessageReader.Malformed) in try reader.byteArray() }
        let pages = 1...Int(Int32.max)
        let pageCount = try reader.optional { reader throws(MessageReader.Malformed) in try reader.int(in: pages) }
        let storedBits = try reader.optional { reader throws(MessageReader.Malformed) in try reader.int(in: 1...16) }
        let alphaIsValidity = try reader.bool()
        let hasOwnRange = try reader.bool()
        guard let applied = Orientation(rawValue: try reader.int()),
            let orientation = Orientation(rawValue: try reader.int())
        else { throw MessageReader.Malformed() }
        info = ImageInfo(size: size, layout: layout, profile: profile, container: container, exif: exif)
        info.pageCount = pageCount
        info.storedBits = storedBits
        info.alphaIsValidity = alphaIsValidity
        info.hasOwnRange = hasOwnRange
        info.appliedOrientation = applied
        self.orientation = orientation
        isStored = try reader.bool()
        warnings = try reader.strings()
    }
}

/// A failure of a decoder process, without the file's name, which the other process knows better.
struct DecoderFailure: Hashable {
    var code: CodecError.Code
    var message: String

    /// The codes by their number in messages.
    private static let codes: [CodecError.Code] = [
        .unreadable, .unsupported, .damaged, .truncated, .invalidRequest, .inputOutput, .cannotCreate, .encoding,
    ]
}

extension DecoderFailure {
    /// The failure as the error of a file.
    func error(file: String) -> CodecError { CodecError(code, file: file, message) }

    /// The failure as a message.
    var encoded: [UInt8] {
        var writer = MessageWriter()
        writer.add(Self.codes.firstIndex(of: code) ?? 0)
        writer.add(message)
        return writer.bytes
    }

    /// Reads a failure from a message.
    init(_ message: [UInt8]) throws(MessageReader.Malformed) {
        var reader = MessageReader(message)
        code = Self.codes[try reader.int(in: 0...Self.codes.count - 1)]
        self.message = try reader.string()
    }
}
