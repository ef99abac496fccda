import ArgumentParser
import ImageMetadata
import TileServing
import ToolSupport

/// The limits of answers, workers and memory.
struct ServingLimitArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp("The answers that are made at a time. (default: two on each processor)", valueName: "n"))
    var workers: Int?

    @Option(
        help: ArgumentHelp(
            "The memory that large answers may need together while they are made, and once more while they are sent.",
            valueName: "MB"))
    var memory = 256

    @Option(help: ArgumentHelp("The memory in which decoded tiles are kept.", valueName: "MB"))
    var tileCache = 256

    @Option(help: ArgumentHelp("The widest and the highest image that is sent.", valueName: "pixels"))
    var maxSide = 16_383

    @Option(help: ArgumentHelp("The most pixels of an image that is sent.", valueName: "pixels"))
    var maxArea = 24_000_000

    @Option(
        help: ArgumentHelp("The most processor time that making an answer may take.", valueName: "s"))
    var answerSeconds = 5

    @Option(
        help: ArgumentHelp("The disk space for tiles that are cut from plain images.", valueName: "GB"))
    var cutCache = 20

    @Option(
        help: ArgumentHelp(
            "A folder to which links in the folders that are served may lead, or below it; other links out of them are left out. "
                + "May be repeated.",
            valueName: "folder"),
        completion: .directory)
    var allowFiles: [String] = []

    @Option(
        help: ArgumentHelp(
            "Serve images, with a warning, of which a statement cannot be read and whose pixels or place may come out wrong: which "
                + "pixels are valid, where the image lies, or which colors samples stand for. May be repeated.",
            valueName: "validity|place|color"))
    var allowLoss: [FileStatement] = []

    @Flag(
        help: ArgumentHelp(
            "Decode everything in sandboxed processes, also tiles, JPEG, PNG and TIFF; other formats always are. It takes a "
                + "process for each pyramid that is in use, and a little more time."))
    var isolate = false

    func validate() throws {
        for (name, value, range) in [
            ("--workers", workers ?? 1, 1...1024), ("--memory", memory, 1...1_000_000),
            ("--tile-cache", tileCache, 0...1_000_000), ("--max-side", maxSide, 1...1_000_000),
            ("--max-area", maxArea, 1...10_000_000_000), ("--cut-cache", cutCache, 0...1_000_000),
            ("--answer-seconds", answerSeconds, 1...1_000_000),
        ] where !range.contains(value) {
            throw ValidationError("\(name) takes \(range.lowerBound) to \(range.upperBound); \(value) is out of range.")
        }
        // Checked: at most ten thousand million pixels and a million megabytes.
        let needed = (ServingLimits.memory(ofArea: maxArea) - 1) >> 20 + 1
        guard needed <= memory else {
            throw ValidationError(
                "an image of \(maxArea) pixels takes \(needed) MB. Choose --memory \(needed), or a smaller --max-area.")
        }
    }

    func apply(to options: inout ServerOptions) {
        options.workers = workers
        // Checked: at most a million megabytes.
        options.regionMemory = memory << 20
        options.bodyMemory = memory << 20
    }

    /// The limits of what is served.
    var limits: ServingLimits {
        var limits = ServingLimits()
        limits.decodedTileBytes = tileCache << 20
        limits.maxWidth = maxSide
        limits.maxHeight = maxSide
        limits.maxArea = maxArea
        limits.cutImageBytes = cutCache << 30
        limits.answerSeconds = Double(answerSeconds)
        limits.allowedFolders = allowFiles
        limits.allowedLoss = Set(allowLoss)
        return limits
    }
}
