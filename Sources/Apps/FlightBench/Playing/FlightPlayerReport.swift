internal import JSONDocuments
internal import TileViewing

/// The results of a flight that was played in a viewer.
package struct FlightPlayerReport: Hashable, Sendable {
    /// The duration of the flight, in seconds.
    package var duration: Double
    /// The measured quality: blank and blurred areas, flickers and delays.
    package var viewing: ViewingSummary
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

    /// The fraction of all frames that took longer than a 60th of a second.
    package var lateShare: Double {
        frameTimes.isEmpty ? 0 : Double(frameTimes.count { $0 > 1.0 / 60 }) / Double(frameTimes.count)
    }

    /// The report as one JSON object on one line, always with the same keys; names end with their units.
    ///
    /// - Parameter flight: the name of the flight, such as its file name.
    /// - Returns: the object; `coveredMs` and the like are null if the camera moved on before.
    package func json(flight: String) -> String {
        let counts = [
            ("requested", requested), ("decoded", decoded), ("failures", failures), ("cacheLimitBytes", cacheLimit),
            ("cacheHighWaterBytes", cacheHighWaterMark), ("peakMemoryBytes", peakMemory),
        ].map { ($0, "\($1)") }
        return JSONText.object(
            [
                ("flight", JSONText.string(flight)), ("seconds", JSONText.number(duration, digits: 3)),
                ("frames", "\(frameTimes.count)"),
            ] + frameTimes.frameTimeMembers + [("latePercent", JSONText.number(lateShare * 100, digits: 3))]
                + viewing.jsonMembers + counts + [
                    ("processorSeconds", JSONText.number(processorTime, digits: 3)),
                    ("waits", JSONText.array(viewing.delays.map(\.json))),
                ])
    }
}

extension FlightPlayerReport: CustomStringConvertible {
    /// The most important results, in one line for people.
    package var description: String {
        let milliseconds = { JSONText.number((frameTimes.percentile($0) ?? 0) * 1000, digits: 1) }
        let seconds = JSONText.number(processorTime, digits: 2)
        return "\(frameTimes.count) frames; p50 \(milliseconds(0.5)) ms, p95 \(milliseconds(0.95)) ms, "
            + "p99 \(milliseconds(0.99)) ms, max \(milliseconds(1)) ms; blank "
            + "\(JSONText.number(viewing.blank, digits: 3)) screen·s, "
            + "blur \(JSONText.number(viewing.blur, digits: 3)) screen·level·s; "
            + "\(seconds) s of processor time; peak memory \(peakMemory / 1_000_000) MB"
    }
}
