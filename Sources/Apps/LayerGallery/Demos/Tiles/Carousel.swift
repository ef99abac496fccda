internal import LayerTree
internal import ScrollLayers
internal import TilePyramid
internal import TiledLayers
internal import VectorDrawing

extension Demo {
    /// A strip of images, each in a tiled layer of one tile: drawn on a worker, and shown when it is there.
    static let carousel = Demo("carousel", "A strip of images that are drawn on workers", times: [0.1, 1, 2]) { stage in
        let strip = ScrollLayer()
        strip.frame = Rect(x: 0, y: 60, width: 320, height: 120)
        stage.root.addSublayer(strip)
        let loader = TileLoader(executor: ImmediateTileExecutor())
        // Ten cells are few: each keeps its image, and none is reused for another one.
        for index in 0..<10 {
            let pyramid = Pyramid(size: PixelSize(width: 140, height: 120), tileSize: 256)
            let picture = ClosureTileDrawing(pyramid: pyramid) { tile in
                let size = pyramid.rect(of: tile).size
                return PixelBuffer.drawn(size: size) { context in
                    context.fillColor = DemoColors.all[index % DemoColors.all.count]
                    context.fill(Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height)))
                    context.fillColor = .white
                    for dot in 0...index {
                        context.fill(
                            Path(
                                ellipseIn: Rect(
                                    x: 10 + 24 * Double(dot % 5), y: 20 + 40 * Double(dot / 5), width: 18, height: 18)))
                    }
                }
            }
            let cell = TiledLayer(image: TiledImage(picture, name: "picture \(index)"), loader: loader)
            cell.anchorPoint = .zero
            cell.position = Point(x: 10 + 150 * Double(index), y: 0)
            cell.fadeDuration = 0
            strip.addSublayer(cell)
        }
        stage.onFrame = { time in
            Transaction.run(disablesActions: true) { strip.scroll(to: Point(x: 400 * min(time, 2), y: 0)) }
        }
    }
}
