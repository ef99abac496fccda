internal import ArgumentParser
internal import FilePyramids
internal import Glibc
internal import ImageCodecs
internal import ImageMetadata
internal import ImageSources
internal import TilePyramid
internal import TileStores
internal import ToolSupport

struct Cut: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measure the time and memory of tilecut, compared with libvips' dzsave.",
        discussion: """
            Generates an image (kept for the next time) and cuts it with tilecut and, if Python has pyvips with libvips \
            8.15 or later, with dzsave, in turn, as separate processes. Prints the medians of wall time, CPU time and \
            peak memory, and the medians of the pairwise ratios, which do not depend on drifts of the machine's speed. \
            Where tiles can be passed through, tilecut is measured re-encoding them as well, which is what dzsave does.

            Each run starts after the disk has written the output of the previous one. For minutes after many files \
            have been removed, ext4 creates new ones several times more slowly. --folder /dev/shm/tilebench, a \
            folder in memory, keeps both effects out of the results.

            Examples:
              tilebench cut --size 24571x12283 --runs 5 --python venv/bin/python
              tilebench cut --container pmtiles --python venv/bin/python
              tilebench cut --size 12288x6144 --source p3 --python venv/bin/python
            """)

    @Option(
        help: ArgumentHelp("The size of the generated image. (default: 24571x12283)", valueName: "WxH"),
        transform: parsedSize)
    var size = PixelSize(width: 24571, height: 12283)

    @Option(help: ArgumentHelp("An image to cut instead of a generated one.", valueName: "file"))
    var input: String?

    @Option(
        help: ArgumentHelp(
            """
            The kind of the generated image: jpg (quality 88, 4:2:0) or tif (uncompressed strips). libvips makes the \
            others: the JPEGs p3 (Display P3), upright6 (orientation 6), progressive, cmyk and gray; the PNGs png and \
            rgba; the TIFFs lzw (strips with predictor), deflate and jpegtiles512 (tiles of 512), int16, float32 and \
            int32 (strips); webp. (default: jpg)
            """, valueName: "kind"))
    var source = GeneratedImage.jpg

    @Option(help: "The format of the tiles, in quality 85: jpg, png or webp.")
    var format = TileBenchFormat.jpg

    @Option(
        help: ArgumentHelp(
            "The container: folder, zip, szi, mbtiles, pmtiles or tiff. With a single-file container tilecut is also "
                + "measured writing the same tiles into a folder, and dzsave writes SZI. (default: folder)",
            valueName: "container"), transform: parsedContainer)
    var container = PyramidTarget()

    @Option(help: "The number of runs of each program, after one uncounted warm-up.")
    var runs = 3

    @Option(help: "The Python interpreter with pyvips.")
    var python = "python3"

    @Option(help: ArgumentHelp("The folder for images and pyramids.", valueName: "dir"))
    var folder = "/tmp/tilebench"

    func validate() throws {
        guard runs >= 1 else { throw ValidationError("--runs takes a number from 1.") }
    }

    func run() throws {
        mkdir(folder, 0o777)
        let image = try input ?? source.image(of: size, in: folder, python: python)
        let program = try tilecutPath()
        var competitors = [Competitor.tilecut(program, image: image, format: format, container: container)]
        // Only compressed images have tiles that can be passed through; nothing but JPEG tiles is passed through here.
        if format == .jpg, input != nil || source.isPassedThrough {
            competitors.append(
                .tilecut(program, image: image, format: format, container: container, passthrough: false))
        }
        if container.container != nil {
            competitors.append(.tilecutFolder(program, image: image, format: format, like: container))
        }
        if Competitor.canRunDzsave(python: python) {
            competitors.append(
                .dzsave(
                    python: python, image: image, preparation: input == nil ? source.preparation : "pass",
                    format: format, isArchive: container.container != nil))
        } else {
            Console.message(
                "\(python): pyvips with libvips 8.15 or later is missing, so dzsave is left out. Name another Python with "
                    + "--python.")
        }
        let results = try measure(competitors)
        print(CutComparison(results: results, pixels: try openImage(.file(image)).info.size.area, image: image).text)
        if let empty = MeasuredRun.of([program, "--version"]) {
            print("tilecut --version alone peaks at \(CutComparison.mebibytes(empty.peakMemory)) MiB")
        }
    }

    /// Runs every competitor once as a warm-up, then all of them in turn.
    ///
    /// Every run writes into a folder of its own. The folders are removed at the end only, because ext4 creates files
    /// slowly for minutes after many have been removed.
    private func measure(_ competitors: [Competitor]) throws -> [CutComparison.Result] {
        var results = competitors.map { CutComparison.Result(name: $0.name) }
        let outputs = "\(folder)/pyramids-\(getpid())"
        mkdir(outputs, 0o777)
        defer { _ = MeasuredRun.of(["rm", "-rf", "--", outputs]) }
        for turn in 0...runs {
            for (index, competitor) in competitors.enumerated() {
                let output = "\(outputs)/\(competitor.name)-\(turn)"
                let command = competitor.command(output)
                // Otherwise this run would wait for the disk to write the output of the previous one.
                sync()
                let measured =
                    competitor.reportsTimes
                    ? MeasuredRun.ofTilecut(command, output: "\(outputs)/report") : MeasuredRun.of(command)
                guard let run = measured, run.status == 0 else {
                    Console.message(
                        "\(competitor.name) failed. The command was:\n\(command.joined(separator: " "))")
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

/// Parses the name of a container.
private func parsedContainer(_ text: String) throws -> PyramidTarget {
    if text == "folder" { return PyramidTarget() }
    let containers = PyramidFormats.standard.containers
    guard let container = containers.first(where: { $0.id == text }) else {
        let names = ["folder"] + containers.map(\.id)
        throw ValidationError("--container takes one of \(names.joined(separator: ", ")).")
    }
    return PyramidTarget(container)
}
