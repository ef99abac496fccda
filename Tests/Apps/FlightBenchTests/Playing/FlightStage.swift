import TextLayers
import LayerTree
import ScrollLayers
import TestSupport
import TilePyramid
import TileViewing
import TiledLayers

/// A viewer of 800×600 pixels on a manual clock, which shows nothing but an image of gray tiles.
@MainActor
struct FlightStage {
    let clock = ManualClock(now: 100)
    let viewer: Viewer
    private let executor: ManualTileExecutor

    init(_ size: PixelSize = PixelSize(width: 1000, height: 800)) {
        executor = ManualTileExecutor(clock: clock)
        var settings = ViewerSettings(loader: TileLoader(clock: clock, executor: executor))
        settings.size = PixelSize(width: 800, height: 600)
        settings.features = []
        settings.clock = clock
        settings.textDrawing = .immediate
        viewer = Viewer(settings)
        viewer.show(Document(path: "gray", source: GraySource(pyramid: Pyramid(size: size, tileSize: 256))))
        frame()
    }

    /// The view, in screen pixels per image pixel.
    var view: ViewState { viewer.currentView }

    /// Loads the requested tiles, and makes a frame.
    func frame() {
        executor.advance()
        _ = viewer.frame()
    }
}

/// PNG tiles of one gray.
private struct GraySource: TileSource {
    let pyramid: Pyramid

    func read(_ index: TileIndex) -> EncodedTile? {
        let size = pyramid.rect(of: index).size
        let png = PNGFixture(width: size.width, height: size.height) { _, _, _ in 128 }
        return EncodedTile(bytes: png.encoded(), format: .png)
    }
}
