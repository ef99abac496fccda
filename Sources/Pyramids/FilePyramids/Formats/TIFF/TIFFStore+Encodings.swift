internal import ImageMetadata
internal import ImageCodecs
package import TilePyramid

extension TIFFStore {
    /// Whether tiles can be stored in one TIFF without being re-encoded.
    ///
    /// This excludes JPEGs with four channels, PNGs that are indexed or interlaced, formats that TIFF does not support,
    /// and mixtures of channels or chroma subsampling.
    package static func canHold(_ tiles: [EncodedTile]) -> Bool {
        var common: TIFFTileEncoding?
        return tiles.allSatisfy { tile in
            guard let encoding = tile.bytes.withUnsafeBytes({ encoding(of: $0, tile.format) }) else { return false }
            guard common != nil else {
                common = encoding
                return true
            }
            return common?.merge(with: encoding) ?? false
        }
    }

    private static func encoding(of bytes: UnsafeRawBufferPointer, _ format: TileFormat) -> TIFFTileEncoding? {
        switch format {
        case .jpeg: return JPEGSegments(bytes).flatMap { TIFFTileEncoding($0) }
        case .webp: return WebPHeader(bytes).map { TIFFTileEncoding(webPWithAlpha: $0.hasAlpha) }
        case .png:
            var encoding: TIFFTileEncoding?
            try? TIFFPNGTranscoder(compresses: false).encode(png: bytes, name: "tile") { _, layout, _ in
                encoding = TIFFTileEncoding(layout, compresses: false)
            }
            return encoding
        default: return nil
        }
    }
}
