internal import FlightBench
internal import TileViewing

/// The table that `tilebench flight` prints.
enum FlightTable {
    static let heading = line(
        "latency", "blank", "blur", "cover", "sharp", "requested", "decoded", "wasted", "cancelled", "duplicate",
        "flicker", "cache", "hole", "frame")

    /// Returns the line for a flight under one set of conditions.
    static func row(_ report: FlightSimulationReport) -> String {
        let cover = report.coverDelays(after: .jump).map { $0 ?? .infinity }.max()
        let viewing = report.viewing
        let sharp = viewing.delays.filter { $0.mark.kind != .opening }.map { $0.sharp ?? .infinity }
        return line(
            milliseconds(report.conditions.latency), fixed(viewing.blankAfterCover, 3), fixed(viewing.blur, 2),
            milliseconds(cover ?? 0), milliseconds(median(sharp)), "\(report.requested)", "\(report.decoded)",
            fixed(report.wastedShare * 100, 1) + " %", "\(report.cancelledBeforeRead + report.cancelledBeforeDecode)",
            "\(report.duplicates)", "\(viewing.flickers)", "\(report.cacheHighWaterMark >> 20) MiB",
            report.hasHoleAtEnd ? "yes" : "no", fixed((report.frameTimes.percentile(0.99) ?? 0) * 1000, 2) + " ms")
    }

    private static func milliseconds(_ seconds: Double) -> String {
        seconds.isFinite ? fixed(seconds * 1000, 0) + " ms" : "never"
    }

    private static func line(_ cells: String...) -> String {
        cells.map { String(repeating: " ", count: max(1, 10 - $0.count)) + $0 }.joined()
    }
}
