/// The numbers of a TIFF or BigTIFF, in its own byte order and with offsets of its own size (TIFF 6.0, section 2, and the
/// BigTIFF design of libtiff).
struct TIFFByteReader: Sendable {
    let file: OpenFile
    /// The bytes of the file when it was opened.
    let size: Int
    /// Whether offsets have 64 bits.
    let isBigTIFF: Bool
    private let isBigEndian: Bool

    /// The bytes of a header that tell whether it is one.
    static let magicBytes = 4

    /// Reads the header of a file.
    ///
    /// - Throws: ``StoreError`` when it is no TIFF.
    init(_ file: OpenFile) throws {
        self.file = file
        size = try file.size()
        let head = try file.read(min(size, Self.magicBytes), at: 0)
        guard let variant = Self.variant(head) else {
            throw StoreError(.malformed, path: file.path, "this is not a TIFF file.")
        }
        (isBigTIFF, isBigEndian) = variant
    }

    /// What a file is that begins so; nil when it is no TIFF.
    static func variant(_ head: [UInt8]) -> (isBigTIFF: Bool, isBigEndian: Bool)? {
        switch head.prefix(magicBytes) {
        case [0x49, 0x49, 42, 0]: (false, false)
        case [0x4D, 0x4D, 0, 42]: (false, true)
        case [0x49, 0x49, 43, 0]: (true, false)
        case [0x4D, 0x4D, 0, 43]: (true, true)
        default: nil
        }
    }

    /// Bytes of an offset.
    var offsetBytes: Int { isBigTIFF ? 8 : 4 }
    /// Bytes of the number of a directory's entries.
    var countBytes: Int { isBigTIFF ? 8 : 2 }
    /// Bytes of an entry.
    var entryBytes: Int { isBigTIFF ? 20 : 12 }

    /// Where the first directory is.
    func firstDirectory() throws -> Int { try number(at: isBigTIFF ? 8 : 4, bytes: offsetBytes) }

    /// Bytes from a place.
    ///
    /// - Throws: ``StoreError`` when they are not all in the file; nothing is allocated for them then.
    func bytes(at offset: Int, count: Int) throws -> [UInt8] {
        guard offset >= 0, count >= 0, count <= size, offset <= size - count else {
            throw damaged("something is said to be where the file has ended")
        }
        return try file.read(count, at: offset)
    }

    /// A whole number of 1 to 8 bytes in the file.
    func number(at offset: Int, bytes count: Int) throws -> Int { number(try bytes(at: offset, count: count)[...]) }

    /// A whole number; the largest there is for those that have no meaning here, being larger.
    func number(_ bytes: ArraySlice<UInt8>) -> Int {
        let value =
            isBigEndian
            ? bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            : bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Int(clamping: value)
    }

    /// The error for damage.
    func damaged(_ reason: String) -> StoreError {
        StoreError(.malformed, path: file.path, "the file is damaged: \(reason). Get it again from its source.")
    }
}
