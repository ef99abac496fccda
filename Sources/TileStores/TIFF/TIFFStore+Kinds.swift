internal import ImageCodecs
package import TilePyramid

extension TIFFStore {
    /// Whether tiles can be in one TIFF without their pixels being encoded anew.
    ///
    /// JPEGs of four colors, PNGs with a palette or in passes, and formats that TIFF does not know cannot, and neither can
    /// tiles of different channels or resolutions of color.
    package static func canHold(_ tiles: [EncodedTile]) -> Bool {
        var common: TIFFTileKind?
        return tiles.allSatisfy { tile in
            guard let kind = tile.bytes.withUnsafeBytes({ kind(of: $0, tile.format) }) else { return false }
            guard common != nil else {
                common = kind
                return true
            }
            return common?.unite(with: kind) ?? false
        }
    }

    private static func kind(of bytes: UnsafeRawBufferPointer, _ format: TileFormat) -> TIFFTileKind? {
        switch format {
        case .jpeg: return JPEGSegments(bytes).flatMap { TIFFTileKind($0) }
        case .webp: return WebPFacts(bytes).map { TIFFTileKind(webPWithAlpha: $0.hasAlpha) }
        case .png:
            var kind: TIFFTileKind?
            try? TIFFSampleCoder(compresses: false).encode(png: bytes, name: "tile") { _, layout, _ in
                kind = TIFFTileKind(layout, compresses: false)
            }
            return kind
        case .avif, .jxl: return nil
        }
    }
}
