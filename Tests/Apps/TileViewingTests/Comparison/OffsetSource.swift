import LayerTree
import TilePyramid
import TiledLayers

/// PNG tiles like those of ``PaintedSource``, with something added to red and green.
final class OffsetSource: TileSource {
    let pyramid: Pyramid
    private let red: Int
    private let green: Int

    init(_ size: PixelSize, red: Int, green: Int) {
        pyramid = Pyramid(size: size, tileSize: 256, overlap: 0)
        self.red = red
        self.green = green
    }

    func read(_ index: TileIndex) throws -> EncodedTile? {
        let rect = pyramid.rect(of: index)
        let blue = min(40 * (pyramid.levels.count - 1 - index.level), 255)
        let tile = PaintedTile(red: (rect.x + red) & 255, green: (rect.y + green) & 255, blue: blue, size: rect.size)
        return EncodedTile(bytes: tile.png, format: .png)
    }
}
