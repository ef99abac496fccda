import LayerTree
import ScrollLayers
import TiledLayers

func scrollModelListing() {
    // listing
    var model = ScrollModel(
        geometry: ScrollGeometry(
            contentSize: Size(width: 60000, height: 40000), viewportSize: Size(width: 1280, height: 800)))
    model.handle(.wheel(WheelEvent(time: 1, delta: Point(x: 0, y: 1), position: Point(x: 640, y: 400))))
    while let next = model.nextFrameTime {
        model.update(at: max(next, model.time + 1 / 60))
        print(model.view.scale)
    }
    // end
}

@MainActor
func scrollControllerListings(view: ScrollLayer, tiles: TiledLayer, imageSize: Size, event: WheelEvent, rect: Rect) {
    // listing
    let controller = ScrollController(scrollLayer: view, contentLayer: tiles, contentSize: imageSize)
    controller.onEvent = { event in
        if event == .didEndDecelerating { tiles.endMotion() }
    }
    controller.handle(.wheel(event))
    controller.update()
    // end

    // listing
    controller.change { $0.zoom(to: rect, at: $1) }
    // end
}

@MainActor
func scrollLinkListings(controller: ScrollController, other: TiledImage, loader: TileLoader) {
    // listing
    let after = TiledLayer(image: other, loader: loader)
    let right = ScrollLayer()
    right.frame = Rect(x: 401, y: 0, width: 399, height: 600)
    controller.link(after, in: right)
    // end
}
