internal import LayerTree
internal import ScrollLayers
internal import TilePyramid
internal import TiledLayers
internal import VectorDrawing

extension Demo {
    /// A board of a million by a million pixels: only the tiles in view are drawn, on workers.
    static let tiledBoard = Demo("tiled-layer", "A million by a million pixels in tiles", times: [0, 1]) { stage in
        let pyramid = Pyramid(size: PixelSize(width: 1_000_000, height: 1_000_000), tileSize: 64)
        let board = ClosureTileDrawing(pyramid: pyramid) { index in
            let size = pyramid.rect(of: index).size
            return PixelBuffer.drawn(size: size) { context in
                context.fillColor = DemoColors.all[(index.column * 3 + index.row * 7) % DemoColors.all.count]
                context.fill(Rect(x: 1, y: 1, width: Double(size.width) - 2, height: Double(size.height) - 2))
            }
        }
        // Drawn at once, so that the picture is the same on every machine. The layer requests its tiles by itself.
        let loader = TileLoader(executor: ImmediateTileExecutor())
        let tiles = TiledLayer(image: TiledImage(board, name: "board"), loader: loader)
        tiles.fadeDuration = 0
        tiles.anchorPoint = .zero
        tiles.position = .zero
        let view = ScrollLayer()
        view.frame = stage.root.bounds
        view.addSublayer(tiles)
        stage.root.addSublayer(view)
        view.scroll(to: Point(x: 500_000, y: 500_000))
        stage.at(0.5) { view.scroll(to: Point(x: 500_040, y: 500_020)) }
    }
}
