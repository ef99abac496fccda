import ArgumentParser
import CutCommand
import ToolSupport

/// Tells what pyramids are.
struct Info: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info",
        _superCommandName: "tilecut",
        abstract: "Say what a pyramid is: its kind, levels, tiles, bytes and metadata.",
        discussion: """
            No tile is read. Exit status: 0 all went well; 65 damaged, or no pyramid; 66 no such pyramid, or it may not \
            be read.
            """,
        version: Tilecut.configuration.version)

    static var _errorPrefix: String { "tilecut: " }

    @Argument(
        help: ArgumentHelp("Pyramids: a descriptor, a folder or a file.", valueName: "pyramid"), completion: .file())
    var pyramids: [String]

    @Flag(help: "Print a JSON object for each, one a line.")
    var json = false

    func run() async throws {
        var request = PyramidRequest(paths: pyramids)
        request.reportsJSON = json
        let status = await InfoRunner(request).run()
        guard status == .success else { throw ExitCode(status.rawValue) }
    }
}
