import ArgumentParser
import CutCommand
import Georeferencing
import PyramidTools
import ToolSupport

/// The subcommand that fetches a region of a map to be used without a network.
struct Fetch: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fetch",
        _superCommandName: "tilecut",
        abstract: "Fetch a region of a map as a file, to be used without a network.",
        usage: "tilecut fetch <map> --region <W,S,E,N> --output <path> [<options>]",
        discussion: """
            The tiles that touch the region are requested, 2 a second, and written to one file that viewers open. An \
            interrupted run is continued by the same command; until the end, tiles are kept in OUTPUT.fetch.

            Ask the owner of the server first: many do not permit it. Servers of \(RestrictedHosts.domains.joined(separator: ", ")) \
            are refused, as their terms demand, unless you have a permission.

            Examples:
              tilecut fetch https://example.org/map.json --region 8.4,47.3,8.7,47.5 --zoom 0-14 -o zurich.pmtiles
              tilecut fetch world.pmtiles --region 8.4,47.3,8.7,47.5 --rate 0 -o zurich.mbtiles

            Exit status: as of cut.
            """,
        version: Tilecut.configuration.version)

    static var _errorPrefix: String { "tilecut: " }

    @Argument(
        help: ArgumentHelp("The map: an address, a template of addresses, or a file.", valueName: "map"),
        completion: .file())
    var map: String

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The edges of the region in degrees; a west beyond the east crosses the 180th meridian.",
            valueName: "W,S,E,N"))
    var region: String

    @Option(
        name: [.short, .long],
        help: ArgumentHelp(
            "The new file, NAME.pmtiles, NAME.mbtiles or NAME.gpkg, or a folder for z/x/y.", valueName: "path"),
        completion: .file())
    var output: String

    @Option(help: ArgumentHelp("The zooms to fetch. (default: all of the map)", valueName: "zoom|first-last"))
    var zoom: ZoomRange?

    @Option(help: ArgumentHelp("The most requests a second; 0 for no limit, on a server of your own.", valueName: "n"))
    var rate = 2.0

    @Option(help: ArgumentHelp("Refuse regions of more tiles.", valueName: "n"))
    var tileLimit = RegionFetch.tileLimit

    @Flag(help: "The owner of the server has permitted to fetch the tiles.")
    var permitted = false

    @Flag(help: "Replace an existing file once the new one is complete.")
    var force = false

    @Flag(help: ArgumentHelp(TargetArguments.syncHelp))
    var sync = false

    @Flag(help: "Print how many tiles would be fetched, and fetch none.")
    var dryRun = false

    @OptionGroup(title: "Network") var network: NetworkArguments
    @OptionGroup(title: "Running and reporting") var reporting: FetchReportingArguments

    /// The request that the arguments describe.
    private var request: FetchRequest {
        get throws {
            guard let bounds = GeoBounds(region, crs: .wgs84) else {
                throw ValidationError("--region takes four numbers, west,south,east,north; not \(region).")
            }
            var request = FetchRequest(input: map, output: output, region: bounds)
            request.zooms = zoom?.zooms
            request.requestsPerSecond = rate
            request.tileLimit = tileLimit
            request.isPermitted = permitted
            request.network = network.access(zooms: zoom)
            request.replacesExisting = force
            request.syncsFolders = sync
            request.isDryRun = dryRun
            request.reportsJSON = reporting.json
            request.verbosity = .init(isQuiet: reporting.quiet, isVerbose: reporting.verbose)
            return request
        }
    }

    func validate() throws {
        try reportingUsageErrors { try request.validate() }
    }

    func run() async throws {
        let status = await FetchRunner(try request).run()
        guard status == .success else { throw ExitCode(status.rawValue) }
    }
}

/// The options for what a fetch reports.
struct FetchReportingArguments: ParsableArguments {
    @Flag(help: "Print the summary as a JSON object.")
    var json = false

    @Flag(name: [.short, .long], help: "Print only failures and warnings.")
    var quiet = false

    @Flag(name: [.short, .long], help: "Show progress from the beginning.")
    var verbose = false

    func validate() throws {
        guard !(quiet && verbose) else { throw ValidationError("--quiet and --verbose cannot be combined.") }
    }
}
