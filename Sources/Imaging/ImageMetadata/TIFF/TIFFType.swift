/// The types of values in a TIFF directory (TIFF 6.0, section 2; Technical Note 1; libtiff's BigTIFF design).
package enum TIFFType: Int, Sendable {
    case byte = 1
    case ascii = 2
    case short = 3
    case long = 4
    case rational = 5
    case signedByte = 6
    case undefined = 7
    case signedShort = 8
    case signedLong = 9
    case signedRational = 10
    case float = 11
    case double = 12
    /// The offset of a directory, 32 bits.
    case directory = 13
    case long8 = 16
    case signedLong8 = 17
    /// The offset of a directory, 64 bits.
    case directory8 = 18

    /// The size of a value in bytes.
    var byteCount: Int {
        switch self {
        case .byte, .ascii, .signedByte, .undefined: 1
        case .short, .signedShort: 2
        case .long, .signedLong, .float, .directory: 4
        case .rational, .signedRational, .double, .long8, .signedLong8, .directory8: 8
        }
    }

    /// True for unsigned integers, among them offsets of directories.
    var isUnsigned: Bool { [.byte, .short, .long, .directory, .long8, .directory8].contains(self) }
}
