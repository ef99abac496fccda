import ArgumentParser
import CutCommand
import ImageCodecs
import TileCutting
import TilePyramid
import ToolSupport

/// What tiles are like.
struct TileArguments: ParsableArguments {
    @Option(help: ArgumentHelp("The side of a tile in pixels, 1 to 8192.", valueName: "pixels"))
    var tileSize = 256

    @Option(help: ArgumentHelp("Pixels shared with each neighbor, 0 to less than the tile size.", valueName: "pixels"))
    var overlap = 0

    @Option(
        help: ArgumentHelp(
            "Write the N finest levels only, 1 or more. (default: all, in Deep Zoom down to 1×1 pixel)", valueName: "n")
    )
    var levels: Int?

    @Option(
        help: ArgumentHelp(
            "auto looks at the picture: transparent or drawn becomes png, photographs jpg.", valueName: "format"))
    var format = FormatArgument(.fixed(.jpeg))

    @Option(help: ArgumentHelp("1 (smallest) to 100 (best); png is always exact.", valueName: "1-100"))
    var quality = 85

    @Option(
        help: ArgumentHelp(
            "Cut the full size out of a JPEG, or copy a TIFF's tiles, without encoding them anew: nothing is lost, and "
                + "--quality is that of the smaller levels. auto does so where it is possible, require fails where it is "
                + "not.",
            valueName: "when"))
    var lossless = CutOptions.Lossless.automatic

    @Flag(
        help: "Make levels from pictures of just their size that the file has, as slides do, and not from finer levels."
    )
    var reuseLevels = false

    @Flag(help: "Give tiles that are cut without loss Huffman tables of their own: a few percent smaller, slower.")
    var optimizeHuffman = false

    // How the option was spelled at first.
    @Flag(help: .hidden)
    var optimiseHuffman = false

    @Option(
        help: ArgumentHelp(
            "Resolution of color: 420 halves it both ways, 444 keeps it, for text and line art.",
            valueName: "chroma"))
    var chroma = TileEncoding.ChromaSubsampling.halved

    @Option(
        help: ArgumentHelp(
            "Color under transparency where tiles have none: #RRGGBB, #RGB or a CSS name. (default: white)",
            valueName: "color"),
        transform: parsedColor)
    var background = RGBColor.white

    @Option(help: ArgumentHelp("keep writes EXIF, position included, into every tile.", valueName: "metadata"))
    var metadata = MetadataArgument.none

    func apply(to options: inout CutOptions) {
        options.tileSize = tileSize
        options.overlap = overlap
        options.levelCount = levels
        options.format = format.format
        options.quality = quality
        options.lossless = lossless
        options.reusesLevels = reuseLevels
        options.optimizesHuffman = optimizeHuffman || optimiseHuffman
        options.chroma = chroma
        options.background = background
        options.keepsMetadata = metadata == .keep
    }
}
