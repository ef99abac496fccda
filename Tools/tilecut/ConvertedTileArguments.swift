import ArgumentParser
import CutCommand
import ImageCodecs
import ImageMetadata
import ImageSources
import PyramidTools
import TileCutting
import TilePyramid
import ToolSupport

/// The options for the tiles of a converted pyramid; without them tiles stay as they are.
struct ConvertedTileArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The width and height of a tile in pixels, 1 to 8192. (default: unchanged)", valueName: "pixels"))
    var tileSize: Int?

    @Option(
        help: ArgumentHelp(
            "Pixels shared with each neighbor. (default: unchanged where tiles can overlap, else 0)",
            valueName: "pixels"))
    var overlap: Int?

    @Option(help: ArgumentHelp("Write only the N finest levels, 1 or more. (default: all)", valueName: "n"))
    var levels: Int?

    @Option(
        help: ArgumentHelp(
            "The format of the tiles. (default: unchanged where the container supports it)", valueName: "format"))
    var format: TileFormat?

    @Option(
        help: ArgumentHelp(
            "The quality of re-encoded tiles, 1 (smallest) to 100 (best). (default: that of JPEG tiles, else 85)",
            valueName: "1-100"))
    var quality: Int?

    @Option(
        help: ArgumentHelp(
            "Chroma subsampling of re-encoded tiles: 420 halves the resolution of color both ways, 444 keeps it. "
                + "(default: that of JPEG tiles, else 420)",
            valueName: "chroma"))
    var chroma: TileEncoding.ChromaSubsampling?

    @Option(
        help: ArgumentHelp(
            "The color beyond the image, and under transparency in formats without alpha. (default: white)",
            valueName: "color"),
        transform: parsedColor)
    var background = RGBColor.white

    @Option(
        name: .customLong("allow-loss"),
        help: ArgumentHelp(
            "Make pyramids of files whose place cannot be read, without it, and warn. May be repeated.",
            valueName: "validity|place|color"))
    var allowLoss: [FileStatement] = []

    /// Writes the options for an image that is cut.
    func apply(to options: inout CutOptions) {
        options.tileSize = tileSize ?? options.tileSize
        options.overlap = overlap ?? options.overlap
        options.levelCount = levels
        options.format = .fixed(format ?? .jpeg)
        options.quality = quality ?? options.quality
        options.chroma = chroma ?? options.chroma
        options.background = background
        options.decoding.allowedLoss = Set(allowLoss)
    }

    func apply(to options: inout ConversionOptions) {
        options.tileSize = tileSize
        options.overlap = overlap
        options.levelCount = levels
        options.format = format
        options.quality = quality
        options.chroma = chroma
        options.background = background
        options.allowedLoss = Set(allowLoss)
    }
}
