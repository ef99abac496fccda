internal import ImageMetadata

/// The types of a PNG's chunks that matter, as 32-bit numbers (PNG specification, third edition, section 5.6).
enum PNGChunk {
    static let header = 0x4948_4452  // IHDR
    static let palette = 0x504C_5445  // PLTE
    static let transparency = 0x7452_4E53  // tRNS
    static let profile = 0x6943_4350  // iCCP
    static let sRGB = 0x7352_4742  // sRGB
    static let exif = 0x6558_4966  // eXIf
    static let data = 0x4944_4154  // IDAT
    static let end = 0x4945_4E44  // IEND

    /// The greatest length of a chunk's data.
    static let longest = Int(Int32.max)

    /// True for critical chunks, which a decoder must understand: bit 5 of the first byte is 0.
    static func isCritical(_ type: Int) -> Bool { type & 0x2000_0000 == 0 }

    /// True when all four bytes are letters.
    static func isValid(_ type: Int) -> Bool {
        [24, 16, 8, 0].allSatisfy { (0x41...0x5A).contains(type >> $0 & 0xDF) }
    }

    /// The error for a critical chunk that is not known.
    static func unknownCritical(_ name: String) -> CodecError {
        CodecError(
            .unsupported, file: name, "this PNG has a critical chunk of unknown type. Convert it to a standard PNG.")
    }
}
