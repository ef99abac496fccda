internal import ImageMetadata
package import TilePyramid

extension TileFormat {
    /// The tile format of a file extension, in upper or lower case; `nil` if the format is not supported.
    init?(fileExtension: String) {
        let name = fileExtension.lowercased()
        self.init(rawValue: name == "jpeg" ? "jpg" : name)
    }

    /// The format of a file's bytes; `nil` for any other.
    package init?(contents bytes: some BidirectionalCollection<UInt8>) {
        let head = Array(bytes.prefix(12))
        func has(_ text: String, at offset: Int) -> Bool { head.dropFirst(offset).starts(with: text.utf8) }
        if head.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = JPNGFooter(endOf: bytes.suffix(JPNGFooter.byteCount)) == nil ? .jpeg : .jpng
        } else if head.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
            self = .png
        } else if has("RIFF", at: 0), has("WEBP", at: 8) {
            self = .webp
        } else if has("ftypavi", at: 4) {
            self = .avif
        } else if head.starts(with: [0xFF, 0x0A]) || has("JXL ", at: 4) {
            self = .jxl
        } else if JPEG2000Container.isJPEG2000(head) {
            self = .jp2
        } else if head.starts(with: KTX2Header.identifier) {
            self = .ktx2
        } else {
            return nil
        }
    }
}

extension EncodedTile {
    /// Creates a tile whose format is that of its bytes, or else the usual one of its pyramid.
    ///
    /// Maps of several programs mix formats: JPEG for opaque tiles, and PNG for others.
    init(bytes: [UInt8], usually format: TileFormat) {
        let found = TileFormat(contents: bytes) ?? format
        // A JPNG without its alpha is one that is damaged.
        self.init(bytes: bytes, format: format == .jpng && found == .jpeg ? format : found)
    }
}
