internal import LayerTree
internal import TilePyramid
internal import TiledLayers
internal import VectorDrawing

extension TileLoader {
    /// The color of an image at a point, from the finest tile there that is cached; nil outside of the image, or if
    /// none is, and for images of many channels, which have values.
    func color(at imagePoint: Point, of image: TiledImage) -> Color? {
        let pyramid = image.pyramid
        guard image.channels == nil, imagePoint.x >= 0, imagePoint.y >= 0, imagePoint.x < Double(pyramid.size.width),
            imagePoint.y < Double(pyramid.size.height)
        else { return nil }
        for level in pyramid.levels[pyramid.presentLevels].reversed() {
            let x = min(Int(imagePoint.x / level.horizontalDownsample), level.size.width - 1)
            let y = min(Int(imagePoint.y / level.verticalDownsample), level.size.height - 1)
            let index = TileIndex(
                level: level.index, column: level.tileColumns(showing: x..<x + 1).lowerBound,
                row: level.tileRows(showing: y..<y + 1).lowerBound)
            let rect = pyramid.rect(of: index)
            if let tile = cache.tile(TileKey(image: image.id, index: index)), tile.buffer.size == rect.size {
                return Color(premultiplied: tile.buffer[x - rect.x, y - rect.y])
            }
        }
        return nil
    }
}

extension Color {
    /// The color of a premultiplied pixel 0xAARRGGBB.
    init(premultiplied pixel: UInt32) {
        let alpha = Double(pixel >> 24)
        func component(_ shift: UInt32) -> Double { alpha > 0 ? min(1, Double(pixel >> shift & 255) / alpha) : 0 }
        self.init(red: component(16), green: component(8), blue: component(0), alpha: alpha / 255)
    }
}
