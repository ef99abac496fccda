import ArgumentParser
import ChannelImages
import CutCommand
import ImageCodecs
import ImageSources
import TileCutting
import TilePyramid
import ToolSupport

/// The options for the tiles: size, levels, format and encoding.
struct TileArguments: ParsableArguments {
    // What has a default is optional where it has to be known that it is given.
    @Option(
        help: ArgumentHelp(
            "The width and height of a tile in pixels, 1 to 8192; of a chunk of stored values from 16. (default: 256; 512 in "
                + "OME-TIFF)",
            valueName: "pixels"))
    var tileSize: Int?

    @Option(
        help: ArgumentHelp(
            "Pixels shared with each neighbor, 0 to less than the tile size. (default: 0)", valueName: "pixels"))
    var overlap: Int?

    @Option(
        help: ArgumentHelp(
            "Write only the N finest levels, 1 or more. (default: all; in Deep Zoom down to 1×1 pixel)", valueName: "n")
    )
    var levels: Int?

    @Option(
        help: ArgumentHelp(
            "The format of the tiles. auto: png for transparent and drawn images, jpg for photographs. jpng: jpg with a "
                + "lossless alpha. ktx2: uncompressed, shown without decoding. mixed: jpg for opaque tiles and png for others, in "
                + "a GeoPackage alone. (default: jpg; png with --terrain-rgb)",
            valueName: "format"))
    var format: FormatArgument?

    @Option(
        help: ArgumentHelp(
            "The quality of the tiles, 1 (smallest) to 100 (best); png and ktx2 are always lossless, jp2 at 100. "
                + "(default: 85)",
            valueName: "1-100"))
    var quality: Int?

    @Option(
        help: ArgumentHelp(
            "Cut the full-size level out of a JPEG, or copy the tiles of a TIFF, without re-encoding; --quality then "
                + "applies to the coarser levels only. auto: where possible. require: fail where it is not.",
            valueName: "when"))
    var lossless = CutOptions.Lossless.automatic

    @Flag(
        help:
            "Take levels from reduced images of the same size in the file, as slides have them, instead of downsampling."
    )
    var reuseLevels = false

    @Flag(help: "Optimize the Huffman tables of losslessly cut tiles: a few percent smaller, but slower.")
    var optimizeHuffman = false

    // The option's first spelling, which is still accepted.
    @Flag(help: .hidden)
    var optimiseHuffman = false

    @Option(
        help: ArgumentHelp(
            "Chroma subsampling: 420 halves the resolution of color both ways; 444 keeps it, for text and line art.",
            valueName: "chroma"))
    var chroma = TileEncoding.ChromaSubsampling.halved

    @Option(
        help: ArgumentHelp(
            "The color under transparency in formats without alpha: #RRGGBB, #RGB or a CSS name. (default: white)",
            valueName: "color"),
        transform: parsedColor)
    var background = RGBColor.white

    @Option(
        name: .customLong("skip-blank"), defaultAsFlag: 5,
        help: ArgumentHelp(
            "Leave out tiles whose samples differ from the background by at most this much, on a scale of 0 to 255.",
            valueName: "tolerance"))
    var blankTolerance: Int?

    // Another spelling, which is accepted.
    @Option(name: .customLong("skip-blanks"), defaultAsFlag: 5, help: .hidden)
    var blankToleranceAlias: Int?

    @Option(
        help: ArgumentHelp(
            "The metadata in every tile. keep: the EXIF of the image, GPS position included.", valueName: "metadata"))
    var metadata = MetadataArgument.none

    func validate() throws {
        if let tolerance = blankTolerance ?? blankToleranceAlias, !(0...255).contains(tolerance) {
            throw ValidationError("--skip-blank takes 0 to 255; \(tolerance) is out of range.")
        }
    }

    /// Writes the options; those for channels come first, as they decide on the format.
    func apply(to options: inout CutOptions) {
        options.tileSize = tileSize ?? options.tileSize
        options.overlap = overlap ?? options.overlap
        options.levelCount = levels
        options.format = format?.format ?? .fixed(options.channels.isTerrain ? .png : .jpeg)
        options.quality = quality ?? options.quality
        options.lossless = lossless
        options.reusesLevels = reuseLevels
        options.optimizesHuffman = optimizeHuffman || optimiseHuffman
        options.chroma = chroma
        options.background = background
        options.blankTolerance = blankTolerance ?? blankToleranceAlias
        options.keepsMetadata = metadata == .keep
    }
}
