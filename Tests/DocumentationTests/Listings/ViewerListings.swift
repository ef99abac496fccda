import FlightBench
import LayerTree
import TileViewing
import TiledLayers

/// Events and frames, as the owner of a window handles them.
@MainActor
struct ViewerWindow {
    var events: [InputEvent] = []

    mutating func run() {
        func nextEvent(until time: Double?) -> InputEvent? { events.popLast() }
        func show(_ frame: RenderTree) {}
        let wakeTheLoop: @Sendable () -> Void = {}

        // listing
        let viewer = Viewer(ViewerSettings(loader: TileLoader()))
        viewer.scene.requests.onRequest = { wakeTheLoop() }
        viewer.open(["big.dzi"])
        while let event = nextEvent(until: viewer.nextFrameTime) {
            viewer.handle(event)
            show(viewer.frame())
        }
        // end
    }
}

@MainActor
func documentListing(loader: TileLoader, wakeTheLoop: @escaping @Sendable () -> Void) throws {
    // listing
    let document = try Document(opening: "big.jpg")  // on a worker, because it blocks
    let layer = TiledLayer(image: document.image, loader: loader)
    document.observe { wakeTheLoop() }
    // In the end:
    document.close()
    // end
    print(layer.bounds)
}

@MainActor
func flightPlayerListing(flight: Flight, viewer: Viewer, show: (RenderTree) -> Double) {
    // listing
    let player = FlightPlayer(flight, in: viewer)
    while !player.isOver {
        player.advance()
        let seconds = show(viewer.frame())
        player.recordFrame(seconds: seconds)
    }
    print(player.report.json(flight: "standard"))
    // end
}

@MainActor
func flightSimulatorListing() -> FlightSimulationReport {
    // listing
    let simulator = FlightSimulator(.standard, conditions: SimulatedConditions(latency: 0.1))
    let report = simulator.run()
    // end
    return report
}
