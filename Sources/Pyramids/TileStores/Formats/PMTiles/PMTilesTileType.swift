internal import TilePyramid

/// The tile types of PMTiles.
enum PMTilesTileType {
    /// The type of a format; `nil` if PMTiles has none.
    static func number(of format: TileFormat) -> UInt8? {
        switch format {
        case .png: 2
        case .jpeg: 3
        case .webp: 4
        case .avif: 5
        case .jxl: nil
        }
    }

    /// The format of a type; `nil` for 0, which means unknown.
    ///
    /// - Throws: ``StoreError`` for vector tiles and unsupported types.
    static func format(_ number: UInt8, path: String) throws -> TileFormat? {
        switch number {
        case 0: return nil
        case 2: return .png
        case 3: return .jpeg
        case 4: return .webp
        case 5: return .avif
        case 1, 6:
            throw StoreError(
                .malformed, path: path,
                "its tiles are vector tiles, which are not supported. Only raster tiles are.")
        default:
            throw StoreError(.malformed, path: path, "its tiles are of type \(number), which is not supported.")
        }
    }
}
