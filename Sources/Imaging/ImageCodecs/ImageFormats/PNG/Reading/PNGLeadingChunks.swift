internal import Compression
internal import ImageMetadata

/// The contents of the chunks before a PNG's pixels (PNG specification, third edition, section 11).
///
/// The rules for what is damaged are libpng's: critical chunks have to be right, others are left out where they are not.
struct PNGLeadingChunks {
    /// The size, bit depth and color type.
    let header: PNGHeader
    /// The colors of a palette image, three bytes for each.
    private(set) var palette: [UInt8] = []
    /// The contents of tRNS: the alpha of the palette's first colors, or the transparent color with 16 bits per sample;
    /// empty if there is none.
    private(set) var transparency: [UInt8] = []
    /// The ICC profile; nil if there is none that fits the pixels.
    ///
    /// Colors that are stated without a profile are one, too.
    private(set) var profile: ICCProfile?
    /// True when there is a profile that is damaged or does not fit.
    private(set) var hasDamagedProfile = false
    /// The statements about colors beside the profile.
    private(set) var colors = PNGColors()
    /// The EXIF metadata; nil if there is none.
    private(set) var exif: [UInt8]?
    /// The length of the first IDAT chunk; the stream delivers its data next.
    private(set) var dataLength = 0

    /// The maximum length of a chunk of metadata; longer ones are left out.
    static let longestMetadata = 8 << 20

    private var hasProfileChunk = false
    private var isSRGB = false

    /// Reads a file up to its pixels.
    ///
    /// - Throws: ``CodecError`` when it is damaged or ends before.
    init(_ stream: PNGDatastream, name: String) throws {
        guard stream.take(PNGHeader.signature.count) != nil else { throw CodecError.truncatedPNG(name) }
        let (type, length) = try Self.nextChunk(stream, name)
        guard type == PNGChunk.header, length <= Self.longestMetadata,
            let content = try Self.content(stream, type, length, name),
            let header = content.withUnsafeBytes({ PNGHeader($0) })
        else { throw CodecError.damagedPNG(name, "its header is invalid") }
        self.header = header
        while true {
            let (type, length) = try Self.nextChunk(stream, name)
            if type == PNGChunk.data {
                dataLength = length
                break
            }
            guard type != PNGChunk.header else { throw CodecError.damagedPNG(name, "it has two headers") }
            guard type != PNGChunk.end else { throw CodecError.damagedPNG(name, "it has no pixels") }
            try read(stream, type, length, name)
        }
        guard header.colorType != .palette || !palette.isEmpty else {
            throw CodecError.damagedPNG(name, "it has no palette")
        }
        decideColors()
    }

    /// Chooses the statement that counts: cICP, iCCP, sRGB, or cHRM and gAMA.
    private mutating func decideColors() {
        let encoding = colors.encoding(gray: header.isGray, ignoresGamma: isSRGB || hasProfileChunk)
        guard encoding != nil || colors.codePoints != nil else { return }
        profile = encoding?.profile(gray: header.isGray).flatMap(ICCProfile.init)
        hasDamagedProfile = false
    }

    private static func nextChunk(_ stream: PNGDatastream, _ name: String) throws -> (type: Int, length: Int) {
        guard let length = stream.takeNumber(), let type = stream.takeNumber() else {
            throw CodecError.truncatedPNG(name)
        }
        guard length <= PNGChunk.longest, PNGChunk.isValid(type) else {
            throw CodecError.damagedPNG(name, "a chunk is invalid")
        }
        return (type, length)
    }

    /// Takes the data of a chunk; nil when its checksum is wrong.
    private static func content(
        _ stream: PNGDatastream, _ type: Int, _ length: Int, _ name: String
    ) throws -> [UInt8]? {
        guard let data = stream.take(length), let stored = stream.takeNumber() else {
            throw CodecError.truncatedPNG(name)
        }
        let checksum = data.withUnsafeBytes { DeflateCodec.crc32($0, after: PNGChunk.checksum(type)) }
        return Int(checksum) == stored ? data : nil
    }

    private mutating func read(_ stream: PNGDatastream, _ type: Int, _ length: Int, _ name: String) throws {
        // Only a palette image needs its palette: for others it is a suggestion.
        let isPalette = type == PNGChunk.palette && header.colorType == .palette
        let color = PNGColors.Chunk(type: type)
        let isMetadata = [PNGChunk.transparency, PNGChunk.profile, PNGChunk.sRGB, PNGChunk.exif].contains(type)
        guard isPalette || isMetadata || color != nil, length <= Self.longestMetadata else {
            guard type == PNGChunk.palette || !PNGChunk.isCritical(type) else { throw PNGChunk.unknownCritical(name) }
            guard !isPalette else { throw CodecError.damagedPNG(name, "its palette is invalid") }
            if type == PNGChunk.profile { hasDamagedProfile = true }
            return stream.skip(length + 4)
        }
        let content = try Self.content(stream, type, length, name)
        switch type {
        case PNGChunk.palette:
            guard let content, palette.isEmpty, !content.isEmpty, content.count % 3 == 0, content.count <= 3 * 256
            else {
                throw CodecError.damagedPNG(name, "its palette is invalid")
            }
            palette = Array(content.prefix(3 << header.depth))
        case PNGChunk.transparency: readTransparency(content ?? [])
        case PNGChunk.sRGB: isSRGB = isSRGB || content?.count == 1
        case PNGChunk.profile: readProfile(content ?? [])
        case _ where color != nil:
            // Chunks that have to precede the palette are ignored after it.
            if let color, palette.isEmpty { colors.add(color, content) }
        default:
            if exif == nil, let content, content.starts(with: "II".utf8) || content.starts(with: "MM".utf8) {
                exif = content
            }
        }
    }

    private mutating func readTransparency(_ content: [UInt8]) {
        let fits =
            switch header.colorType {
            case .gray, .rgb: content.count == 2 * header.colorType.samples
            case .palette: content.count <= palette.count / 3
            case .grayAlpha, .rgba: false
            }
        if fits, transparency.isEmpty { transparency = content }
    }

    /// The first profile counts, before the palette.
    private mutating func readProfile(_ content: [UInt8]) {
        guard !hasProfileChunk, palette.isEmpty else { return }
        hasProfileChunk = true
        let bytes = ZlibDecompressor().flatMap { decompressor in
            content.withUnsafeBytes { decompressor.profile(inChunk: $0) }
        }
        // The size that a profile states counts; anything after it is left out.
        guard let bytes, let size = BigEndianReader(bytes[...]).number(at: 0), size >= 128, size <= bytes.count,
            let profile = ICCProfile(Array(bytes.prefix(size)))
        else {
            hasDamagedProfile = true
            return
        }
        if profile.space == (header.isGray ? .gray : .rgb) {
            self.profile = profile
        } else {
            // Many programs leave the profile of their colors in a gray image.
            hasDamagedProfile = !(header.isGray && profile.space == .rgb)
        }
    }
}

extension PNGChunk {
    /// The checksum of a chunk's type, the start of the checksum of its data.
    static func checksum(_ type: Int) -> UInt32 {
        withUnsafeBytes(of: UInt32(truncatingIfNeeded: type).bigEndian) { DeflateCodec.crc32($0) }
    }
}

extension ZlibDecompressor {
    /// The maximum size of an ICC profile.
    private static var largestProfile: Int { 4 << 20 }

    /// Decompresses the ICC profile of an iCCP chunk: a name, a zero byte, method 0 and the data; nil when it is
    /// damaged or larger than 4 MiB.
    func profile(inChunk chunk: UnsafeRawBufferPointer) -> [UInt8]? {
        guard let end = chunk.firstIndex(of: 0), end + 2 <= chunk.count else { return nil }
        let data = UnsafeRawBufferPointer(rebasing: chunk[(end + 2)...])
        var room = 16 << 10
        while room <= Self.largestProfile {
            var outcome = Outcome.damaged
            let profile = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
                outcome = decompress(data, into: UnsafeMutableRawBufferPointer(buffer), count: &count)
                count = outcome == .success ? count : 0
            }
            guard outcome == .insufficientSpace else { return outcome == .success ? profile : nil }
            room *= 4
        }
        return nil
    }
}

extension CodecError {
    /// The error for a damaged PNG; `detail` is a clause.
    static func damagedPNG(_ file: String, _ detail: String) -> CodecError {
        CodecError(.damaged, file: file, "the image is damaged (\(detail)). Get an intact copy of it.")
    }

    /// The error for a PNG that ends too early.
    static func truncatedPNG(_ file: String) -> CodecError {
        CodecError(.truncated, file: file, "the image ends before its last row. Get a complete copy of it.")
    }
}
