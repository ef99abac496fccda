import TilePyramid

// listing
/// Tiles in memory, by index.
struct DictionarySource: TileSource {
    let pyramid: Pyramid
    let tiles: [TileIndex: EncodedTile]

    func read(_ index: TileIndex) throws -> EncodedTile? {
        tiles[index]
    }
}
// end
