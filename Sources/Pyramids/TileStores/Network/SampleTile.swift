internal import ImageCodecs
internal import TilePyramid

/// What a tile shows about all others: its format and its size.
struct SampleTile: Hashable, Sendable {
    var format: TileFormat
    var size: PixelSize

    /// Reads the header of a tile.
    ///
    /// - Throws: ``StoreError`` when it is damaged.
    init(_ tile: EncodedTile, path: String) throws {
        format = tile.format
        do {
            size = try TileDecoder.size(of: tile.bytes, name: path)
        } catch {
            throw StoreError(.malformed, path: path, "this tile is damaged: its size cannot be read.")
        }
    }
}
