/// Reads numbers of a TIFF or BigTIFF in its byte order and offset size (TIFF 6.0, section 2, and libtiff's BigTIFF
/// design).
struct TIFFByteReader: Sendable {
    let file: OpenFile
    /// The size of the file when it was opened.
    let size: Int
    /// Whether offsets have 64 bits.
    let isBigTIFF: Bool
    private let isBigEndian: Bool

    /// The number of bytes that identify a TIFF.
    static let magicBytes = 4

    /// Reads the header of a file.
    ///
    /// - Throws: ``StoreError`` when it is not a TIFF.
    init(_ file: OpenFile) throws {
        self.file = file
        size = try file.size()
        let head = try file.read(min(size, Self.magicBytes), at: 0)
        guard let variant = Self.variant(head) else {
            throw StoreError(.malformed, path: file.path, "this is not a TIFF file.")
        }
        (isBigTIFF, isBigEndian) = variant
    }

    /// The variant of TIFF that begins with these bytes; `nil` if it is not a TIFF.
    static func variant(_ head: [UInt8]) -> (isBigTIFF: Bool, isBigEndian: Bool)? {
        switch head.prefix(magicBytes) {
        case [0x49, 0x49, 42, 0]: (false, false)
        case [0x4D, 0x4D, 0, 42]: (false, true)
        case [0x49, 0x49, 43, 0]: (true, false)
        case [0x4D, 0x4D, 0, 43]: (true, true)
        default: nil
        }
    }

    /// The size of an offset.
    var offsetBytes: Int { isBigTIFF ? 8 : 4 }
    /// The size of the number of entries in a directory.
    var countBytes: Int { isBigTIFF ? 8 : 2 }
    /// The size of a directory entry.
    var entryBytes: Int { isBigTIFF ? 20 : 12 }

    /// The offset of the first directory.
    func firstDirectory() throws -> Int { try number(at: isBigTIFF ? 8 : 4, bytes: offsetBytes) }

    /// Reads bytes at an offset.
    ///
    /// - Throws: ``StoreError`` when they extend beyond the end of the file; no memory is allocated then.
    func bytes(at offset: Int, count: Int) throws -> [UInt8] {
        guard offset >= 0, count >= 0, count <= size, offset <= size - count else {
            throw damaged("an offset points beyond its end")
        }
        return try file.read(count, at: offset)
    }

    /// Reads an unsigned integer of 1 to 8 bytes.
    func number(at offset: Int, bytes count: Int) throws -> Int { number(try bytes(at: offset, count: count)[...]) }

    /// Decodes an unsigned integer; values above `Int.max`, which are never valid, are clamped.
    func number(_ bytes: ArraySlice<UInt8>) -> Int {
        let value =
            isBigEndian
            ? bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            : bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Int(clamping: value)
    }

    /// The error for a damaged file.
    func damaged(_ reason: String) -> StoreError {
        StoreError(.malformed, path: file.path, "the file is damaged: \(reason). Get it again from its source.")
    }
}
