internal import JSONDocuments

extension FlightSimulationReport {
    /// The report as one JSON object on one line, always with the same keys; names end with their units.
    ///
    /// - Parameter flight: the name of the flight, such as that of its file.
    /// - Returns: the object; `coveredMs` and the like are null for what was not there before the camera moved on.
    package func json(flight: String) -> String {
        let milliseconds = { (seconds: Double) in JSONText.number(seconds * 1000, digits: 3) }
        let seen = [
            ("blankScreenSeconds", blank), ("blankAfterCoverScreenSeconds", blankAfterCover),
            ("blurScreenLevelSeconds", blur), ("unavoidableBlurScreenLevelSeconds", unavoidableBlur),
        ].map { ($0, JSONText.number($1, digits: 6)) }
        let counts = [
            ("flickers", flickers), ("requested", requested), ("reads", reads), ("failedReads", failedReads),
            ("retries", retries), ("decoded", decoded), ("drawn", drawn), ("wasted", wasted),
            ("cancelledBeforeRead", cancelledBeforeRead), ("cancelledBeforeDecode", cancelledBeforeDecode),
            ("duplicates", duplicates), ("cacheLimitBytes", conditions.cacheLimit),
            ("cacheHighWaterBytes", cacheHighWaterMark), ("frames", frames),
        ].map { ($0, "\($1)") }
        let frameTimes = [("P50", 0.5), ("P95", 0.95), ("P99", 0.99), ("Max", 1)].map {
            ("frame\($0)Ms", milliseconds(frameTime(percentile: $1)))
        }
        return JSONText.object(
            [
                ("flight", JSONText.string(flight)), ("latencyMs", milliseconds(conditions.latency)),
                ("failurePercent", JSONText.number(conditions.failureRate * 100, digits: 3)),
                ("decodeMs", milliseconds(conditions.decodeTime)), ("readers", "\(conditions.reads)"),
                ("decoders", "\(conditions.decoders)"),
                ("seconds", JSONText.number(duration, digits: 3)),
            ] + seen + counts
                + [
                    ("medianDecodeMs", milliseconds(medianDecodeTime)), ("holeAtEnd", "\(hasHoleAtEnd)"),
                    ("waits", JSONText.array(delays.map(\.json))),
                ] + frameTimes + [("wallSeconds", JSONText.number(wallTime, digits: 3))])
    }
}
