internal import CDeflate
internal import TilePyramid

/// The parts of a PNG file, where they lie (PNG specification, third edition, sections 5 and 11).
struct PNGFile {
    /// What a pixel is made of; the raw value is the specification's color type.
    enum ColorType: UInt8 {
        case gray = 0
        case rgb = 2
        case palette = 3
        case grayAlpha = 4
        case rgba = 6

        /// Samples of a pixel.
        var samples: Int {
            switch self {
            case .gray, .palette: 1
            case .grayAlpha: 2
            case .rgb: 3
            case .rgba: 4
            }
        }

        /// The sizes that a sample can have.
        fileprivate var depths: Set<Int> {
            switch self {
            case .gray: [1, 2, 4, 8, 16]
            case .palette: [1, 2, 4, 8]
            default: [8, 16]
            }
        }
    }

    /// Columns and rows.
    private(set) var size = PixelSize(width: 0, height: 0)
    /// Bits of a sample.
    private(set) var depth = 0
    /// What a pixel is made of.
    private(set) var colorType = ColorType.gray
    /// Whether the pixels come in seven passes.
    private(set) var isInterlaced = false
    /// The colors of a palette, three bytes each.
    private(set) var palette = UnsafeRawBufferPointer(start: nil, count: 0)
    /// The alpha of a palette's first colors, or the color that is transparent, 16 bits a sample; empty if none.
    private(set) var transparency = UnsafeRawBufferPointer(start: nil, count: 0)
    /// The profile, compressed and with its name; nil if there is none.
    private(set) var profile: UnsafeRawBufferPointer?
    /// The pixels, compressed, in one or more parts.
    private(set) var data: [UnsafeRawBufferPointer] = []

    /// Bytes of a row, without the number of its filter.
    var rowBytes: Int { (size.width * colorType.samples * depth + 7) / 8 }

    /// Bytes of all rows and their filters' numbers; the most there can be when a damaged header says even more.
    var pixelBytes: Int {
        let (bytes, isMore) = (rowBytes + 1).multipliedReportingOverflow(by: size.height)
        return isMore ? .max : bytes
    }

    /// How many bytes deflate can make of one, at the most (https://zlib.net/zlib_tech.html).
    private static let greatestRatio = 1032

    /// Whether there can be as many pixels in the data as the header says.
    var hasEnoughData: Bool { pixelBytes / Self.greatestRatio <= data.reduce(0) { $0 + $1.count } }

    /// The compressed pixels in one piece, which lies in `scratch` if they are in several.
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

    /// Finds the parts of a file, and verifies their checksums.
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
                throw CodecError.damagedTile(name, "the checksum of a part is wrong")
            }
            let type = Self.number(file, at: offset + 4)
            let content = UnsafeRawBufferPointer(rebasing: file[(offset + 8)..<(offset + 8 + length)])
            guard isFirst == (type == Chunk.header) else {
                throw CodecError.damagedTile(name, "its header is not in its place")
            }
            isFirst = false
            if type == Chunk.end { break }
            try parse(content, type: type, name: name)
            offset += PNGChunks.overhead + length
        }
        try check(name)
    }

    /// The chunks that matter, their names as numbers.
    private enum Chunk {
        static let header = 0x4948_4452  // IHDR
        static let palette = 0x504C_5445  // PLTE
        static let transparency = 0x7452_4E53  // tRNS
        static let profile = 0x6943_4350  // iCCP
        static let data = 0x4944_4154  // IDAT
        static let end = 0x4945_4E44  // IEND

        /// Whether a chunk must be understood by whoever decodes the image: its name begins with a capital.
        static func isCritical(_ type: Int) -> Bool { type & 0x2000_0000 == 0 }
    }

    private mutating func parse(_ content: UnsafeRawBufferPointer, type: Int, name: String) throws {
        switch type {
        case Chunk.header: try parseHeader(content, name: name)
        case Chunk.palette: palette = content
        case Chunk.data: data.append(content)
        // What has to precede the pixels means nothing after them.
        case Chunk.transparency where data.isEmpty: transparency = content
        case Chunk.profile where data.isEmpty: profile = content
        default:
            guard !Chunk.isCritical(type) else {
                throw CodecError(.unsupported, file: name, "this PNG has a part of an unknown kind.")
            }
        }
    }

    private mutating func parseHeader(_ content: UnsafeRawBufferPointer, name: String) throws {
        guard content.count == 13, let colorType = ColorType(rawValue: content[9]) else {
            throw CodecError.damagedTile(name, "its header is wrong")
        }
        size = PixelSize(width: Self.number(content, at: 0), height: Self.number(content, at: 4))
        depth = Int(content[8])
        self.colorType = colorType
        isInterlaced = content[12] == 1
        let longest = Int(Int32.max)
        guard (1...longest).contains(size.width), (1...longest).contains(size.height), colorType.depths.contains(depth),
            content[10] == 0, content[11] == 0, content[12] <= 1
        else { throw CodecError.damagedTile(name, "its header is wrong") }
    }

    /// Whether the parts fit each other.
    private func check(_ name: String) throws {
        guard !data.isEmpty else { throw CodecError.truncatedTile(name) }
        if colorType == .palette {
            guard !palette.isEmpty, palette.count % 3 == 0, palette.count <= 3 << depth else {
                throw CodecError.damagedTile(name, "its palette is wrong")
            }
        } else if [.gray, .rgb].contains(colorType), !transparency.isEmpty {
            guard transparency.count == 2 * colorType.samples else {
                throw CodecError.damagedTile(name, "its transparent color is wrong")
            }
        }
    }

    /// A number of 32 bits, the highest first.
    private static func number(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int {
        Int(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
    }
}
