import LayerTree
import SDLPresenter
import ScrollLayers
import TileStores
import TiledLayers

// listing
@MainActor
func show(_ path: String) async throws {
    guard let pyramid = try await Pyramids.open(path) else { return print("\(path) is not a pyramid") }
    let tiles = TiledLayer(image: TiledImage(pyramid.source, name: pyramid.name))

    let window = try WindowPresenter(WindowOptions(title: pyramid.name, size: Size(width: 1280, height: 800)))
    let view = ScrollLayer()
    view.frame = Rect(x: 0, y: 0, width: 1280, height: 800)
    let scene = LayerScene(root: view, size: window.pixelSize, scale: window.pixelsPerPoint)
    let controller = ScrollController(scrollLayer: view, contentLayer: tiles, contentSize: tiles.bounds.size)
    // A worker that has loaded a tile requests a frame, which wakes the loop.
    scene.requests.onRequest = { [waker = window.waker] in waker.wake() }

    while !window.isClosed {
        controller.update()
        if scene.needsFrame { try window.present(scene.frame()) }
        let next = [scene.nextFrameTime, controller.nextFrameTime].compactMap { $0 }.min()
        var timeout = next.map { max(0, $0 - scene.clock.now) }
        while let event = window.nextEvent(timeout: timeout) {
            timeout = 0
            if event.kind == .closeRequested { window.close() }
            if let input = event.input { controller.handle(input) }
        }
    }
}
// end
