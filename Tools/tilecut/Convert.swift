import ArgumentParser
import CutCommand
import PyramidTools
import TilePyramid
import ToolSupport

/// The subcommand that converts a pyramid to another format.
struct Convert: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert",
        _superCommandName: "tilecut",
        abstract: "Convert a pyramid to another format, copying tiles where possible.",
        usage: "tilecut convert <pyramid> <output> [<options>]",
        discussion: """
            Tiles are copied byte for byte where both pyramids have levels and tiles of the same sizes, overlap and \
            format. Edge tiles whose padding changes are re-encoded; everything else is cut again. The summary says \
            what was done, and why.

            Examples:
              tilecut convert big.dzi big.pmtiles
              tilecut convert big.dzi web/iiif --layout iiif --id https://example.org/big

            Exit status: as of cut; 65 also if the pyramid is damaged or tiles are missing.
            """,
        version: Tilecut.configuration.version)

    static var _errorPrefix: String { "tilecut: " }

    @Argument(
        help: ArgumentHelp(
            "The pyramid to convert: a descriptor, a folder, a file or an address.", valueName: "pyramid"),
        completion: .file())
    var pyramid: String

    @Argument(
        help: ArgumentHelp(
            "The new pyramid, as --output of cut: its extension names the container.", valueName: "output"),
        completion: .file())
    var output: String

    @OptionGroup(title: "Output") var target: TargetArguments
    @OptionGroup(title: "Tiles") var tiles: ConvertedTileArguments

    @OptionGroup(title: "Network") var network: NetworkArguments
    @OptionGroup(title: "Network") var mapZooms: MapZoomArguments
    @OptionGroup(title: "Running and reporting") var reporting: ReportingArguments

    /// The request that the arguments describe.
    private var request: ConvertRequest {
        var request = ConvertRequest(input: pyramid, output: target.request(output))
        request.network = network.access(zooms: mapZooms.zoom)
        request.omitsMissingZooms = mapZooms.zoom == nil
        tiles.apply(to: &request.options)
        request.options.threads = reporting.threads
        request.isDryRun = target.dryRun
        request.reportsJSON = reporting.json
        request.verbosity = .init(isQuiet: reporting.quiet, isVerbose: reporting.verbose)
        return request
    }

    func validate() throws {
        try reportingUsageErrors { try request.validate() }
    }

    func run() async throws {
        try reporting.tracing.start("tilecut")
        defer { reporting.tracing.stop("tilecut") }
        let status = await ConvertRunner(request).run()
        guard status == .success else { throw ExitCode(status.rawValue) }
    }
}
