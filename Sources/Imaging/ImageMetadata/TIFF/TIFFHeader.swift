/// The header of a TIFF or BigTIFF file, which gives its byte order and the size of its offsets (TIFF 6.0, section 2,
/// and libtiff's BigTIFF design).
package struct TIFFHeader: Hashable, Sendable {
    /// True when offsets have 64 bits.
    package let isBigTIFF: Bool
    /// True when numbers are stored with the most significant byte first.
    package let isBigEndian: Bool

    /// The number of bytes that identify a TIFF.
    package static let magicBytes = 4

    /// Reads the header from a file's first bytes, at least ``magicBytes``; nil if it is not a TIFF.
    package init?(_ head: [UInt8]) {
        switch head.prefix(Self.magicBytes) {
        case [0x49, 0x49, 42, 0]:
            isBigTIFF = false
            isBigEndian = false
        case [0x4D, 0x4D, 0, 42]:
            isBigTIFF = false
            isBigEndian = true
        case [0x49, 0x49, 43, 0]:
            isBigTIFF = true
            isBigEndian = false
        case [0x4D, 0x4D, 0, 43]:
            isBigTIFF = true
            isBigEndian = true
        default: return nil
        }
    }

    /// The size of an offset in bytes.
    package var offsetBytes: Int { isBigTIFF ? 8 : 4 }
    /// The size of the number of entries in a directory, in bytes.
    package var countBytes: Int { isBigTIFF ? 8 : 2 }
    /// The size of a directory entry in bytes.
    package var entryBytes: Int { isBigTIFF ? 20 : 12 }
    /// The position of the offset of the first directory.
    package var firstDirectoryPosition: Int { isBigTIFF ? 8 : 4 }

    /// Decodes an unsigned integer of 1 to 8 bytes.
    package func unsigned(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        isBigEndian
            ? bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            : bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    }

    /// Decodes an unsigned integer; values above `Int.max`, which are never valid, are clamped.
    package func number(_ bytes: ArraySlice<UInt8>) -> Int { Int(clamping: unsigned(bytes)) }

    /// Returns the offset of the first directory, from a file's first 16 bytes; nil if they end before it.
    package func firstDirectory(_ head: [UInt8]) -> Int? {
        let field = firstDirectoryPosition..<firstDirectoryPosition + offsetBytes
        return head.count >= field.upperBound ? number(head[field]) : nil
    }

    /// Makes a little-endian header: 8 bytes, or 16 of a BigTIFF.
    package static func bytes(firstDirectory: Int, isBigTIFF: Bool) -> [UInt8] {
        var bytes = Array("II".utf8)
        bytes.append(isBigTIFF ? 43 : 42, size: 2)
        if isBigTIFF {
            bytes.append(8, size: 2)
            bytes.append(0, size: 2)
        }
        bytes.append(firstDirectory, size: isBigTIFF ? 8 : 4)
        return bytes
    }
}

extension [UInt8] {
    /// Appends the lowest bytes of a number, least significant first; bytes beyond the eighth are zeros.
    package mutating func append(_ value: Int, size: Int) {
        for index in 0..<size {
            append(index < 8 ? UInt8(truncatingIfNeeded: value >> (8 * index)) : 0)
        }
    }
}
