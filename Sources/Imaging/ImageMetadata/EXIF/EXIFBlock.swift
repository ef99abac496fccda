/// Reads and corrects raw EXIF metadata.
package enum EXIFBlock {
    /// The orientation that a block without the "Exif\0\0" prefix declares; upright when there is none or it is
    /// invalid.
    package static func orientation(in block: [UInt8]) -> Orientation {
        let directory = TIFFDirectory(page: 0) { offset, count in
            offset >= 0 && offset < block.count ? Array(block[offset..<min(block.count, offset + count)]) : []
        }
        return directory?.integer(.orientation).flatMap(Orientation.init(rawValue:)) ?? .upright
    }

    /// Removes the "Exif\0\0" prefix that JPEG puts before EXIF data.
    ///
    /// - Parameters:
    ///   - raw: the block as libvips stores it.
    ///   - upright: sets the orientation tag to 1, for pixels that are already rotated.
    /// - Returns: a TIFF-structured block; nil when the bytes are no EXIF data.
    package static func cleaned(_ raw: [UInt8], upright: Bool) -> [UInt8]? {
        let prefix = Array("Exif\0\0".utf8)
        var block = raw.starts(with: prefix) ? Array(raw.dropFirst(prefix.count)) : raw
        let whole = block
        let read = { @Sendable (offset: Int, count: Int) -> [UInt8] in
            guard offset >= 0, count > 0, offset < whole.count else { return [] }
            return Array(whole[offset..<min(whole.count, offset + min(count, whole.count))])
        }
        guard let directory = TIFFDirectory(page: 0, read: read) else { return nil }
        if upright, let (offset, bytes) = directory.shortValueLocation(.orientation, value: 1),
            offset + 2 <= block.count
        {
            block.replaceSubrange(offset..<(offset + 2), with: bytes)
        }
        return block
    }
}
