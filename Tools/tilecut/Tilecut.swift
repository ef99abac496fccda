import ArgumentParser
import CutCommand
import ToolSupport

/// The command: cuts images, unless its first argument is the name of a subcommand.
///
/// It takes the options of `cut` itself, so that they stand in its help, its completions and its manual page.
@main
struct Tilecut: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tilecut",
        abstract: "Cut giant images into tile pyramids that viewers can zoom and pan.",
        usage: "tilecut <image> ... [--output <path>] [<options>]",
        discussion: """
            Reads JPEG, PNG, TIFF, WebP, JPEG 2000, HEIF, AVIF, JPEG XL, GIF, SVG and PDF as a stream, in memory that \
            does not grow with the image's height, and writes every size of the picture as small tiles.

            Examples:
              tilecut big.jpg                  makes big.dzi and big_files/ beside it
              tilecut big.tif -o web/map       makes web/map.dzi and web/map_files/
              tilecut big.tif -o big.pmtiles   one file: also .szi .zip .mbtiles .tif
              tilecut big.tif --layout iiif    makes the folder big, an IIIF image
              tilecut *.jpg -o pyramids/       one pyramid for each image, in a folder
              tilecut big.png --format webp --quality 90 --tile-size 512
              tilecut big.jpg --resume         goes on after an interruption
              curl -s https://example.org/big.jpg | tilecut - -o big

            tilecut info, verify and convert say what a pyramid is, whether it is whole, and turn it into one of another \
            kind. A file that is named like a subcommand is given with its folder: ./cut

            Exit status: 0 all went well; 64 arguments that make no sense; 65 damaged, truncated or unknown image; \
            66 no such image, or it may not be read; 70 a mistake of ours; 73 the output exists or cannot be made; \
            74 reading or writing failed, or the disk is full; 130 and 143 interrupted.
            """,
        version: "tilecut \(Version.number)",
        subcommands: [Cut.self, Info.self, Verify.self, Convert.self])

    static var _errorPrefix: String { "tilecut: " }

    @OptionGroup var arguments: CutArguments

    func run() async throws {
        try await arguments.run()
    }

    /// Hands over to the subcommand that the first argument names.
    ///
    /// The parser alone would take the name for an image, because this command has both.
    static func main() async {
        var words = Array(CommandLine.arguments.dropFirst())
        if words.first == "help" {
            // "help cut" is "cut --help".
            words = Array(words.dropFirst()) + ["--help"]
        }
        let commands: [any AsyncParsableCommand.Type] = [Cut.self, Info.self, Verify.self, Convert.self]
        if let command = commands.first(where: { $0._commandName == words.first }) {
            await command.main(Array(words.dropFirst()))
        } else {
            await main(words)
        }
    }
}

/// The subcommand that is the default.
struct Cut: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cut",
        _superCommandName: "tilecut",
        abstract: "Cut images into tile pyramids; what tilecut does without a subcommand.",
        usage: "tilecut cut <image> ... [--output <path>] [<options>]",
        version: Tilecut.configuration.version)

    static var _errorPrefix: String { "tilecut: " }

    @OptionGroup var arguments: CutArguments

    func run() async throws {
        try await arguments.run()
    }
}
