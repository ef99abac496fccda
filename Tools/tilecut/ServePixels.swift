import ArgumentParser
import CutCommand
import ToolSupport

/// The subcommand that decodes regions for the Python package; no help lists it.
struct ServePixels: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve-pixels",
        _superCommandName: "tilecut",
        abstract: "Decode regions of a pyramid for the program that has started this one.",
        discussion: "Standard input is a socket, over which the package tilekit of Python requests regions.",
        version: Tilecut.configuration.version,
        shouldDisplay: false)

    static var _errorPrefix: String { "tilecut: " }

    @Argument(
        help: ArgumentHelp("The pyramid: a descriptor, a folder, a file or an address.", valueName: "pyramid"),
        completion: .file())
    var pyramid: String

    @OptionGroup(title: "Network") var network: NetworkArguments
    @OptionGroup(title: "Network") var mapZooms: MapZoomArguments

    func run() async throws {
        let status = await PixelServer(pyramid, network: network.access(zooms: mapZooms.zoom)).run()
        guard status == .success else { throw ExitCode(status.rawValue) }
    }
}
