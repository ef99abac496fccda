internal import LayerTree
internal import ScrollLayers
internal import TileCutting
internal import TilePyramid
package import TileViewing
internal import TiledLayers
internal import VectorDrawing

/// Plays a flight in a viewer, on the viewer's clock, and reports the quality of the view and the duration of frames.
///
/// Unlike a ``FlightSimulator``, it shows a real file in a real window, so its results depend on the machine. The owner of
/// the window reports the duration of each frame:
///
/// ```swift
/// let player = FlightPlayer(flight, in: viewer)
/// while !player.isOver {
///     player.advance()
///     let seconds = show(viewer.frame())
///     player.recordFrame(seconds: seconds)
/// }
/// print(player.report.json(flight: "standard"))
/// ```
@MainActor
package final class FlightPlayer {
    private let flight: Flight
    private let viewer: Viewer
    /// Full-size pixels of the image per full-size pixel of the flight.
    private let factor: Double
    private let start: Double
    private let processorStart = ProcessMetrics.processorTime
    private let before: TileLoaderStatistics
    private var meter = ViewingMeter()
    private var marks: ArraySlice<FlightMark>
    private var frameTimes: [Double] = []

    /// Creates a player whose flight begins now.
    ///
    /// - Parameters:
    ///   - flight: the flight; over an image of another width it is scaled, so that it shows the same regions.
    ///   - viewer: the viewer, with an open image.
    package init(_ flight: Flight, in viewer: Viewer) {
        self.flight = flight
        self.viewer = viewer
        factor = Double(viewer.document?.size.width ?? flight.imageSize.width) / Double(flight.imageSize.width)
        start = viewer.settings.clock.now - flight.start
        before = viewer.settings.loader.statistics
        marks = flight.marks[...]
    }

    /// Whether the flight has ended.
    package var isOver: Bool { time >= flight.end }

    private var time: Double { viewer.settings.clock.now - start }

    /// Moves the camera to its present position on the flight; call it before each frame.
    package func advance() {
        while let mark = marks.first, mark.time <= time {
            meter.begin(marks.removeFirst())
            viewer.endMotion()
        }
        viewer.show(view, isExact: true, animated: false)
    }

    private var view: ViewState {
        var view = flight.view(at: time)
        view.center = Point(x: view.center.x * factor, y: view.center.y * factor)
        view.scale /= factor
        return view
    }

    /// Records the frame that was shown.
    ///
    /// - Parameter seconds: the time from the frame's start until it was handed to the screen.
    package func recordFrame(seconds: Double) {
        frameTimes.append(seconds)
        if let frame = viewer.viewedFrame(at: time) {
            meter.add(frame)
        }
    }

    /// The report on the flight so far: the quality of the view, and its cost.
    package var report: FlightPlayerReport {
        var meter = meter
        meter.finish(at: max(time, flight.end))
        let statistics = viewer.settings.loader.statistics
        let cache = viewer.settings.loader.cache.statistics
        return FlightPlayerReport(
            duration: flight.end - flight.start, viewing: meter.summary, frameTimes: frameTimes,
            requested: statistics.requested - before.requested, decoded: statistics.decodes - before.decodes,
            failures: statistics.failures - before.failures, cacheLimit: cache.costLimit,
            cacheHighWaterMark: cache.highWaterMark, processorTime: ProcessMetrics.processorTime - processorStart,
            peakMemory: ProcessMetrics.peakMemoryBytes)
    }
}
