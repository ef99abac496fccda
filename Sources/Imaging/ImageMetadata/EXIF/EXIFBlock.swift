/// Reads and corrects raw EXIF metadata.
package enum EXIFBlock {
    /// The bytes that JPEG puts before EXIF data.
    static let prefix = Array("Exif\0\0".utf8)

    /// Returns the orientation that a block without the "Exif\0\0" prefix declares; upright if it is missing or invalid.
    package static func orientation(in block: [UInt8]) -> Orientation {
        let directory = TIFFDirectory(page: 0, read: ImageBytes(block).read)
        return directory?.orientation ?? .upright
    }

    /// True when a block declares Adobe RGB: uncalibrated colors of an "optional color space file" (DCF 2.0, 3.1.2 and 3.3.2),
    /// as cameras write it.
    package static func isAdobeRGB(_ block: [UInt8]) -> Bool {
        let bytes = block.starts(with: prefix) ? Array(block.dropFirst(prefix.count)) : block
        guard let photograph = TIFFDirectory(page: 0, read: ImageBytes(bytes).read)?.subdirectory(.exifDirectory),
            photograph.integer(.colorSpace) == uncalibrated,
            let index = try? photograph.subdirectory(.interoperabilityDirectory)?.text(.interoperabilityIndex)
        else { return false }
        return index.hasPrefix("R03")
    }

    /// The value of ColorSpace for any color space but sRGB.
    private static let uncalibrated = 0xFFFF

    /// Removes the prefix of EXIF data and, for pixels that are already `upright`, sets the orientation tag to 1.
    ///
    /// - Returns: a TIFF-structured block; nil when the bytes are not EXIF data.
    package static func cleaned(_ raw: [UInt8], upright: Bool) -> [UInt8]? {
        var block = raw.starts(with: prefix) ? Array(raw.dropFirst(prefix.count)) : raw
        guard let directory = TIFFDirectory(page: 0, read: ImageBytes(block).read) else { return nil }
        if upright, let (offset, bytes) = directory.shortValueLocation(.orientation, value: 1),
            offset + 2 <= block.count
        {
            block.replaceSubrange(offset..<(offset + 2), with: bytes)
        }
        return block
    }
}
