internal import TileContainers
internal import TilePyramid

/// The tile types of PMTiles.
enum PMTilesTileType {
    private static let formats: [UInt8: TileFormat] = [2: .png, 3: .jpeg, 4: .webp, 5: .avif]

    /// The type of a format; `nil` if PMTiles has none.
    static func number(of format: TileFormat) -> UInt8? { formats.first { $0.value == format }?.key }

    /// The format of a type; `nil` for 0, which means unknown.
    ///
    /// - Throws: ``StoreError`` for vector tiles and unsupported types.
    static func format(_ number: UInt8, path: String) throws -> TileFormat? {
        if number == 0 { return nil }
        if let format = formats[number] { return format }
        if let vector = [1: "MVT", 6: "MLT"][number] { throw VectorTiles.refusal(path, vector) }
        throw StoreError(.malformed, path: path, "its tiles are of type \(number), which is not supported.")
    }
}
