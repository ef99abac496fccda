import ArgumentParser
import CutCommand
import ToolSupport

/// The subcommand that describes pyramids.
struct Info: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info",
        _superCommandName: "tilecut",
        abstract: "Describe pyramids: kind, levels, tiles, bytes and metadata.",
        discussion: """
            No tile is read.

            Exit status: 0 success; 65 the pyramid is damaged, or the file is no pyramid; 66 the pyramid does not exist \
            or may not be read.
            """,
        version: Tilecut.configuration.version)

    static var _errorPrefix: String { "tilecut: " }

    @Argument(
        help: ArgumentHelp("The pyramids to describe: descriptors, folders, files or addresses.", valueName: "pyramid"),
        completion: .file())
    var pyramids: [String]

    @Flag(help: "Print a JSON object for each pyramid, one per line.")
    var json = false

    @OptionGroup(title: "Network") var network: NetworkArguments
    @OptionGroup(title: "Network") var mapZooms: MapZoomArguments

    func run() async throws {
        var request = PyramidRequest(paths: pyramids)
        request.network = network.access(zooms: mapZooms.zoom)
        request.reportsJSON = json
        let status = await InfoRunner(request).run()
        guard status == .success else { throw ExitCode(status.rawValue) }
    }
}
