import LayerTree
import SDLPresenter
import ScrollLayers
import TextLayers
import TiledLayers
import VectorDrawing

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

@MainActor
func gridListing(paths: [String], window: LayerWindow, show: @escaping @MainActor (String) -> Void) {
    // listing
    let grid = GridController(layout: GridLayout(itemCount: paths.count, minimumCellWidth: 180)) {
        ImageLayer()
    } configure: { cell, item in
        cell.image = LazyImage(file: paths[item])
    }
    grid.onOpen = { item in show(paths[item]) }
    window.add(grid)
    // end
}

@MainActor
func pagingListing(
    paths: [String], window: LayerWindow, caption: TextLayer, open: @escaping @MainActor (String) async -> Layer
) {
    func makeLayer(for path: String) async -> Layer { await open(path) }
    // listing
    let pages = PagingController(pageCount: paths.count) { index in
        await makeLayer(for: paths[index])
    }
    pages.onPageChange = { index in caption.text = paths[index] }
    window.add(pages)
    // end
}

func pagingModelListing() {
    // listing
    var model = PagingModel(pageCount: 12, pageWidth: 800)
    model.beginDrag(at: 1)
    model.drag(by: -300, at: 1.1)
    model.endDrag(at: 1.1)
    model.update(at: 2)  // page 1
    // end
    print(model.page)
}

@MainActor
func zoomListing(window: LayerWindow, pages: PagingController, cell: ImageLayer) {
    // listing
    let zoom = ZoomTransition(in: window.root)
    zoom.open(pages.layer, from: cell, showing: cell.image?.buffer)
    zoom.close(pages.layer, to: cell, showing: cell.image?.buffer)
    // end
}
