internal import Compression
internal import ImageMetadata
internal import ImageSources
internal import TilePyramid

/// The chunks of a PNG file, by reference (PNG specification, third edition, sections 5 and 11).
struct PNGFile {
    /// The size, bit depth and color type.
    let header: PNGHeader
    /// The palette, three bytes per color.
    private(set) var palette = UnsafeRawBufferPointer(start: nil, count: 0)
    /// The contents of tRNS: the alpha of the palette's first colors, or the transparent color with 16 bits per sample;
    /// empty if none.
    private(set) var transparency = UnsafeRawBufferPointer(start: nil, count: 0)
    /// The contents of iCCP: a name and the compressed profile; nil if there is none.
    private(set) var profile: UnsafeRawBufferPointer?
    /// The statements about colors beside the profile.
    private(set) var colors = PNGColors()
    private var isSRGB = false
    /// The contents of all IDAT chunks: the compressed pixels.
    private(set) var data: [UnsafeRawBufferPointer] = []

    /// True when colors that are stated without a profile differ from sRGB.
    var hasOtherColors: Bool {
        colors.encoding(gray: header.isGray, ignoresGamma: isSRGB || profile != nil) != nil
    }
    /// True when a profile does not count, because cICP names the colors.
    var hasCodePoints: Bool { colors.codePoints != nil }

    /// The bytes of a row without its filter type.
    var rowBytes: Int { (header.size.width * header.colorType.samples * header.depth + 7) / 8 }

    /// The bytes of all rows with their filter types; `Int.max` when a damaged header overflows.
    var pixelBytes: Int {
        let (bytes, isMore) = (rowBytes + 1).multipliedReportingOverflow(by: header.size.height)
        return isMore ? .max : bytes
    }

    /// The maximum compression ratio of deflate (https://zlib.net/zlib_tech.html).
    private static let greatestRatio = 1032

    /// True when the data can be large enough for the pixels that the header declares.
    var hasEnoughData: Bool { pixelBytes / Self.greatestRatio <= data.reduce(0) { $0 + $1.count } }

    /// The compressed pixels in one piece, copied to `scratch` if there are several chunks.
    func joinedData(_ scratch: inout ScratchBuffer) throws -> UnsafeRawBufferPointer {
        if data.count == 1 { return data[0] }
        let count = data.reduce(0) { $0 + $1.count }
        let whole = UnsafeMutableRawBufferPointer(start: try scratch.reserve(count), count: count)
        var offset = 0
        for part in data {
            UnsafeMutableRawBufferPointer(rebasing: whole[offset...]).copyMemory(from: part)
            offset += part.count
        }
        return UnsafeRawBufferPointer(whole)
    }

    /// Parses a file and verifies the checksums of its chunks.
    ///
    /// - Throws: ``CodecError`` naming `name`.
    init(_ file: UnsafeRawBufferPointer, name: String) throws {
        var (type, content, offset) = try Self.chunk(of: file, at: PNGHeader.signature.count, name: name)
        let misplacedHeader = CodecError.damagedTile(name, "it does not start with one IHDR chunk")
        guard type == PNGChunk.header else { throw misplacedHeader }
        guard let header = PNGHeader(content) else { throw CodecError.damagedTile(name, "its header is invalid") }
        self.header = header
        while true {
            (type, content, offset) = try Self.chunk(of: file, at: offset, name: name)
            guard type != PNGChunk.header else { throw misplacedHeader }
            if type == PNGChunk.end { break }
            try parse(content, type: type, name: name)
        }
        try check(name)
    }

    /// Returns the chunk at an offset, with its checksum verified, and the offset of the next one.
    private static func chunk(
        of file: UnsafeRawBufferPointer, at offset: Int, name: String
    ) throws -> (type: Int, content: UnsafeRawBufferPointer, next: Int) {
        guard offset + PNGHeader.chunkOverhead <= file.count else { throw CodecError.truncatedTile(name) }
        let length = number(file, at: offset)
        guard length <= file.count - offset - PNGHeader.chunkOverhead else { throw CodecError.truncatedTile(name) }
        let checksum = DeflateCodec.crc32(UnsafeRawBufferPointer(rebasing: file[offset + 4..<offset + 8 + length]))
        guard checksum == UInt32(truncatingIfNeeded: number(file, at: offset + 8 + length)) else {
            throw CodecError.damagedTile(name, "the checksum of a chunk is wrong")
        }
        let content = UnsafeRawBufferPointer(rebasing: file[(offset + 8)..<(offset + 8 + length)])
        return (number(file, at: offset + 4), content, offset + PNGHeader.chunkOverhead + length)
    }

    private mutating func parse(_ content: UnsafeRawBufferPointer, type: Int, name: String) throws {
        switch type {
        case PNGChunk.palette: palette = content
        case PNGChunk.data: data.append(content)
        // Chunks that have to precede the pixels are ignored after them.
        case PNGChunk.transparency where data.isEmpty: transparency = content
        case PNGChunk.profile where data.isEmpty: profile = content
        case PNGChunk.sRGB where data.isEmpty: isSRGB = isSRGB || content.count == 1
        default:
            guard !PNGChunk.isCritical(type) else {
                throw PNGChunk.unknownCritical(name)
            }
            if data.isEmpty, palette.isEmpty, let chunk = PNGColors.Chunk(type: type) {
                colors.add(chunk, Array(content))
            }
        }
    }

    /// Checks that the chunks are consistent.
    private func check(_ name: String) throws {
        guard !data.isEmpty else { throw CodecError.truncatedTile(name) }
        if header.colorType == .palette {
            guard !palette.isEmpty, palette.count % 3 == 0, palette.count <= 3 << header.depth else {
                throw CodecError.damagedTile(name, "its palette is invalid")
            }
        } else if [.gray, .rgb].contains(header.colorType), !transparency.isEmpty {
            guard transparency.count == 2 * header.colorType.samples else {
                throw CodecError.damagedTile(name, "its transparent color is invalid")
            }
        }
    }

    /// A big-endian number of 32 bits.
    private static func number(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int {
        Int(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
    }
}
