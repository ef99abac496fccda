import LayerTree
import TestSupport
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
        let blue = 40 * (pyramid.levels.count - 1 - index.level)
        let red = red
        let green = green
        let png = PNGFixture(width: rect.size.width, height: rect.size.height) { x, y, channel in
            switch channel {
            case 0: (rect.x + x + red) & 255
            case 1: (rect.y + y + green) & 255
            default: min(blue, 255)
            }
        }
        return EncodedTile(bytes: png.encoded(), format: .png)
    }
}
