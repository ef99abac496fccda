/// A file in a ZIP archive, as its directory tells of it; the name is kept elsewhere.
struct ZIPEntry: Hashable {
    /// Where its header is: thirty bytes, then the name, then what is called the extra field, then the file.
    var offset: Int
    /// How many bytes it has in the archive, and unpacked; `UInt32.max` for 4 GB and more.
    var compressedSize: UInt32
    var size: UInt32
    /// The CRC-32 of the unpacked bytes.
    var checksum: UInt32
    /// How it is packed: ``stored``, ``deflated`` or another way.
    var method: UInt16
    /// The flags of its header.
    var flags: UInt16

    static let stored: UInt16 = 0
    static let deflated: UInt16 = 8
    /// The flag of an encrypted file.
    static let encrypted: UInt16 = 1
    /// The flag that says that the name is UTF-8.
    static let utf8Name: UInt16 = 1 << 11
}
