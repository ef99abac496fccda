internal import CDeflate
internal import TilePyramid

/// The chunks of a PNG file, by reference (PNG specification, third edition, sections 5 and 11).
struct PNGFile {
    /// The color types; raw values are those of the specification.
    enum ColorType: UInt8 {
        case gray = 0
        case rgb = 2
        case palette = 3
        case grayAlpha = 4
        case rgba = 6

        /// The samples per pixel.
        var samples: Int {
            switch self {
            case .gray, .palette: 1
            case .grayAlpha: 2
            case .rgb: 3
            case .rgba: 4
            }
        }

        /// The allowed bit depths.
        fileprivate var depths: Set<Int> {
            switch self {
            case .gray: [1, 2, 4, 8, 16]
            case .palette: [1, 2, 4, 8]
            default: [8, 16]
            }
        }
    }

    /// The width and height in pixels.
    private(set) var size = PixelSize(width: 0, height: 0)
    /// The bits per sample.
    private(set) var depth = 0
    /// The color type.
    private(set) var colorType = ColorType.gray
    /// True when the pixels are stored in the seven passes of Adam7.
    private(set) var isInterlaced = false
    /// The palette, three bytes per color.
    private(set) var palette = UnsafeRawBufferPointer(start: nil, count: 0)
    /// The contents of tRNS: the alpha of the palette's first colors, or the transparent color with 16 bits per sample;
    /// empty if none.
    private(set) var transparency = UnsafeRawBufferPointer(start: nil, count: 0)
    /// The contents of iCCP: a name and the compressed profile; nil if there is none.
    private(set) var profile: UnsafeRawBufferPointer?
    /// The contents of all IDAT chunks: the compressed pixels.
    private(set) var data: [UnsafeRawBufferPointer] = []

    /// The bytes of a row without its filter type.
    var rowBytes: Int { (size.width * colorType.samples * depth + 7) / 8 }

    /// The bytes of all rows with their filter types; `Int.max` when a damaged header overflows.
    var pixelBytes: Int {
        let (bytes, isMore) = (rowBytes + 1).multipliedReportingOverflow(by: size.height)
        return isMore ? .max : bytes
    }

    /// The maximum compression ratio of deflate (https://zlib.net/zlib_tech.html).
    private static let greatestRatio = 1032

    /// True when the data can be large enough for the pixels that the header declares.
    var hasEnoughData: Bool { pixelBytes / Self.greatestRatio <= data.reduce(0) { $0 + $1.count } }

    /// The compressed pixels in one piece, copied to `scratch` if there are several chunks.
    func joinedData(_ scratch: inout ScratchBuffer) -> UnsafeRawBufferPointer {
        if data.count == 1 { return data[0] }
        let count = data.reduce(0) { $0 + $1.count }
        let whole = UnsafeMutableRawBufferPointer(start: scratch.reserve(count), count: count)
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
        var offset = PNGChunks.signature.count
        var isFirst = true
        while true {
            guard offset + PNGChunks.overhead <= file.count else { throw CodecError.truncatedTile(name) }
            let length = Self.number(file, at: offset)
            guard length <= file.count - offset - PNGChunks.overhead else { throw CodecError.truncatedTile(name) }
            let checksum = libdeflate_crc32(0, file.baseAddress.map { $0 + offset + 4 }, length + 4)
            guard checksum == UInt32(truncatingIfNeeded: Self.number(file, at: offset + 8 + length)) else {
                throw CodecError.damagedTile(name, "the checksum of a chunk is wrong")
            }
            let type = Self.number(file, at: offset + 4)
            let content = UnsafeRawBufferPointer(rebasing: file[(offset + 8)..<(offset + 8 + length)])
            guard isFirst == (type == Chunk.header) else {
                throw CodecError.damagedTile(name, "it does not start with one IHDR chunk")
            }
            isFirst = false
            if type == Chunk.end { break }
            try parse(content, type: type, name: name)
            offset += PNGChunks.overhead + length
        }
        try check(name)
    }

    /// The types of the chunks that matter, as 32-bit numbers.
    private enum Chunk {
        static let header = 0x4948_4452  // IHDR
        static let palette = 0x504C_5445  // PLTE
        static let transparency = 0x7452_4E53  // tRNS
        static let profile = 0x6943_4350  // iCCP
        static let data = 0x4944_4154  // IDAT
        static let end = 0x4945_4E44  // IEND

        /// True for critical chunks, which a decoder must understand: bit 5 of the first byte is 0.
        static func isCritical(_ type: Int) -> Bool { type & 0x2000_0000 == 0 }
    }

    private mutating func parse(_ content: UnsafeRawBufferPointer, type: Int, name: String) throws {
        switch type {
        case Chunk.header: try parseHeader(content, name: name)
        case Chunk.palette: palette = content
        case Chunk.data: data.append(content)
        // Chunks that have to precede the pixels are ignored after them.
        case Chunk.transparency where data.isEmpty: transparency = content
        case Chunk.profile where data.isEmpty: profile = content
        default:
            guard !Chunk.isCritical(type) else {
                throw CodecError(
                    .unsupported, file: name,
                    "this PNG has a critical chunk of unknown type. Convert it to a standard PNG.")
            }
        }
    }

    private mutating func parseHeader(_ content: UnsafeRawBufferPointer, name: String) throws {
        guard content.count == 13, let colorType = ColorType(rawValue: content[9]) else {
            throw CodecError.damagedTile(name, "its header is invalid")
        }
        size = PixelSize(width: Self.number(content, at: 0), height: Self.number(content, at: 4))
        depth = Int(content[8])
        self.colorType = colorType
        isInterlaced = content[12] == 1
        let longest = Int(Int32.max)
        guard (1...longest).contains(size.width), (1...longest).contains(size.height), colorType.depths.contains(depth),
            content[10] == 0, content[11] == 0, content[12] <= 1
        else { throw CodecError.damagedTile(name, "its header is invalid") }
    }

    /// Checks that the chunks are consistent.
    private func check(_ name: String) throws {
        guard !data.isEmpty else { throw CodecError.truncatedTile(name) }
        if colorType == .palette {
            guard !palette.isEmpty, palette.count % 3 == 0, palette.count <= 3 << depth else {
                throw CodecError.damagedTile(name, "its palette is invalid")
            }
        } else if [.gray, .rgb].contains(colorType), !transparency.isEmpty {
            guard transparency.count == 2 * colorType.samples else {
                throw CodecError.damagedTile(name, "its transparent color is invalid")
            }
        }
    }

    /// A big-endian number of 32 bits.
    private static func number(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int {
        Int(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
    }
}
