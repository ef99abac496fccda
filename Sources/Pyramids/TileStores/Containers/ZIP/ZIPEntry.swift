/// A file in a ZIP archive, as described by the central directory, without its name.
struct ZIPEntry: Hashable {
    /// The offset of the local header: thirty bytes, the name, the extra field, then the data.
    var offset: Int
    /// The compressed and the uncompressed size; `UInt32.max` for 4 GB and more.
    var compressedSize: UInt32
    var size: UInt32
    /// The CRC-32 of the uncompressed bytes.
    var checksum: UInt32
    /// The compression method: ``stored``, ``deflated`` or another.
    var method: UInt16
    /// The general purpose bit flags.
    var flags: UInt16

    static let stored: UInt16 = 0
    static let deflated: UInt16 = 8
    /// The flag of an encrypted file.
    static let encrypted: UInt16 = 1
    /// The flag for names in UTF-8.
    static let utf8Name: UInt16 = 1 << 11
}
