internal import JSONDocuments

extension FlightSimulationReport {
    /// The report as one JSON object on one line, always with the same keys; names end with their units.
    ///
    /// - Parameter flight: the name of the flight, such as its file name.
    /// - Returns: the object; `coveredMs` and the like are null if the camera moved on before.
    package func json(flight: String) -> String {
        let milliseconds = { (seconds: Double) in JSONText.number(seconds * 1000, digits: 3) }
        let counts = [
            ("requested", requested), ("reads", reads), ("failedReads", failedReads),
            ("retries", retries), ("decoded", decoded), ("drawn", drawn), ("wasted", wasted),
            ("cancelledBeforeRead", cancelledBeforeRead), ("cancelledBeforeDecode", cancelledBeforeDecode),
            ("duplicates", duplicates), ("cacheLimitBytes", conditions.cacheLimit),
            ("cacheHighWaterBytes", cacheHighWaterMark), ("frames", frames),
        ].map { ($0, "\($1)") }
        return JSONText.object(
            [
                ("flight", JSONText.string(flight)), ("latencyMs", milliseconds(conditions.latency)),
                ("failurePercent", JSONText.number(conditions.failureRate * 100, digits: 3)),
                ("decodeMs", milliseconds(conditions.decodeTime)), ("readers", "\(conditions.reads)"),
                ("decoders", "\(conditions.decoders)"), ("seconds", JSONText.number(duration, digits: 3)),
            ] + viewing.jsonMembers + counts
                + [
                    ("medianDecodeMs", milliseconds(medianDecodeTime)), ("holeAtEnd", "\(hasHoleAtEnd)"),
                    ("waits", JSONText.array(viewing.delays.map(\.json))),
                ] + frameTimes.frameTimeMembers + [("wallSeconds", JSONText.number(wallTime, digits: 3))])
    }
}
