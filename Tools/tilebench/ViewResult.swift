internal import JSONDocuments
internal import TilePyramid
internal import FlightBench
internal import TileViewing

/// The results of `tilebench view`.
struct ViewResult {
    var openings: OpeningTimes
    var report: FlightPlayerReport
    /// The share of the decoded tiles that were never drawn.
    var wastedShare: Double
    /// The numbers of answers of the server, in words; nil for a file.
    var serverCounts: String?
    /// The 99th percentile of the seconds for building a frame, without drawing.
    var frameBuildTime: Double
    /// The share of one processor that the idle viewer takes.
    var idleProcessorShare: Double

    func text(file: String, size: PixelSize, cache: Int) -> String {
        let viewing = report.viewing
        func milliseconds(_ seconds: Double) -> String { "\(JSONText.number(seconds * 1000, digits: 1)) ms" }
        func frames(_ part: Double) -> String { milliseconds(report.frameTimes.percentile(part) ?? 0) }
        return """
            \(file) at \(size), cost limit of tiles \(cache) MiB
            first frame     \(milliseconds(openings.first)) after the start of the process
            complete frame  \(milliseconds(openings.complete)), peak memory \(openings.peakMemory / 1_000_000) MB
            frames          p50 \(frames(0.5)), p95 \(frames(0.95)), p99 \(frames(0.99)), max \(frames(1)) of \
            \(report.frameTimes.count); p99 without drawing \(milliseconds(frameBuildTime))
            blank, blur     \(JSONText.number(viewing.blankAfterCover, digits: 3)) screen·s, \
            \(JSONText.number(viewing.blur, digits: 3)) screen·level·s \
            (\(JSONText.number(viewing.unavoidableBlur, digits: 3)) unavoidable); flicker \(viewing.flickers)
            tiles           \(report.requested) requested, \(report.decoded) decoded, \
            \(JSONText.number(wastedShare * 100, digits: 1)) % never drawn, \(report.failures) failed; covered after the \
            jump in \(jumpCover.map { "\(JSONText.number($0 * 1000, digits: 0)) ms" } ?? "never")
            CPU             \(JSONText.number(report.processorTime, digits: 1)) s for \
            \(JSONText.number(report.duration, digits: 1)) s of flight; idle \
            \(JSONText.number(idleProcessorShare * 100, digits: 2)) %
            memory          peak \(report.peakMemory / 1_000_000) MB; tiles at most \
            \(report.cacheHighWaterMark >> 20) MiB
            """ + (serverCounts.map { "\nserver          \($0)" } ?? "")
    }

    /// The longest time until there were no holes after a jump; nil if there are some for ever.
    private var jumpCover: Double? {
        let delays = report.viewing.delays.filter { $0.mark.kind == .jump }.map(\.covered)
        return delays.contains(nil) ? nil : delays.compactMap(\.self).max() ?? 0
    }

    func json(file: String, flight: String) -> String {
        JSONText.object([
            ("file", JSONText.string(file)),
            ("firstFrameMs", JSONText.number(openings.first * 1000, digits: 3)),
            ("completeFrameMs", JSONText.number(openings.complete * 1000, digits: 3)),
            ("openingPeakMemoryBytes", "\(openings.peakMemory)"),
            ("frameBuildP99Ms", JSONText.number(frameBuildTime * 1000, digits: 3)),
            ("wastedPercent", JSONText.number(wastedShare * 100, digits: 2)),
            ("coveredAfterJumpMs", jumpCover.map { JSONText.number($0 * 1000, digits: 1) } ?? "null"),
            ("server", serverCounts.map(JSONText.string) ?? "null"),
            ("idlePercent", JSONText.number(idleProcessorShare * 100, digits: 3)),
            ("flight", report.json(flight: flight)),
        ])
    }
}
