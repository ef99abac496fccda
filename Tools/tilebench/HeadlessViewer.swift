internal import Compositing
internal import Concurrency
internal import FlightBench
internal import Glibc
internal import LayerTree
internal import TileCutting
internal import TilePyramid
internal import TileViewing
internal import TiledLayers

/// A viewer that draws its frames into memory, at the rate of a screen.
@MainActor
final class HeadlessViewer {
    private let viewer: Viewer
    private let compositor = Compositor()
    private var pixels: [UInt32]
    private let document: Document
    /// Seconds that building each frame of the last flight took, without drawing.
    private(set) var frameBuildTimes: [Double] = []
    /// The tiles that were drawn in the last flight, and how many had been decoded before it.
    private var drawnTiles: Set<TileIndex> = []
    private var decodedBefore = 0

    /// Seconds between two frames: 60 Hz.
    private static let refreshInterval = 1.0 / 60

    init(_ file: String, size: PixelSize, cacheLimit: Int) throws {
        var settings = ViewerSettings(loader: TileLoader(costLimit: cacheLimit))
        settings.size = size
        pixels = [UInt32](repeating: 0, count: size.area)
        document = try Document(opening: file)
        viewer = Viewer(settings)
        viewer.show(document)
    }

    /// Draws frames until `goal` is reached.
    func run(until goal: OpeningGoal) {
        while true {
            let start = now
            let isReached = draw(until: goal)
            if isReached { return }
            sleep(until: start + Self.refreshInterval)
        }
    }

    private func draw(until goal: OpeningGoal) -> Bool {
        draw(viewer.frame())
        guard let shown = viewer.shownTiles else { return false }
        return switch goal {
        case .first: shown.drawnTiles.contains { $0.opacity > 0 }
        case .complete: shown.blanks.isEmpty && shown.drawnTiles.allSatisfy { $0.opacity > 0 }
        case .cut: !document.state.stage.isBusy
        }
    }

    /// Plays a flight in real time; reports what was visible and how long the frames took.
    func play(_ flight: Flight) -> FlightPlayerReport {
        let player = FlightPlayer(flight, in: viewer)
        frameBuildTimes = []
        drawnTiles = []
        decodedBefore = viewer.settings.loader.statistics.decodes
        while !player.isOver {
            let start = now
            player.advance()
            let frame = viewer.frame()
            frameBuildTimes.append(now - start)
            for tile in viewer.shownTiles?.drawnTiles ?? [] { drawnTiles.insert(tile.index) }
            draw(frame)
            player.recordFrame(seconds: now - start)
            sleep(until: start + Self.refreshInterval)
        }
        return player.report
    }

    /// The share of the tiles decoded in the last flight that were never drawn; tiles that were decoded again count again.
    var wastedShare: Double {
        let decoded = viewer.settings.loader.statistics.decodes - decodedBefore
        return decoded > 0 ? max(0, 1 - Double(drawnTiles.count) / Double(decoded)) : 0
    }

    /// Returns the share of one processor that the idle viewer takes.
    func idleProcessorShare(seconds: Int) -> Double {
        guard seconds > 0 else { return 0 }
        while let next = viewer.nextFrameTime {
            draw(viewer.frame())
            sleep(until: max(next, now + Self.refreshInterval))
        }
        let start = (now, ProcessMetrics.processorTime)
        sleep(until: start.0 + Double(seconds))
        return (ProcessMetrics.processorTime - start.1) / (now - start.0)
    }

    private func draw(_ frame: RenderTree) {
        pixels.withUnsafeMutableBufferPointer { pixels in
            Trace.span("draw", .frames, ["items": frame.items.count]) {
                compositor.draw(frame, into: pixels, stride: frame.size.width)
            }
        }
    }

    private var now: Double { viewer.settings.clock.now }

    private func sleep(until time: Double) {
        let seconds = time - now
        guard seconds > 0 else { return }
        var duration = timespec(tv_sec: Int(seconds), tv_nsec: Int((seconds - seconds.rounded(.down)) * 1e9))
        nanosleep(&duration, nil)
    }
}
