internal import ArgumentParser
internal import FilePyramids
internal import Glibc
internal import TilePyramid
internal import ToolSupport

struct Scaling: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measure how the time and memory of tilecut grow with the image.",
        discussion: """
            Generates images of several sizes (kept for the next time), cuts them in turn, and prints the medians and \
            the straight line that fits them best: constant seconds, and seconds per gigapixel. The last column is the \
            deviation of each size from that line. Memory should not depend on the height.

            Examples:
              tilebench scaling --folder /dev/shm/tilebench
              tilebench scaling --source tif --size 12288x6144 --size 24571x12283
            """)

    @Option(
        help: ArgumentHelp(
            "The size of a generated image; can be repeated. (default: 12288x6144, 24571x12283, 24571x49132, "
                + "65500x65500)",
            valueName: "WxH"),
        transform: parsedSize)
    var size: [PixelSize] = [
        PixelSize(width: 12288, height: 6144), PixelSize(width: 24571, height: 12283),
        PixelSize(width: 24571, height: 49132), PixelSize(width: 65500, height: 65500),
    ]

    @Option(help: "The format of the generated images: jpg (quality 88, 4:2:0) or tif (uncompressed strips).")
    var source = GeneratedImage.jpg

    @Option(help: "The number of runs of each size, after one uncounted warm-up.")
    var runs = 3

    @Option(help: ArgumentHelp("The folder for images and pyramids.", valueName: "dir"))
    var folder = "/tmp/tilebench"

    func validate() throws {
        guard runs >= 1 else { throw ValidationError("--runs takes a number from 1.") }
        guard size.count >= 2 else { throw ValidationError("--size has to be given at least twice, to fit a line.") }
    }

    func run() throws {
        mkdir(folder, 0o777)
        let program = try tilecutPath()
        let images = try size.map { try source.image(of: $0, in: folder, python: "python3") }
        var measured = size.map { _ in [MeasuredRun]() }
        let output = "\(folder)/pyramid-\(getpid())"
        for turn in 0...runs {
            for (index, image) in images.enumerated() {
                defer { _ = MeasuredRun.of(["rm", "-rf", "--", output + ".dzi", output + "_files"]) }
                let competitor = Competitor.tilecut(program, image: image, format: .jpg, container: PyramidTarget())
                guard let run = MeasuredRun.of(competitor.command(output)), run.status == 0 else {
                    Console.message("\(image): tilecut failed. Cut it alone to see why.")
                    throw ExitCode(70)
                }
                if turn > 0 {
                    measured[index].append(run)
                }
            }
        }
        print(table(of: measured))
    }

    private func table(of measured: [[MeasuredRun]]) -> String {
        let points = zip(size, measured).map { size, runs in
            (x: Double(size.area) / 1e9, y: median(runs.map(\.wall)))
        }
        let line = Line(through: points)
        var lines = [
            tableRow("\(source.rawValue), \(runs) runs in turn", "wall s", "CPU s", "MP/s", "peak MiB", "off line")
        ]
        for (index, point) in points.enumerated() {
            let runs = measured[index]
            lines.append(
                tableRow(
                    "\(size[index])", fixed(point.y, 2), fixed(median(runs.map(\.cpu)), 2),
                    fixed(1e3 * point.x / point.y, 0),
                    CutComparison.mebibytes(Int(median(runs.map { Double($0.peakMemory) }))),
                    fixed(100 * (point.y / line.value(at: point.x) - 1), 1) + " %"))
        }
        lines.append("\(fixed(line.start, 2)) s and \(fixed(line.slope, 2)) s per gigapixel")
        return lines.joined(separator: "\n")
    }

    /// The straight line with the least squares of relative deviations.
    private struct Line {
        var start: Double
        var slope: Double

        init(through points: [(x: Double, y: Double)]) {
            func sum(_ term: (Double, Double) -> Double) -> Double {
                points.reduce(0) { $0 + term($1.x, $1.y) / ($1.y * $1.y) }
            }
            let n = sum { _, _ in 1 }
            let x = sum { x, _ in x }
            let y = sum { _, y in y }
            slope = (n * sum { $0 * $1 } - x * y) / (n * sum { x, _ in x * x } - x * x)
            start = (y - slope * x) / n
        }

        func value(at x: Double) -> Double { start + slope * x }
    }
}
