import ImageCodecs
import LayerTree
import MapLayers
import PyramidTools
import ScrollLayers
import SDLPresenter
import TileCutting
import TilePyramid
import TileStores
import TileViewing
import TiledLayers
import VectorDrawing

@MainActor
func pyramidPictureListings(size: PixelSize) async throws {
    do {
        // listing
        let picture = try await PyramidPicture.render("big.dzi", size: PixelSize(width: 800, height: 600))
        try picture.write(to: "small.jpg")
        // end
    }
    // listing
    do {
        let picture = try await PyramidPicture.render("https://example.org/big.dzi", size: size)
        try picture.write(to: "view.png")
    } catch let error as PictureError {
        print(error)
        try error.picture?.write(to: "view.png")
    }
    // end
}

@MainActor
func layerPictureListing() async throws {
    // listing
    let picture = try await LayerPicture.render(size: Size(width: 1200, height: 800)) { stage in
        stage.add(MapView([try await MapImage.open("alps.pmtiles")]))
    }
    try picture.write(to: "alps.png")
    // end
}

func pixelListings(size: PixelSize, bytes: [UInt8], picture: PixelBuffer) throws {
    do {
        // listing
        let buffer = try PixelBuffer(size: size, bytes: bytes, format: .rgba)
        // end
        _ = buffer
    }
    do {
        // listing
        let buffer = try PixelBuffer(size: size, bytes: bytes, format: .rgba)
        let gray = buffer.bytes(.gray)
        // end
        _ = gray
    }
    do {
        // listing
        try picture.write(to: "picture.png")
        // end
        // listing
        let bytes = try picture.encoded(as: .webp, quality: 80)
        // end
        _ = bytes
    }
    // listing
    try picture.write(to: "picture.png")
    let bytes = try picture.encoded(as: .webp, quality: 80)
    let again = try PixelBuffer.decoded(bytes)
    // end
    _ = again
}

func regionListing(pyramid: OpenedPyramid) throws -> PixelBuffer {
    // listing
    let region = PixelRect(x: 3000, y: 2000, width: 640, height: 480)
    let bytes = try PyramidPixelReader(pyramid).pixels(in: region)
    let picture = try PixelBuffer(size: region.size, bytes: bytes, format: .rgba)
    // end
    return picture
}

func drawnTileListing(drawing: ClosureTileDrawing) throws -> CutPlan {
    // listing
    let plan = try CutPlan(tilesOf: DrawnTileSource(drawing), name: "map", identity: "map 1")
    // end
    return plan
}

@MainActor
func failureListing(layer: TiledLayer) async {
    // listing
    for await event in layer.loader.events() {
        if case .failed(let reason, _) = event.kind { print(event.key.index, reason) }
    }
    // end
}

@MainActor
func flightListings(controller: ScrollController, face: Rect, faces: [Rect], place: Point) {
    // listing
    controller.zoom(to: face)
    controller.fly(to: face, duration: 3)
    // end

    // listing
    controller.change { $0.fly(to: ViewState(center: place, scale: $0.view.scale), at: $1) }
    // end

    // listing
    let tour = ScrollTour(faces.map { ScrollTour.Stop($0, pause: 4) }, repeats: true)
    controller.start(tour)
    // end
}

@MainActor
func awaitingWindowListing(loadTour: @escaping @MainActor () async throws -> ScrollController) async throws {
    // listing
    let tour = try await loadTour()
    try await LayerWindow(title: "Tour").runUntilClosed { window in
        window.add(tour)
    }
    // end
}
