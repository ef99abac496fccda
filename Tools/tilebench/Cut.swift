internal import ArgumentParser
internal import Glibc
internal import ImageCodecs
internal import TilePyramid
internal import TileStores

struct Cut: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measure how fast and in how much memory tilecut works, beside libvips' dzsave.",
        discussion: """
            Makes a picture (kept for the next time), cuts it with tilecut and, where Python has pyvips with libvips \
            8.15 or later, with dzsave, in turn, as whole processes. Prints the medians of wall time, processor time \
            and peak memory, and the median of the ratios pair by pair, which holds when the machine's speed drifts.

            A run begins when the disk has what earlier ones have written. For minutes after many files have been \
            removed, ext4 is several times slower at making new ones, for everybody. A folder in memory keeps both \
            out of the figures: --folder /dev/shm/tilebench

            Examples:
              tilebench cut --size 24571x12283 --runs 5 --python venv/bin/python
              tilebench cut --container pmtiles --python venv/bin/python
            """)

    @Option(help: ArgumentHelp("The size of the picture that is made.", valueName: "WxH"), transform: parsedSize)
    var size = PixelSize(width: 24571, height: 12283)

    @Option(help: ArgumentHelp("An image to cut instead of one that is made.", valueName: "file"))
    var input: String?

    @Option(help: "The kind of picture that is made: jpg (quality 88, 4:2:0) or tif (strips, not compressed).")
    var source = GeneratedImage.jpg

    @Option(help: "The tiles' format: jpg, png or webp, quality 85.")
    var format = TileBenchFormat.jpg

    @Option(
        help: ArgumentHelp(
            "What the pyramid is kept in: folder, zip, szi, mbtiles, pmtiles or tiff. With one-file containers "
                + "tilecut's folder of such tiles is measured too, and dzsave writes SZI.",
            valueName: "container"), transform: parsedContainer)
    var container = PyramidTarget()

    @Option(help: "How many times each is run; one more run before them is not counted.")
    var runs = 3

    @Option(help: "The Python that has pyvips.")
    var python = "python3"

    @Option(help: ArgumentHelp("Where pictures and pyramids are put.", valueName: "dir"))
    var folder = "/tmp/tilebench"

    func validate() throws {
        guard runs >= 1 else { throw ValidationError("--runs takes a number from 1.") }
    }

    func run() throws {
        mkdir(folder, 0o777)
        let image = try input ?? source.image(of: size, in: folder)
        guard let program = try siblingProgram("tilecut") else {
            throw ValidationError("tilecut does not lie beside tilebench; build both: swift build -c release")
        }
        var competitors = [Competitor.tilecut(program, image: image, format: format, container: container)]
        if container.container != nil {
            competitors.append(.tilecutFolder(program, image: image, format: format, like: container))
        }
        if Competitor.canRunDzsave(python: python) {
            competitors.append(
                .dzsave(python: python, image: image, format: format, isArchive: container.container != nil))
        } else {
            writeToStandardError(
                "no dzsave: \(python) has no pyvips with libvips 8.15 or later; say which Python has with --python\n")
        }
        let results = try measure(competitors)
        print(CutComparison(results: results, pixels: try openImage(.file(image)).info.size.area, image: image).text)
        if let empty = MeasuredRun.of([program, "--version"]) {
            print("tilecut --version alone peaks at \(CutComparison.mebibytes(empty.peakMemory)) MiB")
        }
    }

    /// Runs all of them once uncounted, then in turn.
    ///
    /// Every run writes into a folder of its own, and all are removed at the end only: for minutes after many files have
    /// been removed, ext4 is slow to make new ones.
    private func measure(_ competitors: [Competitor]) throws -> [CutComparison.Result] {
        var results = competitors.map { CutComparison.Result(name: $0.name) }
        let outputs = "\(folder)/pyramids-\(getpid())"
        mkdir(outputs, 0o777)
        defer { _ = MeasuredRun.of(["rm", "-rf", "--", outputs]) }
        for turn in 0...runs {
            for (index, competitor) in competitors.enumerated() {
                let output = "\(outputs)/\(competitor.name)-\(turn)"
                let command = competitor.command(output)
                // Otherwise this run would pay for writing to the disk what the one before it has made.
                sync()
                guard let run = MeasuredRun.of(command), run.status == 0 else {
                    writeToStandardError(
                        "\(competitor.name) failed; the command was:\n\(command.joined(separator: " "))\n")
                    throw ExitCode(70)
                }
                if turn > 0 {
                    results[index].runs.append(run)
                }
                if turn == runs {
                    results[index].bytes = Competitor.bytes(in: output + competitor.outputSuffix)
                }
            }
        }
        return results
    }
}

extension TileBenchFormat: ExpressibleByArgument {}

/// A container by its name.
private func parsedContainer(_ text: String) throws -> PyramidTarget {
    if text == "folder" { return PyramidTarget() }
    let containers = PyramidFormats.standard.containers
    guard let container = containers.first(where: { $0.id == text }) else {
        let names = ["folder"] + containers.map(\.id)
        throw ValidationError("--container is one of \(names.joined(separator: ", ")).")
    }
    return PyramidTarget(container)
}
