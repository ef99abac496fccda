import ArgumentParser
import CutCommand
import ImageCodecs
import ImageMetadata
import PyramidTools
import TileCutting
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

            OME-Zarr and OME-TIFF keep stored values: of all channels where the output is one of them. To other outputs, an \
            OME-Zarr is cut as an image is.

            Examples:
              tilecut convert big.dzi big.pmtiles
              tilecut convert big.dzi web/big --layout iiif --id https://example.org/big
              tilecut convert slide.ome.tif slide.ome.zarr

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
    @OptionGroup(title: "Stored values") var values: ValueArguments

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
        request.verbosity = reporting.verbosity
        return request
    }

    /// The request to keep stored values; nil if the output is a pyramid of pictures.
    private var valueRequest: ValueRequest? {
        guard var request = ValueRequest(input: pyramid, output: output) else { return nil }
        request.options.chunkSide = tiles.tileSize
        values.apply(to: &request.options)
        request.options.threads = reporting.threads
        request.options.store = target.request(output).storeOptions
        request.decoding.allowedLoss = Set(tiles.allowLoss)
        request.network = network.access(zooms: mapZooms.zoom)
        request.isDryRun = target.dryRun
        request.reportsJSON = reporting.json
        request.verbosity = reporting.verbosity
        return request
    }

    /// The request to cut an OME-Zarr; nil for pyramids of pictures.
    private var cutRequest: CutRequest? {
        guard ValueImage.isZarr(pyramid) else { return nil }
        var request = CutRequest(images: [pyramid])
        request.output = target.request(output)
        request.network = network.access(zooms: mapZooms.zoom)
        tiles.apply(to: &request.options)
        request.options.threads = reporting.threads
        request.isDryRun = target.dryRun
        request.reportsJSON = reporting.json
        request.verbosity = reporting.verbosity
        return request
    }

    func validate() throws {
        if let valueRequest {
            let refused =
                values.refused(by: valueRequest.options.format) + target.pictureOptions + tiles.pictureOptions
            return try reportingUsageErrors { try valueRequest.validate(refusing: refused) }
        }
        try values.refuse()
        if let cutRequest { return try reportingUsageErrors { try cutRequest.validate() } }
        try reportingUsageErrors { try request.validate() }
    }

    func run() async throws {
        try reporting.tracing.start("tilecut")
        defer { reporting.tracing.stop("tilecut") }
        let status: ExitStatus
        if let valueRequest {
            status = await ValueRunner(valueRequest).run()
        } else if let cutRequest {
            status = await CutRunner(cutRequest).run()
        } else {
            status = await ConvertRunner(request).run()
        }
        guard status == .success else { throw ExitCode(status.rawValue) }
    }
}
