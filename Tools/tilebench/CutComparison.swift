internal import TileCutting

/// The table that `tilebench cut` prints.
struct CutComparison {
    /// The counted runs of one competitor.
    struct Result {
        var name: String
        var runs: [MeasuredRun] = []
        var bytes = 0

        func median(of figure: (MeasuredRun) -> Double) -> Double {
            tilebench.median(runs.map(figure))
        }

        /// The distribution of tilecut's time, in words; nil for other programs.
        var times: String? {
            let times = runs.compactMap(\.times)
            guard times.count == runs.count else { return nil }
            func median(_ figure: (CutTimes) -> Double) -> Double { tilebench.median(times.map(figure)) }
            let share = median { $0.decoding / max($0.processor, 1e-3) }
            return "\(fixed(100 * share, 0)) % of the CPU time on the decoding thread, which waited "
                + "\(fixed(median(\.waitingForMemory), 2)) s for memory and \(fixed(median(\.waitingForTiles), 2)) s for the "
                + "last tiles; \(fixed(median(\.finishing), 2)) s to finish"
        }
    }

    /// The results of tilecut, then of the competitors.
    var results: [Result]
    /// The number of pixels of the image.
    var pixels: Int
    /// The path of the image.
    var image: String

    /// Room for the names of two competitors.
    private static let nameWidth = 48

    /// The table: one line for each competitor, and one for each pair of them.
    var text: String {
        let count = results.first?.runs.count ?? 0
        var lines = [
            "\(image), \(fixed(Double(pixels) / 1e6, 1)) megapixels, medians of \(count) runs in turn",
            tableRow("", "wall s", "CPU s", "MP/s", "peak MiB", "MB out", width: Self.nameWidth),
        ]
        for result in results {
            let wall = result.median { $0.wall }
            lines.append(
                tableRow(
                    result.name, fixed(wall, 2), fixed(result.median { $0.cpu }, 2),
                    fixed(Double(pixels) / 1e6 / wall, 0), Self.mebibytes(Int(result.median { Double($0.peakMemory) })),
                    fixed(Double(result.bytes) / 1e6, 1), width: Self.nameWidth))
        }
        for result in results {
            lines += result.times.map { ["\(result.name): \($0)"] } ?? []
        }
        for (index, ours) in results.enumerated() {
            lines += results[(index + 1)...].map { comparison(of: ours, with: $0) }
        }
        return lines.joined(separator: "\n")
    }

    private func comparison(of ours: Result, with other: Result) -> String {
        func ratio(_ figure: (MeasuredRun) -> Double) -> String {
            fixed(tilebench.median(zip(ours.runs, other.runs).map { figure($0) / figure($1) }), 2)
        }
        return tableRow(
            "\(ours.name) / \(other.name)", ratio { $0.wall }, ratio { $0.cpu }, "", ratio { Double($0.peakMemory) },
            fixed(Double(ours.bytes) / Double(max(1, other.bytes)), 2), width: Self.nameWidth)
    }

    /// Returns bytes as mebibytes, with one decimal place.
    static func mebibytes(_ bytes: Int) -> String { fixed(Double(bytes) / 1_048_576, 1) }
}
