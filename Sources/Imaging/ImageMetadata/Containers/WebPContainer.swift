package import TilePyramid

/// Reads and writes WebP's extended file format, which carries a profile and EXIF (WebP container specification).
package enum WebPContainer {
    /// Adds a profile and EXIF, a TIFF-structured block, to a complete WebP file without metadata; replaces the
    /// contents of `file`.
    package static func wrap(
        _ encoded: UnsafeRawBufferPointer, size: PixelSize, profile: [UInt8]?, exif: [UInt8]?, into file: inout [UInt8]
    ) {
        file.removeAll(keepingCapacity: true)
        file += Array("RIFF".utf8) + littleEndian(0, bytes: 4) + Array("WEBP".utf8)

        // An encoder that writes alpha starts with its own VP8X chunk, whose flags are kept.
        var images = encoded.dropFirst(12)
        var flags: UInt8 = 0
        let extended = 18
        if images.starts(with: "VP8X".utf8), images.count > extended {
            flags = images[images.startIndex + 8]
            images = images.dropFirst(extended)
        }
        flags |= (profile == nil ? 0 : 0x20) | (exif == nil ? 0 : 0x08)
        append(
            "VP8X",
            [flags, 0, 0, 0] + littleEndian(size.width - 1, bytes: 3) + littleEndian(size.height - 1, bytes: 3),
            to: &file)
        if let profile {
            append("ICCP", profile, to: &file)
        }
        file += images
        if let exif {
            append("EXIF", exif, to: &file)
        }
        file.replaceSubrange(4..<8, with: littleEndian(file.count - 8, bytes: 4))
    }

    /// The ICC profile of an extended file, by reference; nil if there is none.
    package static func profile(in file: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        guard file.dropFirst(12).starts(with: "VP8X".utf8) else { return nil }
        var offset = 12
        while offset + 8 <= file.count {
            let length = Int(UInt32(littleEndian: file.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)))
            let data = offset + 8
            // Checked: the data follows the head.
            if file[offset..<data].starts(with: "ICCP".utf8) {
                // Checked: a length of 32 bits; the data is within the file.
                return UnsafeRawBufferPointer(rebasing: file[data..<min(data + length, file.count)])
            }
            offset = data + length + length % 2
        }
        return nil
    }

    /// Appends a chunk: FourCC, length, data, and a padding byte when the length is odd.
    private static func append(_ name: String, _ data: [UInt8], to file: inout [UInt8]) {
        file += Array(name.utf8) + littleEndian(data.count, bytes: 4) + data
        if data.count % 2 == 1 {
            file.append(0)
        }
    }

    private static func littleEndian(_ value: Int, bytes: Int) -> [UInt8] {
        (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
