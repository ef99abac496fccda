internal import Concurrency
internal import ArgumentParser
internal import ImageCodecs
internal import SyntheticImages
internal import TileCutting
internal import TilePyramid

struct MakeImage: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "make-image",
        abstract: "Write a picture of any size: the relief map of a land that does not exist.",
        discussion: """
            The same size and seed give the same pixels on every machine. The picture has lines, letters and texture \
            at every scale, so that seams, blur and misplaced tiles can be seen at every zoom level. Memory does not \
            grow with the picture's height. An existing file is replaced once the new one is complete.

            Example: tilebench make-image --size 24571x12283 --seed 1 big.jpg
            """)

    @Option(help: ArgumentHelp("The picture's size in pixels.", valueName: "WxH"), transform: parsedSize)
    var size: PixelSize

    @Option(help: "Which land: any whole number from 0.")
    var seed: UInt64 = 1

    @Flag(help: "Cut the land out of a transparent ground, with soft edges. PNG only.")
    var alpha = false

    @Option(help: ArgumentHelp("JPEG quality, from 1 to 100.", valueName: "Q"))
    var quality = 88

    @Argument(help: ArgumentHelp("The file to write; its ending says the format: jpg, png or tif.", valueName: "out"))
    var output: String

    func validate() throws {
        guard let format = ImageFileFormat(path: output) else {
            throw ValidationError("\(output): the file's name must end in .jpg, .png or .tif.")
        }
        let longest = min(format.maximumSide, Self.maximumSide)
        guard max(size.width, size.height) <= longest else {
            throw ValidationError("\(size) is too large: sides have up to \(longest) pixels in this format.")
        }
        guard !alpha || format == .png else {
            throw ValidationError("--alpha needs a file whose name ends in .png.")
        }
        guard 1...100 ~= quality else {
            throw ValidationError("--quality takes a number from 1 to 100, not \(quality).")
        }
    }

    /// The longest side that is offered: what the tools are tested with.
    private static let maximumSide = 300_000

    func run() throws {
        guard let format = ImageFileFormat(path: output) else { return }
        let image = TerrainImage(size: size, seed: seed, hasAlpha: alpha)
        try reportingFailures {
            let writer = try format.makeWriter(output, size: size, layout: image.layout, quality: quality)
            var report = ProgressLine(total: size.height, pixels: size.area)
            try image.write(to: writer, workers: Processors.count) { report.show($0) }
            report.end("\(output): \(size)")
        }
    }
}

/// A size as people type it: `6000x4000`.
func parsedSize(_ argument: String) throws -> PixelSize {
    let sides = argument.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1], width >= 1, height >= 1 else {
        throw ValidationError("a size is written like 6000x4000: pixels across, x, pixels down.")
    }
    return PixelSize(width: width, height: height)
}
