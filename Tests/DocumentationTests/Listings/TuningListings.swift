import Concurrency
import LayerTree
import SDLPresenter
import TiledLayers
import VectorDrawing

func listing(ofTracesOf bytes: [UInt8], decode: ([UInt8]) throws -> Int) throws -> Int {
    // listing
    try Trace.start(writingTo: "trace.json")
    let tile = try Trace.span("decode", .loading, ["level": 3]) { try decode(bytes) }
    Trace.stop()
    // end
    return tile
}

@MainActor
func listing(ofOverlaysIn window: WindowPresenter, _ scene: LayerScene) throws {
    // listing
    var recorder = DebugOverlayRecorder()
    recorder.overlays = [.misaligned, .updates]
    try window.present(recorder.record(scene.frame()))
    if recorder.needsFrame { scene.setNeedsFrame() }
    // end
}

final class Sketch: Layer {
    var strokes: [Path] = []

    // listing
    override func backgroundDrawing() -> BackgroundDrawing? {
        { [strokes] context in strokes.forEach { context.stroke($0) } }
    }
    // end
}

@MainActor
func listing(ofPoolIn list: Layer, _ thumbnails: [PixelBuffer], _ visibleRows: Range<Int>) {
    // listing
    let pool = LayerPool<Int>(in: list) {
        Layer()
    } configure: { layer, row in
        layer.position = Point(x: 0, y: 40 * Double(row))
        layer.contents = thumbnails[row]
    }
    pool.show(visibleRows)
    // end
}

func listingOfMemoryPressure() {
    // listing
    let watcher = MemoryPressureWatcher()
    // end
    withExtendedLifetime(watcher) {}
}
