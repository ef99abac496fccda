internal import ArgumentParser
internal import TextRendering
internal import ToolSupport

/// The command that generates test images and measures the project.
@main
struct TileBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tilebench",
        abstract: """
            Generate test images of any size, and measure cutting, decoding, layers, drawing, channels, loading and maps.
            """,
        version: "tilebench \(Version.number)",
        subcommands: [
            MakeImage.self, Cut.self, Scaling.self, Decode.self, Layers.self, Composite.self, Effects.self,
            FlightCommand.self, ViewCommand.self, NetworkCommand.self, ServeCommand.self, Maps.self,
            ManyConnections.self, DrawScenes.self, Channels.self,
        ])

    static func main() {
        ToolProcess.start("tilebench")
        let words = Array(CommandLine.arguments.dropFirst())
        if !Version.printLibraries(of: "tilebench", and: TextLibraries.versions, arguments: words) { main(words) }
    }
}
