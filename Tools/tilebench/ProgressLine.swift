internal import Glibc
internal import TileCutting

/// Shows the progress of a command: on a terminal a line that is redrawn, and everywhere a summary at the end.
struct ProgressLine {
    private let total: Int
    private let pixels: Int
    private let start = now()
    private let isTerminal = isatty(STDERR_FILENO) == 1
    private var shownPercent = -1

    /// Creates the line for work of `total` steps on `pixels` pixels.
    init(total: Int, pixels: Int) {
        self.total = total
        self.pixels = pixels
    }

    /// Shows the number of steps that are done.
    mutating func show(_ done: Int) {
        let percent = done * 100 / total
        guard isTerminal, percent > shownPercent else { return }
        shownPercent = percent
        let seconds = now() - start
        let left = seconds * Double(total - done) / Double(done)
        let speed = Double(pixels) * Double(done) / Double(total) / seconds / 1e6
        writeToStandardError("\r\(percent) %, \(Int(speed)) MP/s, \(Int(left.rounded(.up))) s left \u{1B}[K")
    }

    /// Clears the line and prints the summary, which begins with `result`.
    func end(_ result: String) {
        let seconds = now() - start
        if isTerminal {
            writeToStandardError("\r\u{1B}[K")
        }
        print(
            "\(result), \(tenths(seconds)) s, \(tenths(Double(pixels) / seconds / 1e6)) MP/s,"
                + " peak memory \(ProcessMetrics.peakMemoryBytes / 1_000_000) MB")
    }
}

private func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

private func tenths(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
}
