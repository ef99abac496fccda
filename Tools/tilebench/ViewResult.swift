internal import JSONDocuments
internal import TilePyramid
internal import FlightBench

/// What `tilebench view` has found out.
struct ViewResult {
    var openings: OpeningTimes
    var report: FlightPlayerReport
    /// Seconds in which 99 of 100 frames are made, before they are drawn.
    var frameBuildTime: Double
    /// The part of one processor that is taken at rest.
    var idleProcessorShare: Double

    func text(file: String, size: PixelSize, cache: Int) -> String {
        func milliseconds(_ seconds: Double) -> String { "\(JSONText.number(seconds * 1000, digits: 1)) ms" }
        func frames(_ part: Double) -> String { milliseconds(report.frameTime(percentile: part)) }
        return """
            \(file), seen in \(size), \(cache) MiB for tiles
            first picture   \(milliseconds(openings.first)) after the start of the process
            whole picture   \(milliseconds(openings.whole)), \(openings.peakMemory / 1_000_000) MB until then
            frames          p50 \(frames(0.5)), p95 \(frames(0.95)), p99 \(frames(0.99)), max \(frames(1)) of \
            \(report.frameTimes.count); p99 before drawing \(milliseconds(frameBuildTime))
            blank, blur     \(JSONText.number(report.blankAfterCover, digits: 3)) screen·s, \
            \(JSONText.number(report.blur, digits: 3)) screen·level·s, of which \
            \(JSONText.number(report.unavoidableBlur, digits: 3)) unavoidable; flicker \(report.flickers)
            processor       \(JSONText.number(report.processorTime, digits: 1)) s for \
            \(JSONText.number(report.duration, digits: 1)) s of flight; at rest \
            \(JSONText.number(idleProcessorShare * 100, digits: 2)) %
            memory          peak \(report.peakMemory / 1_000_000) MB; tiles at most \
            \(report.cacheHighWaterMark >> 20) MiB
            """
    }

    func json(file: String, flight: String) -> String {
        JSONText.object([
            ("file", JSONText.string(file)),
            ("firstFrameMs", JSONText.number(openings.first * 1000, digits: 3)),
            ("completeFrameMs", JSONText.number(openings.whole * 1000, digits: 3)),
            ("openingPeakMemoryBytes", "\(openings.peakMemory)"),
            ("frameBuildP99Ms", JSONText.number(frameBuildTime * 1000, digits: 3)),
            ("idlePercent", JSONText.number(idleProcessorShare * 100, digits: 3)),
            ("flight", report.json(flight: flight)),
        ])
    }
}
