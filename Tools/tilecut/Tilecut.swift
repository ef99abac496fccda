import ArgumentParser
import ChannelImages
import CutCommand
import Files
import ToolSupport

/// The command: cuts images, unless its first argument is the name of a subcommand.
///
/// It has the options of `cut` itself, so that its help, completions and manual page list them.
@main
struct Tilecut: CutArguments {
    static let configuration = CommandConfiguration(
        commandName: "tilecut",
        abstract: "Cut giant images into tile pyramids that viewers can zoom and pan.",
        usage: "tilecut <image> ... [--output <path>] [<options>]",
        discussion: """
            Reads JPEG, PNG, TIFF, WebP, JPEG 2000, HEIF, AVIF, JPEG XL, GIF, SVG and PDF, and writes all sizes of \
            the image as small tiles. Memory follows the image's width, whatever its height is; JPEG XL, lossless \
            WebP, and HEIF and AVIF without a grid are decoded as a whole. Many images are cut as one where a list \
            says where each lies, a JSON mosaic or a VRT of GDAL, and with --mosaic. A list is one by its name \
            (.json, .vrt), or by --mosaic-list. OME-Zarr is read from a folder, an archive or an address.

            Examples:
              tilecut big.jpg                  big.dzi and big_files/ beside the image
              tilecut big.tif -o web/map       web/map.dzi and web/map_files/
              tilecut big.tif -o big.pmtiles   one file; also .szi .zip .mbtiles .gpkg .tif
              tilecut big.tif --layout iiif    the folder big, an IIIF image
              tilecut *.jpg -o pyramids/       a pyramid for each image, in one folder
              tilecut --mosaic *.tif -o all.mbtiles  one map of many georeferenced images
              tilecut scene.tif --channels 4,3,2  bands as red, green and blue
              tilecut slide.tif -o slide.ome.zarr  stored values; also .ozx .ome.tif
              tilecut big.png --format webp --quality 90 --tile-size 512
              tilecut big.jpg --resume         continue after an interruption
              curl -s https://example.org/big.jpg | tilecut - -o big

            tilecut --version --verbose also lists the libraries with their versions.

            The subcommands info, verify and convert describe, check and convert pyramids; fetch keeps a region of a map for \
            use without a network; merge makes a pyramid of shards that were cut with --shard. An image with the name of a \
            subcommand is given with its folder: ./cut

            Exit status: 0 success; 64 invalid arguments; 65 the image is damaged, truncated or of an unknown format; \
            66 the image does not exist or may not be read; 69 the system refuses threads; 70 an internal error; 73 the \
            output exists or cannot be created; 74 an I/O error, or the disk is full; 130 and 143 interrupted.
            """,
        version: "tilecut \(Version.number)",
        subcommands: [Cut.self, Info.self, Verify.self, Convert.self, Fetch.self, Merge.self])

    @Argument(help: Self.imagesHelp, completion: .file()) var images: [String] = []

    @OptionGroup(title: "Output") var output: OutputArguments
    @OptionGroup(title: "Tiles") var tiles: TileArguments
    @OptionGroup(title: "Stored values") var values: ValueArguments
    @OptionGroup(title: "Reading the image") var reading: ReadingArguments
    @OptionGroup(title: "Channels") var channels: ChannelArguments
    @OptionGroup(title: "Cutting in parts") var sharding: ShardArguments
    @OptionGroup(title: "Network") var network: NetworkArguments
    @OptionGroup(title: "Running and reporting") var reporting: ReportingArguments

    /// The examples that are printed when the tool is started without arguments.
    fileprivate static let examples = [
        "tilecut big.jpg                  big.dzi and big_files/ beside the image",
        "tilecut big.tif -o big.pmtiles   one file; also .szi .zip .mbtiles .gpkg .tif",
        "tilecut *.jpg -o pyramids/       a pyramid for each image, in one folder",
        "tilecut info big.dzi             what is in a pyramid; verify checks it, convert converts it",
    ]

    /// Runs the subcommand that the first argument names, else `cut`.
    ///
    /// The parser alone would read the name as an image, because this command has both images and subcommands.
    static func main() async {
        ToolProcess.start("tilecut")
        var words = ToolArguments.words
        if Version.printLibraries(of: "tilecut", arguments: words) { return }
        let commands: [any AsyncParsableCommand.Type] = [
            Cut.self, Info.self, Verify.self, Convert.self, Fetch.self, Merge.self, ServePixels.self,
        ]
        let names = commands.filter { $0.configuration.shouldDisplay }.map { $0._commandName }
        if let fault = ToolArguments.fault(in: words, of: "tilecut", subcommands: names) {
            exit(reporting: ValidationError(fault))
        }
        if words.first == "help" {
            // "help cut" means "cut --help".
            words = Array(words.dropFirst()) + ["--help"]
        }
        if let fault = ToolArguments.fault(in: words, options: "hoqv")
            ?? ToolArguments.fault(in: words, after: "-q", meaning: "--quality")
            ?? ToolArguments.fault(
                in: words, after: "--terrain-rgb", values: TerrainEncoding.allCases.map(\.rawValue), name: "encoding")
        {
            exit(reporting: ValidationError(fault))
        }
        if let command = commands.first(where: { $0._commandName == words.first }) {
            await command.start(Array(words.dropFirst()))
        } else {
            await start(words)
        }
    }
}

extension AsyncParsableCommand {
    /// Parses the arguments and runs the command; what the parser says of them is written as all messages are.
    fileprivate static func start(_ words: [String]) async {
        do {
            var command = try parseAsRoot(words)
            let kind = type(of: command)
            Console.advise(CommandRemedies(of: kind, elsewhere: kind == Info.self ? "tilecut" : nil))
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            exit(reporting: error, tool: "tilecut", examples: words.isEmpty ? Tilecut.examples : [])
        }
    }
}

/// The default subcommand, which cuts images.
struct Cut: CutArguments {
    static let configuration = CommandConfiguration(
        commandName: "cut",
        _superCommandName: "tilecut",
        abstract: "Cut images into tile pyramids (the default).",
        usage: "tilecut cut <image> ... [--output <path>] [<options>]",
        version: Tilecut.configuration.version)

    @Argument(help: Self.imagesHelp, completion: .file()) var images: [String] = []

    @OptionGroup(title: "Output") var output: OutputArguments
    @OptionGroup(title: "Tiles") var tiles: TileArguments
    @OptionGroup(title: "Stored values") var values: ValueArguments
    @OptionGroup(title: "Reading the image") var reading: ReadingArguments
    @OptionGroup(title: "Channels") var channels: ChannelArguments
    @OptionGroup(title: "Cutting in parts") var sharding: ShardArguments
    @OptionGroup(title: "Network") var network: NetworkArguments
    @OptionGroup(title: "Running and reporting") var reporting: ReportingArguments
}
