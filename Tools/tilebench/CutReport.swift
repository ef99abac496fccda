/// The table that `tilebench cut` prints.
struct CutReport {
    /// All counted runs of one competitor.
    struct Result {
        var name: String
        var runs: [MeasuredRun] = []
        var bytes = 0

        func median(of figure: (MeasuredRun) -> Double) -> Double {
            tilebench.median(runs.map(figure))
        }
    }

    /// The first is ours, the others are what it is compared with.
    var results: [Result]
    /// Pixels of the image.
    var pixels: Int
    /// The image's path.
    var image: String

    /// The table, one line for each competitor and one for each comparison.
    var text: String {
        let count = results.first?.runs.count ?? 0
        var lines = [
            "\(image), \(fixed(Double(pixels) / 1e6, 1)) megapixels, medians of \(count) runs in turn",
            row("", "wall s", "CPU s", "MP/s", "peak MiB", "MB out"),
        ]
        for result in results {
            let wall = result.median { $0.wall }
            lines.append(
                row(
                    result.name, fixed(wall, 2), fixed(result.median { $0.cpu }, 2),
                    fixed(Double(pixels) / 1e6 / wall, 0), Self.mebibytes(Int(result.median { Double($0.peakMemory) })),
                    fixed(Double(result.bytes) / 1e6, 1)))
        }
        if let ours = results.first {
            lines += results.dropFirst().map { comparison(of: ours, with: $0) }
        }
        return lines.joined(separator: "\n")
    }

    private func comparison(of ours: Result, with other: Result) -> String {
        func ratio(_ figure: (MeasuredRun) -> Double) -> String {
            fixed(tilebench.median(zip(ours.runs, other.runs).map { figure($0) / figure($1) }), 2)
        }
        return row(
            "\(ours.name) / \(other.name)", ratio { $0.wall }, ratio { $0.cpu }, "", ratio { Double($0.peakMemory) },
            fixed(Double(ours.bytes) / Double(max(1, other.bytes)), 2))
    }

    private func row(_ name: String, _ cells: String...) -> String {
        func padded(_ text: String, to width: Int) -> String {
            String(repeating: " ", count: max(0, width - text.count)) + text
        }
        return name + String(repeating: " ", count: max(0, 18 - name.count))
            + cells.map { padded($0, to: 10) }.joined()
    }

    /// Bytes as mebibytes with one decimal.
    static func mebibytes(_ bytes: Int) -> String { fixed(Double(bytes) / 1_048_576, 1) }
}

/// A number with so many decimals.
func fixed(_ value: Double, _ decimals: Int) -> String {
    let scale = (0..<decimals).reduce(1.0) { scale, _ in scale * 10 }
    let scaled = Int((value * scale).rounded())
    guard decimals > 0 else { return "\(scaled)" }
    let fraction = String(scaled % Int(scale))
    return "\(scaled / Int(scale))." + String(repeating: "0", count: decimals - fraction.count) + fraction
}
