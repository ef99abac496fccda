import ArgumentParser
import CutCommand
import ImageCodecs
import PyramidTools
import TilePyramid
import ToolSupport

/// What tiles of a converted pyramid are like, where that is not to stay as it is.
struct ConvertedTileArguments: ParsableArguments {
    @Option(help: ArgumentHelp("The side of a tile in pixels, 1 to 8192. (default: as it is)", valueName: "pixels"))
    var tileSize: Int?

    @Option(
        help: ArgumentHelp(
            "Pixels shared with each neighbor. (default: as it is, where tiles can overlap)", valueName: "pixels"))
    var overlap: Int?

    @Option(help: ArgumentHelp("Write the N finest levels only, 1 or more. (default: all)", valueName: "n"))
    var levels: Int?

    @Option(help: ArgumentHelp("The tiles' format. (default: as it is, where that can be kept)", valueName: "format"))
    var format: TileFormat?

    @Option(
        help: ArgumentHelp(
            "Of tiles that are encoded anew: 1 (smallest) to 100 (best). (default: as it is in JPEGs, else 85)",
            valueName: "1-100"))
    var quality: Int?

    @Option(
        help: ArgumentHelp(
            "Resolution of color in tiles that are encoded anew: 420 halves it both ways, 444 keeps it. (default: as "
                + "it is in JPEGs, else 420)",
            valueName: "chroma"))
    var chroma: TileEncoding.ChromaSubsampling?

    @Option(
        help: ArgumentHelp(
            "Color beyond the picture and under transparency where tiles have none. (default: white)",
            valueName: "color"),
        transform: parsedColor)
    var background = RGBColor.white

    func apply(to options: inout ConversionOptions) {
        options.tileSize = tileSize
        options.overlap = overlap
        options.levelCount = levels
        options.format = format
        options.quality = quality
        options.chroma = chroma
        options.background = background
    }
}
