/// Formats that are recognized but not read, so that errors can name them.
package enum UnsupportedFormat {
    /// Recognizes the format of an image by its first and last bytes.
    ///
    /// - Parameters:
    ///   - head: the first 132 bytes.
    ///   - tail: the last 18 bytes, where TGA has its signature.
    /// - Returns: the name with its article; nil for unknown formats.
    package static func name(head: [UInt8], tail: [UInt8]) -> String? {
        if let found = signatures.first(where: { head.dropFirst($0.offset).starts(with: $0.bytes) }) {
            return found.name
        }
        // BMP's two letters may begin a text: the size of its second header is checked too.
        if head.starts(with: "BM".utf8), head.count > 18, [12, 40, 52, 56, 64, 108, 124].contains(head[14]) {
            return "a BMP image"
        }
        if tail.elementsEqual("TRUEVISION-XFILE.\0".utf8) || isTGAHeader(head) { return "a TGA image" }
        return iconName(head)
    }

    /// Whether a header is that of a TGA image without a color map: a known image type and depth, and zeros where a color
    /// map would be described.
    private static func isTGAHeader(_ head: [UInt8]) -> Bool {
        guard head.count >= 18, head[1] == 0, [2, 3, 10, 11].contains(head[2]), head[3...7].allSatisfy({ $0 == 0 })
        else { return false }
        return [8, 15, 16, 24, 32].contains(head[16]) && head[17] & 0xC0 == 0
    }

    /// The name of a file with at least one icon or cursor.
    private static func iconName(_ head: [UInt8]) -> String? {
        guard head.count > 5, head[4] > 0 || head[5] > 0 else { return nil }
        if head.starts(with: [0, 0, 1, 0]) { return "an icon (ICO)" }
        return head.starts(with: [0, 0, 2, 0]) ? "a cursor (CUR)" : nil
    }

    /// The number of bytes at the beginning and at the end that identify every format.
    package static let headBytes = 132, tailBytes = 18

    private static let signatures: [(name: String, offset: Int, bytes: [UInt8])] = [
        ("an OpenEXR image", 0, [0x76, 0x2F, 0x31, 0x01]), ("a Photoshop image (PSD)", 0, Array("8BPS".utf8)),
        ("a DICOM image", 128, Array("DICM".utf8)), ("a DirectDraw surface (DDS)", 0, Array("DDS ".utf8)),
        ("a KTX texture", 0, [0xAB] + Array("KTX ".utf8)), ("a QOI image", 0, Array("qoif".utf8)),
        ("a GIMP image (XCF)", 0, Array("gimp xcf ".utf8)), ("a DjVu document", 0, Array("AT&TFORM".utf8)),
        ("a PostScript document", 0, Array("%!PS".utf8)), ("a PCX image", 0, [0x0A, 0x05, 0x01]),
        ("a JPEG XR image", 0, [0x49, 0x49, 0xBC]), ("a FLIF image", 0, Array("FLIF".utf8)),
        ("a BPG image", 0, [0x42, 0x50, 0x47, 0xFB]), ("a HDF5 file", 0, [0x89] + Array("HDF".utf8)),
        ("a camera raw image (RAF)", 0, Array("FUJIFILMCCD-RAW".utf8)),
        ("a camera raw image (ORF)", 0, Array("IIRO".utf8)), ("a camera raw image (ORF)", 0, Array("IIRS".utf8)),
        ("a camera raw image (RW2)", 0, Array("IIU\0".utf8)), ("a camera raw image (X3F)", 0, Array("FOVb".utf8)),
        ("a camera raw image (CR3)", 4, Array("ftypcrx ".utf8)), ("a video (MP4)", 4, Array("ftypisom".utf8)),
        ("a video (MP4)", 4, Array("ftypmp4".utf8)), ("a video (QuickTime)", 4, Array("ftypqt".utf8)),
        ("a ZIP archive", 0, [0x50, 0x4B, 3, 4]), ("a gzip file", 0, [0x1F, 0x8B]),
    ]
}
