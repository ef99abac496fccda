/// Raw EXIF metadata.
enum EXIFBlock {
    /// The orientation that a block without its "Exif\0\0" declares; upright when it declares none that makes sense.
    static func orientation(in block: [UInt8]) -> Orientation {
        let directory = TIFFDirectory(page: 0) { offset, count in
            offset >= 0 && offset < block.count ? Array(block[offset..<min(block.count, offset + count)]) : []
        }
        return directory?.integer(.orientation).flatMap(Orientation.init(rawValue:)) ?? .upright
    }

    /// The block without the "Exif\0\0" that JPEG puts before it; nil when it is no EXIF block.
    ///
    /// - Parameters:
    ///   - raw: the block as libvips keeps it.
    ///   - upright: whether the pixels are turned upright, so that the block must not ask for that again.
    /// - Returns: a TIFF-structured block.
    static func cleaned(_ raw: [UInt8], upright: Bool) -> [UInt8]? {
        let prefix = Array("Exif\0\0".utf8)
        var block = raw.starts(with: prefix) ? Array(raw.dropFirst(prefix.count)) : raw
        let whole = block
        let read = { (offset: Int, count: Int) -> [UInt8] in
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
