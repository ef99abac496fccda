internal import Glibc
internal import TileCutting
internal import ToolSupport

/// Shows the progress of a command: on a terminal a line that is redrawn, and everywhere a summary at the end.
struct ProgressLine {
    private let total: Int
    private let pixels: Int
    private let start = ContinuousClock.now
    private let isTerminal = isatty(STDERR_FILENO) == 1
    private var shownPercent = -1

    /// Creates the line for work of `total` steps on `pixels` pixels.
    init(total: Int, pixels: Int) {
        self.total = total
        self.pixels = pixels
    }

    private var seconds: Double { (ContinuousClock.now - start) / .seconds(1) }

    /// Shows the number of steps that are done.
    mutating func show(_ done: Int) {
        let percent = done * 100 / total
        guard isTerminal, percent > shownPercent else { return }
        shownPercent = percent
        let seconds = seconds
        let left = seconds * Double(total - done) / Double(done)
        let speed = Double(pixels) * Double(done) / Double(total) / seconds / 1e6
        let line = "\(percent) %, \(Int(speed)) MP/s, \(Int(left.rounded(.up))) s left "
        _ = Console.write("\r\(line)\u{1B}[K", to: Console.standardError)
    }

    /// Clears the line and prints the summary, which begins with `result`.
    func end(_ result: String) {
        let seconds = seconds
        if isTerminal {
            _ = Console.write("\r\u{1B}[K", to: Console.standardError)
        }
        print(
            "\(result), \(fixed(seconds, 1)) s, \(fixed(Double(pixels) / seconds / 1e6, 1)) MP/s,"
                + " peak memory \(ProcessMetrics.peakMemoryBytes / 1_000_000) MB")
    }
}
