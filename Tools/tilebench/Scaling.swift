internal import ArgumentParser
internal import Glibc
internal import TilePyramid
internal import TileStores

struct Scaling: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measure how tilecut's time and memory grow with the picture.",
        discussion: """
            Makes pictures of several sizes (kept for the next time), cuts them in turn, and prints the medians with the \
            straight line that fits them best: so many seconds, and so many for each gigapixel. The last column says how \
            far each size is from that line. Memory should not depend on the height.

            Examples:
              tilebench scaling --folder /dev/shm/tilebench
              tilebench scaling --source tif --size 12288x6144 --size 24571x12283 --folder /dev/shm/tilebench
            """)

    @Option(
        help: ArgumentHelp("A size of the pictures that are made; may be given several times.", valueName: "WxH"),
        transform: parsedSize)
    var size: [PixelSize] = [
        PixelSize(width: 12288, height: 6144), PixelSize(width: 24571, height: 12283),
        PixelSize(width: 24571, height: 49132), PixelSize(width: 65500, height: 65500),
    ]

    @Option(help: "The kind of picture that is made: jpg (quality 88, 4:2:0) or tif (strips, not compressed).")
    var source = GeneratedImage.jpg

    @Option(help: "How many times each is cut; one more run before them is not counted.")
    var runs = 3

    @Option(help: ArgumentHelp("Where pictures and pyramids are put.", valueName: "dir"))
    var folder = "/tmp/tilebench"

    func validate() throws {
        guard runs >= 1 else { throw ValidationError("--runs takes a number from 1.") }
        guard size.count >= 2 else { throw ValidationError("a line needs two sizes at least.") }
    }

    func run() throws {
        mkdir(folder, 0o777)
        guard let program = try siblingProgram("tilecut") else {
            throw ValidationError("tilecut does not lie beside tilebench; build both: swift build -c release")
        }
        let images = try size.map { try source.image(of: $0, in: folder) }
        var measured = size.map { _ in [MeasuredRun]() }
        let output = "\(folder)/pyramid-\(getpid())"
        for turn in 0...runs {
            for (index, image) in images.enumerated() {
                defer { _ = MeasuredRun.of(["rm", "-rf", "--", output + ".dzi", output + "_files"]) }
                let competitor = Competitor.tilecut(program, image: image, format: .jpg, container: PyramidTarget())
                guard let run = MeasuredRun.of(competitor.command(output)), run.status == 0 else {
                    writeToStandardError("tilecut could not cut \(image)\n")
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
        lines.append("\(fixed(line.start, 2)) s and \(fixed(line.slope, 2)) s a gigapixel")
        return lines.joined(separator: "\n")
    }

    /// The straight line from which points are least away, each in proportion to its own height.
    private struct Line {
        var start: Double
        var slope: Double

        init(through points: [(x: Double, y: Double)]) {
            func sum(_ term: (Double, Double) -> Double) -> Double {
                points.reduce(0) { $0 + term($1.x, $1.y) / ($1.y * $1.y) }
            }
            let (n, x, y) = (sum { _, _ in 1 }, sum { x, _ in x }, sum { _, y in y })
            slope = (n * sum { $0 * $1 } - x * y) / (n * sum { x, _ in x * x } - x * x)
            start = (y - slope * x) / n
        }

        func value(at x: Double) -> Double { start + slope * x }
    }
}
