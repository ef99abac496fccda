internal import ImageCodecs
package import TilePyramid

extension TileFormat {
    /// The tile format of a file extension, in upper or lower case; `nil` if the format is not supported.
    package init?(fileExtension: String) {
        let name = fileExtension.lowercased()
        self.init(rawValue: name == "jpeg" ? "jpg" : name)
    }

    /// The format of a file's bytes; `nil` for any other.
    package init?(contents bytes: some BidirectionalCollection<UInt8>) {
        guard let format = ImageFormats.standard.tileFormat(of: bytes) else { return nil }
        self = format
    }
}

extension EncodedTile {
    /// Creates a tile whose format is that of its bytes, or else the usual one of its pyramid.
    ///
    /// Maps of several programs mix formats: JPEG for opaque tiles, and PNG for others.
    package init(bytes: [UInt8], usually format: TileFormat) {
        let found = TileFormat(contents: bytes) ?? format
        // A tile that has lost its alpha is a damaged one.
        let isDamaged = found == ImageFormats.standard.formatWithoutAlpha(format)
        self.init(bytes: bytes, format: isDamaged ? format : found)
    }
}
