/// What came of a simulated flight.
public struct FlightSimulationReport: Hashable, Sendable {
    /// Under which conditions it was flown.
    public var conditions: SimulatedConditions
    /// Seconds of the flight.
    public var duration = 0.0
    /// Frames in which something had changed.
    public var frames = 0

    // MARK: What was seen

    /// ∫ blank area dt, in screen·seconds; and the part of it that lies after the first frame without a blank place.
    public var blank = 0.0, blankAfterCover = 0.0
    /// ∫ Σ area · max(0, log2(screen pixels for each texel)) dt, in screen·level·seconds; and the part of it that comes
    /// from an image without finer pixels.
    public var blur = 0.0, unavoidableBlur = 0.0
    /// How long the picture was waited for at the opening, after each jump and after each stop.
    public var delays: [ViewingDelay] = []
    /// How often a place became coarser and then finer again; see ``FlickerDetector``.
    public var flickers = 0
    /// Whether the last frame has a place that is blank or coarser than it could be.
    public var hasHoleAtEnd = false

    // MARK: What was done for it

    /// Tiles that were asked for and not there; one that is asked for again after it was dropped counts again.
    public var requested = 0
    /// Reads that have ended, those among them that failed, and tries after a failure.
    public var reads = 0, failedReads = 0, retries = 0
    /// Tiles that were decoded, and those that were drawn in at least one frame since.
    public var decoded = 0, drawn = 0
    /// Requests that were dropped before they were read, and such that were dropped when they had been read.
    public var cancelledBeforeRead = 0, cancelledBeforeDecode = 0
    /// Tiles that were loaded though they were there.
    public var duplicates = 0
    /// The median of the seconds that decoding a tile took.
    public var medianDecodeTime = 0.0
    /// The most bytes that the cache has held.
    public var cacheHighWaterMark = 0

    // MARK: What it cost

    /// Seconds of processor time that making a frame took on this machine, each: planning, asking, and making the render
    /// tree.
    public var frameTimes: [Double] = []
    /// Seconds that the simulation took on this machine.
    public var wallTime = 0.0

    /// A report without figures.
    init(conditions: SimulatedConditions) {
        self.conditions = conditions
    }
}

extension FlightSimulationReport {
    /// Tiles that were decoded and never drawn.
    public var wasted: Int { decoded - drawn }

    /// The part of all decoded tiles that was never drawn; 0 when none was decoded.
    public var wastedShare: Double { decoded == 0 ? 0 : Double(wasted) / Double(decoded) }

    /// How long the waits of a kind were until no place was blank; nil for those that had no end.
    public func coverDelays(after kind: FlightMark.Kind) -> [Double?] {
        delays.filter { $0.mark.kind == kind }.map(\.covered)
    }

    /// The time of a frame that so large a part of all frames does not exceed, in seconds: 0.5 for the median, 1 for the
    /// longest; 0 when there were none.
    ///
    /// - Complexity: O(n log n) for n frames.
    public func frameTime(percentile fraction: Double) -> Double {
        frameTimes.percentile(fraction) ?? 0
    }
}
