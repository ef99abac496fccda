internal import Concurrency
internal import Glibc
package import LayerTree
internal import ScrollLayers
internal import TileCutting
internal import TilePyramid
package import TileViewing
package import TiledLayers
internal import VectorDrawing

/// Plays a flight in a tiled layer, in simulated time, and reports the quality of the view.
///
/// The layer, its planner, the loader and the cache are those of an app; only the tiles, their loading times and the
/// clock are simulated. So the results are the same on every machine, except for ``FlightSimulationReport/frameTimes``
/// and ``FlightSimulationReport/wallTime``, and a run takes a small part of the flight's time.
///
/// ```swift
/// let simulator = FlightSimulator(.standard, conditions: SimulatedConditions(latency: 0.1))
/// let report = simulator.run()
/// ```
@MainActor
package struct FlightSimulator {
    private let flight: Flight
    private let conditions: SimulatedConditions
    private let clock: ManualClock
    private let executor: ManualTileExecutor
    private let decodeTimes = Locked<[Double]>([])
    private let tiles: SimulatedTiles
    private let scene: LayerScene

    /// The loader of the tiles.
    package let loader: TileLoader
    /// The layer that shows the tiles; its settings may be changed before the run.
    package let layer: TiledLayer

    /// Prepares a simulation.
    package init(_ flight: Flight, conditions: SimulatedConditions = SimulatedConditions()) {
        self.flight = flight
        self.conditions = conditions
        clock = ManualClock(now: flight.start)
        executor = ManualTileExecutor(clock: clock) { [decodeTimes] work in
            if case .read = work.kind { return conditions.latency }
            let pixels = work.image.pyramid.rect(of: work.index).size.area
            let seconds = conditions.decodeTime * Double(pixels) / Double(SimulatedConditions.decodedPixels)
            decodeTimes.withLock { $0.append(seconds) }
            return seconds
        }
        tiles = SimulatedTiles(
            Pyramid(size: flight.imageSize, tileSize: flight.tileSize), conditions: conditions)
        loader = TileLoader(
            costLimit: conditions.cacheLimit,
            concurrency: TileLoaderConcurrency(reads: conditions.reads, decodes: conditions.decoders), clock: clock,
            executor: executor)
        layer = TiledLayer(image: TiledImage(tiles, name: "flight", decoder: tiles), loader: loader)
        layer.anchorPoint = .zero
        let root = Layer()
        root.addSublayer(layer)
        scene = LayerScene(root: root, size: flight.viewport, clock: clock)
    }

    /// Plays the flight from its beginning to its end.
    ///
    /// - Parameter onFrame: called after each frame, with the pieces that it shows and the render tree that a presenter would
    ///   draw; does nothing by default.
    /// - Returns: the quality of the view, the work of the loader, and the cost.
    package func run(onFrame: (ViewedFrame, RenderTree) -> Void = { _, _ in }) -> FlightSimulationReport {
        let start = ContinuousClock.now
        var report = FlightSimulationReport(conditions: conditions)
        var meter = ViewingMeter()
        var marks = flight.marks[...]
        let frameCount = Int(((flight.end - flight.start) * SimulatedConditions.frameRate).rounded(.down)) + 1
        for number in 0..<frameCount {
            let time = flight.start + Double(number) / SimulatedConditions.frameRate
            executor.advance(by: max(0, time - clock.now))
            var isAwaited = false
            while let mark = marks.first, mark.time <= time {
                meter.begin(marks.removeFirst())
                isAwaited = true
            }
            let transform = show(at: time)
            if isAwaited {
                // As a scroll controller does at the end of a movement.
                layer.endMotion()
            }
            guard scene.needsFrame || isAwaited else { continue }
            let begin = ThreadClock.now
            let tree = scene.frame()
            report.frameTimes.append(ThreadClock.now - begin)
            for drawn in layer.drawnTiles where drawn.opacity > 0 {
                tiles.markDrawn(drawn.index)
            }
            let frame = ViewedFrame(of: layer, at: time, screen: flight.viewport, transform: transform)
            meter.add(frame)
            onFrame(frame, tree)
        }
        meter.finish(at: max(flight.end, clock.now))
        fill(&report, from: meter)
        report.wallTime = (ContinuousClock.now - start) / .seconds(1)
        return report
    }

    /// Moves the camera to where it is at a time.
    private func show(at time: Double) -> AffineTransform {
        let size = Size(width: Double(flight.viewport.width), height: Double(flight.viewport.height))
        let transform = flight.view(at: time).transform(in: size)
        layer.affineTransform = transform
        return transform
    }

    private func fill(_ report: inout FlightSimulationReport, from meter: ViewingMeter) {
        report.duration = flight.end - flight.start
        report.frames = report.frameTimes.count
        report.viewing = meter.summary
        report.hasHoleAtEnd = meter.quality.map { !$0.isSharp } ?? true
        let loading = loader.statistics
        let cache = loader.cache.statistics
        report.requested = loading.requested
        report.reads = loading.reads
        report.failedReads = loading.failures
        report.retries = loading.retries
        report.decoded = tiles.decoded
        report.drawn = tiles.drawn
        report.cancelledBeforeRead = loading.droppedBeforeRead
        report.cancelledBeforeDecode = loading.droppedBeforeDecode
        report.duplicates = loading.duplicates
        report.cacheHighWaterMark = cache.highWaterMark
        let times = decodeTimes.withLock { $0.sorted() }
        report.medianDecodeTime = times.isEmpty ? 0 : times[times.count / 2]
    }
}
