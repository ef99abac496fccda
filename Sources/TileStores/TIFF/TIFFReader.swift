/// The numbers of a TIFF or BigTIFF, in its own byte order and with offsets of its own size (TIFF 6.0, section 2, and the
/// BigTIFF design of libtiff).
struct TIFFReader: Sendable {
    let file: OpenFile
    /// The bytes of the file when it was opened.
    let size: Int
    /// Whether offsets have 64 bits.
    let isBig: Bool
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
        guard let kind = Self.kind(head) else {
            throw StoreError(.malformed, path: file.path, "this is not a TIFF file.")
        }
        (isBig, isBigEndian) = kind
    }

    /// What a file is that begins so; nil when it is no TIFF.
    static func kind(_ head: [UInt8]) -> (isBig: Bool, isBigEndian: Bool)? {
        switch head.prefix(magicBytes) {
        case [0x49, 0x49, 42, 0]: (false, false)
        case [0x4D, 0x4D, 0, 42]: (false, true)
        case [0x49, 0x49, 43, 0]: (true, false)
        case [0x4D, 0x4D, 0, 43]: (true, true)
        default: nil
        }
    }

    /// Bytes of an offset.
    var offsetBytes: Int { isBig ? 8 : 4 }
    /// Bytes of the number of a directory's entries.
    var countBytes: Int { isBig ? 8 : 2 }
    /// Bytes of an entry.
    var entryBytes: Int { isBig ? 20 : 12 }

    /// Where the first directory is.
    func firstDirectory() throws -> Int { try number(at: isBig ? 8 : 4, bytes: offsetBytes) }

    /// Bytes from a place.
    ///
    /// - Throws: ``StoreError`` when they are not all in the file; nothing is allocated for them then.
    func bytes(at place: Int, count: Int) throws -> [UInt8] {
        guard place >= 0, count >= 0, count <= size, place <= size - count else {
            throw damaged("something is said to be where the file has ended")
        }
        return try file.read(count, at: place)
    }

    /// A whole number of 1 to 8 bytes in the file.
    func number(at place: Int, bytes count: Int) throws -> Int { number(try bytes(at: place, count: count)[...]) }

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
