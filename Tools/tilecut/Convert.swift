import ArgumentParser
import CutCommand
import ImageCodecs
import PyramidTools
import TilePyramid
import ToolSupport

/// Turns a pyramid into one of another kind.
struct Convert: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert",
        _superCommandName: "tilecut",
        abstract: "Turn a pyramid into one of another kind, tiles unchanged where that is possible.",
        usage: "tilecut convert <pyramid> <output> [<options>]",
        discussion: """
            Tiles are copied as they are where levels and tiles have the same sizes, overlap and format in both. Tiles at \
            the edges that are stored in another size are encoded alone; everything else is cut again. What was done, \
            and why, is told at the end.

            Examples:
              tilecut convert big.dzi big.pmtiles
              tilecut convert big.dzi web/iiif --layout iiif --id https://example.org/big

            Exit status: that of cutting; 65 also when the pyramid is damaged or tiles are missing.
            """,
        version: Tilecut.configuration.version)

    static var _errorPrefix: String { "tilecut: " }

    @Argument(
        help: ArgumentHelp("A pyramid: a descriptor, a folder or a file.", valueName: "pyramid"), completion: .file())
    var pyramid: String

    @Argument(
        help: ArgumentHelp(
            "Where to write, as --output of cut: its ending says what the files are kept in.", valueName: "output"),
        completion: .file())
    var output: String

    @OptionGroup(title: "Output") var target: TargetArguments
    @OptionGroup(title: "Tiles") var tiles: ConvertedTileArguments

    @OptionGroup(title: "Running and reporting") var reporting: ReportingArguments

    /// The request that the arguments stand for.
    private var request: ConvertRequest {
        var request = ConvertRequest(input: pyramid, output: target.request(output))
        tiles.apply(to: &request.options)
        request.options.threads = reporting.threads
        request.isDryRun = target.dryRun
        request.reportsJSON = reporting.json
        request.verbosity = reporting.quiet ? .quiet : reporting.verbose ? .verbose : .normal
        return request
    }

    func validate() throws {
        do {
            try request.validate()
        } catch let error as UsageError {
            throw ValidationError(error.description)
        }
    }

    func run() async throws {
        let status = await ConvertRunner(request).run()
        guard status == .success else { throw ExitCode(status.rawValue) }
    }
}
