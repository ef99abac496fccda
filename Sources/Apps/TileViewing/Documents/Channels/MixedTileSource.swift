internal import ChannelImages
internal import TilePyramid
internal import TiledLayers
internal import ValuePyramids
internal import VectorDrawing

/// The tiles of an image of many channels as pictures of one rendering, for exports and copies.
///
/// Tiles are mixed when they are read, and are not compressed. Those of levels that are being made do not exist yet.
struct MixedTileSource: TileSource {
    private let image: TiledImage
    private let rendering: ChannelRendering

    var pyramid: Pyramid { image.pyramid }
    var mayHaveAlpha: Bool { true }

    /// Creates the tiles of an image of many channels.
    init(_ image: TiledImage, as rendering: ChannelRendering) {
        self.image = image
        self.rendering = rendering
    }

    func read(_ index: TileIndex) throws -> EncodedTile? {
        guard isStored(level: index.level), let pixels = try image.mixedTile(index, as: rendering) else { return nil }
        let width = pixels.size.width
        return try EncodedTile(uncompressed: pixels.size) { body in
            pixels.withPixels { pixels in
                guard let base = pixels.baseAddress else { return }
                for row in 0..<pixels.count / width { body(row, base + row * width) }
            }
        }
    }

    /// Whether the samples of a level are those of the file, or means of them.
    private func isStored(level: Int) -> Bool {
        guard let leveled = image.channels as? LeveledChannelImage, pyramid.levels.indices.contains(level) else {
            return true
        }
        return leveled.coarse.isStored || !leveled.coarse.description.levels.contains(pyramid.levels[level].size)
    }

    func anyTile(of level: Int) throws -> TileIndex? {
        pyramid.presentLevels.contains(level) && isStored(level: level)
            ? TileIndex(level: level, column: 0, row: 0) : nil
    }
}
