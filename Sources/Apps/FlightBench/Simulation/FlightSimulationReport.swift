internal import TileViewing

/// The results of a simulated flight.
package struct FlightSimulationReport: Hashable, Sendable {
    /// The conditions of the simulation.
    package var conditions: SimulatedConditions
    /// The duration of the flight, in seconds.
    package var duration = 0.0
    /// The number of frames in which something had changed.
    package var frames = 0

    // MARK: What was seen

    /// ∫ blank area dt, in screen·seconds, and the part of it after the first frame in which nothing was blank.
    package var blank = 0.0, blankAfterCover = 0.0
    /// ∫ Σ area · max(0, log2(screen pixels per texel)) dt, in screen·level·seconds, and the part of it that comes from
    /// an image without finer pixels.
    package var blur = 0.0, unavoidableBlur = 0.0
    /// The delays after the opening, after each jump and after each stop.
    package var delays: [ViewingDelay] = []
    /// The number of flickers; see ``FlickerDetector``.
    package var flickers = 0
    /// Whether a part of the last frame is blank, or coarser than it could be.
    package var hasHoleAtEnd = false

    // MARK: The work

    /// Tiles that were requested and not cached; a tile that is requested again after it was dropped counts again.
    package var requested = 0
    /// Reads that have ended, reads that failed, and attempts after a failure.
    package var reads = 0, failedReads = 0, retries = 0
    /// Tiles that were decoded, and those of them that were drawn in at least one frame.
    package var decoded = 0, drawn = 0
    /// Requests that were dropped before they were read, and after they were read.
    package var cancelledBeforeRead = 0, cancelledBeforeDecode = 0
    /// Tiles that were loaded although they were cached.
    package var duplicates = 0
    /// The median time to decode a tile, in seconds.
    package var medianDecodeTime = 0.0
    /// The most bytes that the cache has held.
    package var cacheHighWaterMark = 0

    // MARK: The cost

    /// The processor time of each frame on this machine, in seconds: planning, requesting, and building the render
    /// tree.
    package var frameTimes: [Double] = []
    /// The duration of the simulation on this machine, in seconds.
    package var wallTime = 0.0

    /// Creates an empty report.
    init(conditions: SimulatedConditions) {
        self.conditions = conditions
    }
}

extension FlightSimulationReport {
    /// The number of decoded tiles that were never drawn.
    package var wasted: Int { decoded - drawn }

    /// The fraction of decoded tiles that were never drawn; 0 if none was decoded.
    package var wastedShare: Double { decoded == 0 ? 0 : Double(wasted) / Double(decoded) }

    /// The times until nothing was blank after marks of a kind; nil where that did not come.
    package func coverDelays(after kind: FlightMark.Kind) -> [Double?] {
        delays.filter { $0.mark.kind == kind }.map(\.covered)
    }

    /// A percentile of the frame times in seconds: 0.5 for the median, 1 for the longest; 0 if there were no frames.
    ///
    /// - Complexity: O(n log n) for n frames.
    package func frameTime(percentile fraction: Double) -> Double {
        frameTimes.percentile(fraction) ?? 0
    }
}
