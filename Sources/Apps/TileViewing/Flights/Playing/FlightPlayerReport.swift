internal import JSONDocuments

/// What came of a flight that was played in a viewer.
public struct FlightPlayerReport: Hashable, Sendable {
    /// Seconds of the flight.
    public var duration: Double
    /// ∫ blank area dt, in screen·seconds; and the part of it that lies after the first frame without a blank place.
    public var blank: Double, blankAfterCover: Double
    /// ∫ Σ area · max(0, log2(screen pixels for each texel)) dt, in screen·level·seconds; and the part of it that comes
    /// from an image without finer pixels.
    public var blur: Double, unavoidableBlur: Double
    /// How long the picture was waited for at the opening, after each jump and after each stop.
    public var delays: [ViewingDelay]
    /// How often a place became coarser and then finer again; see ``FlickerDetector``.
    public var flickers: Int
    /// Seconds that each frame took, from its begin until it was handed to the screen.
    public var frameTimes: [Double]
    /// Tiles that were asked for and not there, those that were decoded, and tries that failed.
    public var requested: Int, decoded: Int, failures: Int
    /// The most bytes that the cache may hold, and that it has held.
    public var cacheLimit: Int, cacheHighWaterMark: Int
    /// Seconds that all threads of the process have calculated meanwhile.
    public var processorTime: Double
    /// The most bytes of memory that the process has had since it was started.
    public var peakMemory: Int

    init(
        duration: Double, meter: ViewingMeter, frameTimes: [Double], requested: Int, decoded: Int, failures: Int,
        cacheLimit: Int, cacheHighWaterMark: Int, processorTime: Double, peakMemory: Int
    ) {
        self.duration = duration
        (blank, blankAfterCover) = (meter.blank, meter.blankAfterCover)
        (blur, unavoidableBlur) = (meter.blur, meter.unavoidableBlur)
        delays = meter.delays
        flickers = meter.flickers
        self.frameTimes = frameTimes
        (self.requested, self.decoded, self.failures) = (requested, decoded, failures)
        (self.cacheLimit, self.cacheHighWaterMark) = (cacheLimit, cacheHighWaterMark)
        self.processorTime = processorTime
        self.peakMemory = peakMemory
    }

    /// The time of a frame that so large a part of all frames does not exceed, in seconds: 0.5 for the median, 1 for the
    /// longest; 0 when there were none.
    ///
    /// - Complexity: O(n log n) for n frames.
    public func frameTime(percentile fraction: Double) -> Double {
        frameTimes.percentile(fraction) ?? 0
    }

    /// The part of all frames that took longer than a screen with 60 pictures a second has time for.
    public var lateShare: Double {
        frameTimes.isEmpty ? 0 : Double(frameTimes.count { $0 > 1.0 / 60 }) / Double(frameTimes.count)
    }

    /// The report as one JSON object on one line, with the same keys every time; names end with their units.
    ///
    /// - Parameter flight: what the flight is called, such as the name of its file.
    /// - Returns: the object; `coveredMs` and the like are null for what did not come before the camera went on.
    public func json(flight: String) -> String {
        let seen = [
            ("blankScreenSeconds", blank), ("blankAfterCoverScreenSeconds", blankAfterCover),
            ("blurScreenLevelSeconds", blur), ("unavoidableBlurScreenLevelSeconds", unavoidableBlur),
        ].map { ($0, JSONText.number($1, digits: 6)) }
        let frames = [("P50", 0.5), ("P95", 0.95), ("P99", 0.99), ("Max", 1)].map {
            ("frame\($0)Ms", JSONText.number(frameTime(percentile: $1) * 1000, digits: 3))
        }
        let counts = [
            ("flickers", flickers), ("requested", requested), ("decoded", decoded), ("failures", failures),
            ("cacheLimitBytes", cacheLimit), ("cacheHighWaterBytes", cacheHighWaterMark),
            ("peakMemoryBytes", peakMemory),
        ].map { ($0, "\($1)") }
        return JSONText.object(
            [
                ("flight", JSONText.string(flight)), ("seconds", JSONText.number(duration, digits: 3)),
                ("frames", "\(frameTimes.count)"),
            ] + frames + [("latePercent", JSONText.number(lateShare * 100, digits: 3))] + seen + counts + [
                ("processorSeconds", JSONText.number(processorTime, digits: 3)),
                ("waits", JSONText.array(delays.map(\.json))),
            ])
    }
}

extension FlightPlayerReport: CustomStringConvertible {
    /// The figures that matter most, in a line for people.
    public var description: String {
        let milliseconds = { JSONText.number(frameTime(percentile: $0) * 1000, digits: 1) }
        return "\(frameTimes.count) frames; p50 \(milliseconds(0.5)) ms, p95 \(milliseconds(0.95)) ms, "
            + "p99 \(milliseconds(0.99)) ms, max \(milliseconds(1)) ms; blank \(JSONText.number(blank, digits: 3)) "
            + "screen·s, blur \(JSONText.number(blur, digits: 3)) screen·level·s; "
            + "\(JSONText.number(processorTime, digits: 2)) s of processor time; peak memory \(peakMemory / 1_000_000) MB"
    }
}
