internal import JSONDocuments
internal import TileViewing

/// The results of a flight that was played in a viewer.
package struct FlightPlayerReport: Hashable, Sendable {
    /// The duration of the flight, in seconds.
    package var duration: Double
    /// ∫ blank area dt, in screen·seconds, and the part of it after the first frame in which nothing was blank.
    package var blank: Double, blankAfterCover: Double
    /// ∫ Σ area · max(0, log2(screen pixels per texel)) dt, in screen·level·seconds, and the part of it that comes from
    /// an image without finer pixels.
    package var blur: Double, unavoidableBlur: Double
    /// The delays after the opening, after each jump and after each stop.
    package var delays: [ViewingDelay]
    /// The number of flickers; see ``FlickerDetector``.
    package var flickers: Int
    /// The duration of each frame in seconds, from its start until it was handed to the screen.
    package var frameTimes: [Double]
    /// Tiles that were requested and not cached, tiles that were decoded, and attempts that failed.
    package var requested: Int, decoded: Int, failures: Int
    /// The most bytes that the cache may hold, and the most that it has held.
    package var cacheLimit: Int, cacheHighWaterMark: Int
    /// The processor time of all threads during the flight, in seconds.
    package var processorTime: Double
    /// The peak memory of the process since its start, in bytes.
    package var peakMemory: Int

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

    /// A percentile of the frame durations in seconds: 0.5 for the median, 1 for the longest; 0 if there were no
    /// frames.
    ///
    /// - Complexity: O(n log n) for n frames.
    package func frameTime(percentile fraction: Double) -> Double {
        frameTimes.percentile(fraction) ?? 0
    }

    /// The fraction of all frames that took longer than a 60th of a second.
    package var lateShare: Double {
        frameTimes.isEmpty ? 0 : Double(frameTimes.count { $0 > 1.0 / 60 }) / Double(frameTimes.count)
    }

    /// The report as one JSON object on one line, always with the same keys; names end with their units.
    ///
    /// - Parameter flight: the name of the flight, such as that of its file.
    /// - Returns: the object; `coveredMs` and the like are null for what was not there before the camera moved on.
    package func json(flight: String) -> String {
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
    /// The most important results, in one line for people.
    package var description: String {
        let milliseconds = { JSONText.number(frameTime(percentile: $0) * 1000, digits: 1) }
        let seconds = JSONText.number(processorTime, digits: 2)
        return "\(frameTimes.count) frames; p50 \(milliseconds(0.5)) ms, p95 \(milliseconds(0.95)) ms, "
            + "p99 \(milliseconds(0.99)) ms, max \(milliseconds(1)) ms; blank \(JSONText.number(blank, digits: 3)) "
            + "screen·s, blur \(JSONText.number(blur, digits: 3)) screen·level·s; "
            + "\(seconds) s of processor time; peak memory \(peakMemory / 1_000_000) MB"
    }
}
