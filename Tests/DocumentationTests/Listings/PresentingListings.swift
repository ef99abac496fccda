import Compositing
import LayerTree
import SDLPresenter
import TilePyramid
import TiledLayers
import VectorDrawing

@MainActor
func compositorListing(scene: LayerScene) {
    // listing
    let compositor = Compositor()
    let image = compositor.draw(scene.frame())
    // end
    print(image.size)
}

@MainActor
func windowListing(items: [RenderItem]) throws {
    // listing
    let window = try WindowPresenter(WindowOptions(title: "Map", size: Size(width: 1280, height: 800)))
    while let event = window.nextEvent(timeout: nil) {
        if event.kind == .closeRequested { break }
        try window.present(RenderTree(size: window.pixelSize, items: items))
    }
    // end
}

@MainActor
func tiledLayerListing(source: any TileSource, scene: LayerScene, waker: Waker) {
    // listing
    let layer = TiledLayer(image: TiledImage(source, name: "map"))
    layer.position = Point(x: 640, y: 400)
    scene.root.addSublayer(layer)
    scene.requests.onRequest = { waker.wake() }
    // end
}
