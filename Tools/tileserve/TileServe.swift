import ArgumentParser
import TileServing
import ToolSupport

/// The command that serves pyramids and images over HTTP.
@main
struct TileServe: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tileserve", abstract: "Serve pyramids and images over HTTP.")
}
