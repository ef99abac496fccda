internal import Numbers

/// Finds the boxes of JPEG XL files, and adds EXIF to them as one (ISO/IEC 18181-2), which libvips 8.14 does not write.
package enum JXLContainer {
    /// The most boxes of a file that are looked at.
    private static let boxLimit = 1000

    /// True when a file of boxes has a gain map (ISO/IEC 18181-2, jhgm), which makes the image HDR.
    package static func hasGainMap(_ bytes: ImageBytes) -> Bool {
        var offset = 0
        for _ in 0..<boxLimit {
            let head = BigEndianReader(bytes.read(at: offset, count: 16)[...])
            guard let short = head.number(at: 0), let type = head.part(at: 4, size: 4) else { return false }
            if type.elementsEqual("jhgm".utf8) { return true }
            let size = short == 1 ? head.number(at: 12) : short
            // A box of size 0 is the last one, and longer ones than 4 GB have no room in an image.
            guard let size, size >= 8, let next = CheckedNumber.sum(offset, size) else { return false }
            offset = next
        }
        return false
    }

    /// Adds a box with a TIFF-structured EXIF block to an image: a bare codestream, or a file of boxes.
    package static func wrap(_ image: UnsafeRawBufferPointer, exif: [UInt8]) -> [UInt8] {
        let isBare = image.starts(with: [0xFF, 0x0A])
        let file =
            isBare
            ? box("JXL ", [0x0D, 0x0A, 0x87, 0x0A]) + box("ftyp", Array("jxl \0\0\0\0jxl ".utf8))
                + box("jxlc", Array(image))
            : Array(image)
        // The content starts with the offset of the TIFF header after this field: 0.
        return file + box("Exif", [0, 0, 0, 0] + exif)
    }

    /// Makes a box: length including the header, type, content.
    private static func box(_ name: String, _ data: [UInt8]) -> [UInt8] {
        let length = data.count + 8
        return (0..<4).map { UInt8(truncatingIfNeeded: length >> (24 - 8 * $0)) } + Array(name.utf8) + data
    }
}
