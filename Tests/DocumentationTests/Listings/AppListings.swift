import Georeferencing
import LayerTree
import SDLPresenter
import ScrollLayers
import TilePyramid
import TileViewing
import TiledLayers
import VectorDrawing

@MainActor
func layerWindowListing(loadMap: @escaping @MainActor () async throws -> Layer) {
    func run() throws {
        // listing
        let window = LayerWindow(title: "Pins")
        try window.run { window in
            window.add(ScrollController(for: try await loadMap()))
        }
        // end
    }
}

@MainActor
func gestureListings(pin: Layer, photo: Layer, map: Layer, showDetails: @escaping @MainActor () -> Void) {
    func zoom(to point: Point) {}
    // listing
    pin.addGesture(TapRecognizer { _ in showDetails() })
    photo.addGesture(TapRecognizer(count: 2) { tap in zoom(to: tap.location) })
    // end

    // listing
    var start = Point.zero
    pin.addGesture(
        PanRecognizer { pan in
            if pan.state == .began { start = pin.position }
            if let moved = pan.translation(in: map) { pin.position = start + moved }
        })
    // end
}

@MainActor
func dispatcherListing(
    scene: LayerScene, scrollController: ScrollController, pin: Layer, event: InputEvent,
    open: @escaping @MainActor (Layer) -> Void
) {
    // listing
    let dispatcher = InputDispatcher(scene: scene)
    dispatcher.add(scrollController)
    pin.addGesture(TapRecognizer { _ in open(pin) })
    dispatcher.handle(event)
    dispatcher.update()  // before each frame, and at nextUpdateTime
    // end
}

@MainActor
func mapListings(pin: Layer, tiles: TiledLayer) {
    // listing
    let world = Pyramid(mapTilesOf: 0...19)
    let projection = MapProjection(pyramid: world, zoom: 19)
    let (x, y) = projection.pixel(at: Coordinate(latitude: 47.4211, longitude: 10.9853))
    // end
    print(x, y)

    // listing
    pin.position = projection.point(at: Coordinate(latitude: 47.4211, longitude: 10.9853))
    tiles.addSublayer(pin)
    // end
}

func distanceListing() {
    // listing
    let line = Geodesic(
        from: Coordinate(latitude: 52.5163, longitude: 13.3777), to: Coordinate(latitude: 48.8584, longitude: 2.2945))
    print(line.length / 1000, line.bearing)
    // end
}

@MainActor
func openingListing() async throws {
    // listing
    let layer = TiledLayer(image: try await TiledImage.open("photo.jpg"))
    // end
    print(layer.bounds)
}

@MainActor
func photoListing(window: LayerWindow, loader: TileLoader) async throws {
    // listing
    let photo = try await PhotoLayer(opening: "photo.jpg", loader: loader)
    window.add(ScrollController(for: photo))
    // end

    // listing
    let metadata = try await DocumentMetadata(of: "photo.jpg")
    print(metadata.caption)
    // end
}

@MainActor
func photoListings(cell: ImageLayer, path: String, paths: [String], thumbnails: ImageCache, window: LayerWindow) {
    // listing
    cell.image = LazyImage(file: path, cache: thumbnails, decoder: PhotoDecoding())
    // end

    // listing
    let pages = PagingController(photos: paths, thumbnails: thumbnails)
    window.add(pages)
    // end
}
