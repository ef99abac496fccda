import ArgumentParser
import CutCommand
import TileContainers
import ToolSupport

/// The subcommand that makes a pyramid of its shards, or of two pyramids.
struct Merge: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge",
        _superCommandName: "tilecut",
        abstract: "Merge the shards of a pyramid that was cut in parts, or two pyramids.",
        usage: """
            tilecut merge <pyramid> [<options>]
            tilecut merge <overlay> --over <base> --output <path> [<options>]
            """,
        discussion: """
            Shards are made by cut with --shard, on one machine or several. The merge copies their tiles and makes the \
            coarser levels; the pyramid is the same, byte for byte, as that of a single run. Shards at an \
            address are read there, as far as they are needed.

            With --over, a pyramid is laid over another one. Opaque tiles of the overlay replace those of the base byte for \
            byte, others are drawn over them; only these and the coarser tiles above them are re-encoded, as the base's \
            tiles are. All other tiles stay unchanged.

            Examples:
              tilecut big.tif -o big.pmtiles --shard 1/2
              tilecut big.tif -o big.pmtiles --shard 2/2
              tilecut merge big.pmtiles --remove-shards
              tilecut merge https://example.org/shards/big.pmtiles -o big.pmtiles
              tilecut merge flood.pmtiles --over world.pmtiles -o today.pmtiles

            Exit status: as of cut; 65 if a shard is damaged, 66 if one is missing, 73 if one is of another cut.
            """,
        version: Tilecut.configuration.version)

    static var _errorPrefix: String { "tilecut: " }

    @Argument(
        help: ArgumentHelp(
            "The pyramid, as --output named it, or an address; its shards are beside it, as PYRAMID.shard-1-of-4. With "
                + "--over: the pyramid above.",
            valueName: "pyramid"),
        completion: .file())
    var pyramid: String

    @Option(
        name: [.short, .long],
        help: ArgumentHelp(
            "Write the pyramid there; - is standard output, for ZIP, SZI, PMTiles and TIFF. (default: PYRAMID)",
            valueName: "path"),
        completion: .file())
    var output: String?

    @Option(
        help: ArgumentHelp(
            "The number of shards at an address. (default: they are looked for, up to \(MergeRequest.searchLimit))",
            valueName: "n"))
    var shards: Int?

    @Flag(help: "Replace an existing pyramid once the new one is complete.")
    var force = false

    @Flag(help: ArgumentHelp(TargetArguments.syncHelp))
    var sync = false

    @Flag(help: "Remove the shards once the pyramid is complete.")
    var removeShards = false

    @OptionGroup(title: "Laying one over another") var overlay: OverlayArguments
    @OptionGroup(title: "Network") var network: NetworkArguments
    @OptionGroup(title: "Running and reporting") var reporting: ReportingArguments

    /// The request that the arguments describe.
    private var request: MergeRequest {
        var request = MergeRequest(input: pyramid)
        request.output = output
        request.shardCount = shards
        request.network = network.access()
        request.replacesExisting = force
        request.syncsFolders = sync
        request.removesShards = removeShards
        request.threads = reporting.threads
        request.reportsJSON = reporting.json
        request.verbosity = reporting.verbosity
        return request
    }

    /// The request with `--over`; nil without.
    private var overlayRequest: OverlayRequest? {
        get throws {
            guard
                var request = try overlay.request(
                    pyramid, output: output, replacesExisting: force, removesShards: removeShards)
            else {
                return nil
            }
            request.network = network.access()
            request.output.storeOptions.syncsFolders = sync
            request.threads = reporting.threads
            request.reportsJSON = reporting.json
            request.verbosity = reporting.verbosity
            return request
        }
    }

    func validate() throws {
        let overlayRequest = try overlayRequest
        try reportingUsageErrors { try overlayRequest?.validate() ?? request.validate() }
    }

    func run() async throws {
        try reporting.tracing.start("tilecut")
        defer { reporting.tracing.stop("tilecut") }
        let status =
            if let overlayRequest = try overlayRequest {
                await OverlayRunner(overlayRequest).run()
            } else {
                await MergeRunner(request).run()
            }
        guard status == .success else { throw ExitCode(status.rawValue) }
    }
}
