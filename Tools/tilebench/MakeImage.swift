internal import Concurrency
internal import ArgumentParser
internal import ImageCodecs
internal import SyntheticImages
internal import TileCutting
internal import TilePyramid

struct MakeImage: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "make-image",
        abstract: "Generate an image of any size: the relief map of an invented land.",
        discussion: """
            The same size and seed give the same pixels on every machine. The image has lines, letters and texture at \
            every scale, so that seams, blur and misplaced tiles are visible at every zoom level. Memory does not grow \
            with the image's height. An existing file is replaced once the new one is complete.

            Example: tilebench make-image --size 24571x12283 --seed 1 big.jpg
            """)

    @Option(help: ArgumentHelp("The size of the image in pixels.", valueName: "WxH"), transform: parsedSize)
    var size: PixelSize

    @Option(help: "The seed that determines the land, 0 or more.")
    var seed: UInt64 = 1

    @Flag(help: "Make the surroundings of the land transparent, with soft edges; PNG only.")
    var alpha = false

    @Option(help: ArgumentHelp("The JPEG quality, 1 to 100.", valueName: "Q"))
    var quality = 88

    @Argument(
        help: ArgumentHelp("The file to write; its extension names the format: .jpg, .png or .tif.", valueName: "out"))
    var output: String

    func validate() throws {
        guard let format = ImageFileFormat(path: output) else {
            throw ValidationError("\(output): the format is unknown. Use the extension .jpg, .png or .tif.")
        }
        let longest = min(format.maximumSide, Self.maximumSide)
        guard max(size.width, size.height) <= longest else {
            throw ValidationError("\(size) is too large: the sides of this format have at most \(longest) pixels.")
        }
        guard !alpha || format == .png else {
            throw ValidationError("--alpha needs PNG. Use the extension .png.")
        }
        guard 1...100 ~= quality else {
            throw ValidationError("--quality takes 1 to 100; \(quality) is out of range.")
        }
    }

    /// The longest supported side, with which the tools are tested.
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

/// Parses a size in the form `6000x4000`.
func parsedSize(_ argument: String) throws -> PixelSize {
    let sides = argument.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1], width >= 1, height >= 1 else {
        throw ValidationError("a size is WIDTHxHEIGHT in pixels, such as 6000x4000.")
    }
    return PixelSize(width: width, height: height)
}
