internal import Numbers
package import TilePyramid

/// The header of a KTX 2.0 file with one image of 8-bit BGRA in sRGB: an uncompressed texture, ready to draw.
///
/// In written files the pixels are at ``alignedOffset``, so that they can be mapped into memory. The format is described in
/// https://registry.khronos.org/KTX/specs/2.0/ktxspec.v2.html.
package struct KTX2Header: Hashable, Sendable {
    /// The first bytes of every file.
    package static let identifier: [UInt8] = [
        0xAB, 0x4B, 0x54, 0x58, 0x20, 0x32, 0x30, 0xBB, 0x0D, 0x0A, 0x1A, 0x0A,
    ]
    /// The offset of the pixels in written files: a page.
    package static let alignedOffset = 4096
    /// The number of bytes before the pixels that are read: metadata beyond them is ignored.
    package static let headLimit = 1 << 16
    /// `VK_FORMAT_B8G8R8A8_SRGB`.
    static let pixelFormat = 50
    /// The flag of premultiplied alpha in the data format descriptor (Khronos Data Format Specification, 5.9).
    static let premultipliedFlag = 1
    /// The key of the metadata that says that all pixels are opaque.
    static let opaqueKey = "TileKit:opaque"

    /// The width and height in pixels.
    package let size: PixelSize
    /// The offset of the first pixel in the file; rows follow each other without gaps.
    package let pixelOffset: Int
    /// Whether the colors are multiplied by alpha.
    package let isPremultiplied: Bool
    /// Whether the file says that every pixel is opaque.
    package let isOpaque: Bool

    /// The number of bytes of all pixels, 4 for each.
    package var pixelBytes: Int { 4 * size.area }

    /// Whether the pixels can be mapped and drawn without conversion.
    package var canBeMapped: Bool { isPremultiplied && pixelOffset % Self.alignedOffset == 0 }

    /// Reads the header of a file.
    ///
    /// - Throws: ``CodecError`` when the file is truncated, or a texture of another kind.
    package init(_ bytes: ImageBytes, name: String) throws {
        try self.init(head: bytes.read(at: 0, count: Self.headLimit), fileSize: bytes.size, name: name)
    }

    /// Reads the header from the first ``headLimit`` bytes of a file.
    ///
    /// - Throws: ``CodecError`` when the file is truncated, or a texture of another kind.
    package init(head: [UInt8], fileSize: Int, name: String) throws {
        func number(at offset: Int, bytes count: Int = 4) -> Int? {
            guard offset <= head.count - count else { return nil }
            let value = head[offset..<offset + count].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            return CheckedNumber.integer(value)
        }
        guard let width = number(at: 20), let height = number(at: 24), let offset = number(at: 80, bytes: 8),
            let length = number(at: 88, bytes: 8), let descriptor = number(at: 48), head.starts(with: Self.identifier)
        else { throw CodecError.truncatedTile(name) }
        guard number(at: 12) == Self.pixelFormat, number(at: 28) == 0, (number(at: 32) ?? 2) < 2, number(at: 36) == 1,
            number(at: 40) == 1, number(at: 44) == 0, width > 0, height > 0
        else {
            throw CodecError(
                .unsupported, file: name,
                "of KTX textures only single images of uncompressed BGRA in sRGB are read. Convert it to PNG.")
        }
        guard let area = CheckedNumber.product(width, height, 4), length == area,
            let end = CheckedNumber.sum(offset, length)
        else { throw CodecError.damagedTile(name, "its sizes contradict each other") }
        guard end <= fileSize else { throw CodecError.truncatedTile(name) }
        let flags = CheckedNumber.sum(descriptor, 15).flatMap { number(at: $0, bytes: 1) } ?? 0
        size = PixelSize(width: width, height: height)
        pixelOffset = offset
        isPremultiplied = flags & Self.premultipliedFlag != 0
        isOpaque = Self.metadata(in: head, at: number(at: 56), count: number(at: 60))[Self.opaqueKey] == "1"
    }

    /// The keys and values of the metadata, as far as they are text.
    private static func metadata(in head: [UInt8], at start: Int?, count: Int?) -> [String: String] {
        guard let start, let count, let end = CheckedNumber.sum(start, count), end <= head.count else { return [:] }
        var (values, offset): ([String: String], Int) = ([:], start)
        while offset < end - 4 {
            let length = head[offset..<offset + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
            guard length <= end - offset - 4 else { break }
            // Checked: the pair ends within the metadata.
            let pair = head[offset + 4..<offset + 4 + length]
            let parts = pair.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 {
                values[String(decoding: parts[0], as: UTF8.self)] = String(
                    decoding: parts[1].prefix { $0 != 0 }, as: UTF8.self)
            }
            offset += 4 + (length + 3) / 4 * 4
        }
        return values
    }
}
