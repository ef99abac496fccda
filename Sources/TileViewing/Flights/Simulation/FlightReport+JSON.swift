internal import Glibc
internal import JSONDocuments

extension FlightReport {
    /// The report as one JSON object on one line, with the same keys every time.
    ///
    /// Names end with their units; `coveredMs` and the like are null for what did not come before the camera went on.
    ///
    /// - Parameter flight: what the flight is called, such as the name of its file.
    /// - Returns: the object.
    public func json(flight: String) -> String {
        let milliseconds = { (seconds: Double) in Self.number(seconds * 1000, digits: 3) }
        let waits = delays.map { delay in
            JSONText.object([
                ("kind", JSONText.string(delay.mark.kind.rawValue)), ("time", Self.number(delay.mark.time, digits: 3)),
                ("note", delay.mark.note.map(JSONText.string) ?? "null"),
                ("firstPixelMs", delay.firstPixel.map(milliseconds) ?? "null"),
                ("coveredMs", delay.covered.map(milliseconds) ?? "null"),
                ("sharpMs", delay.sharp.map(milliseconds) ?? "null"),
            ])
        }
        let seen = [
            ("blankScreenSeconds", blank), ("blankAfterCoverScreenSeconds", blankAfterCover),
            ("blurScreenLevelSeconds", blur), ("unavoidableBlurScreenLevelSeconds", unavoidableBlur),
        ].map { ($0, Self.number($1, digits: 6)) }
        let counts = [
            ("flickers", flickers), ("requested", requested), ("reads", reads), ("failedReads", failedReads),
            ("retries", retries), ("decoded", decoded), ("drawn", drawn), ("wasted", wasted),
            ("cancelledBeforeRead", cancelledBeforeRead), ("cancelledBeforeDecode", cancelledBeforeDecode),
            ("duplicates", duplicates), ("cacheLimitBytes", conditions.cacheLimit),
            ("cacheHighWaterBytes", cacheHighWaterMark), ("frames", frames),
        ].map { ($0, "\($1)") }
        let frameTimes = [("P50", 0.5), ("P95", 0.95), ("P99", 0.99), ("Max", 1)].map {
            ("frame\($0)Ms", milliseconds(frameTime(notExceededBy: $1)))
        }
        return JSONText.object(
            [
                ("flight", JSONText.string(flight)), ("latencyMs", milliseconds(conditions.latency)),
                ("failurePercent", Self.number(conditions.failures * 100, digits: 3)),
                ("decodeMs", milliseconds(conditions.decodeTime)), ("readers", "\(conditions.reads)"),
                ("decoders", "\(conditions.decoders)"),
                ("seconds", Self.number(duration, digits: 3)),
            ] + seen + counts
                + [
                    ("medianDecodeMs", milliseconds(medianDecodeTime)), ("holeAtEnd", "\(hasHoleAtEnd)"),
                    ("waits", JSONText.array(waits)),
                ] + frameTimes + [("wallSeconds", Self.number(wallTime, digits: 3))])
    }

    /// A number with at most so many digits after the point.
    private static func number(_ value: Double, digits: Int) -> String {
        let scale = pow(10, Double(digits))
        return JSONText.number((value * scale).rounded() / scale)
    }
}
