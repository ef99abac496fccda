internal import LayerTree
internal import TilePyramid
internal import VectorDrawing

extension Demo {
    /// An image, cut into 6 × 4 tiles of 56 pixels, of which the last ones are smaller; the gaps are only shown.
    static let tileCutter = Demo("tile-cutter", "An image, cut into tiles") { stage in
        let image = DemoImages.landscape
        let side = 56
        for row in 0..<(image.size.height + side - 1) / side {
            for column in 0..<(image.size.width + side - 1) / side {
                let rect = PixelRect(x: column * side, y: row * side, width: side, height: side)
                    .intersection(PixelRect(x: 0, y: 0, width: image.size.width, height: image.size.height))
                let width = Double(rect.size.width)
                let height = Double(rect.size.height)
                let tile = Layer()
                tile.frame = Rect(
                    x: 10 + 50 * Double(column), y: 20 + 50 * Double(row), width: width * 0.8, height: height * 0.8)
                tile.contents = image
                tile.contentsRect = Rect(
                    x: Double(rect.x) / Double(image.size.width), y: Double(rect.y) / Double(image.size.height),
                    width: width / Double(image.size.width), height: height / Double(image.size.height))
                stage.root.addSublayer(tile)
            }
        }
    }
}
