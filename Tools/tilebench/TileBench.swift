internal import ArgumentParser

/// The command that makes the project's test pictures and measures it.
@main
struct TileBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tilebench",
        abstract: "Make test pictures of any size, and measure cutting, decoding, layers, drawing and loading.",
        subcommands: [
            MakeImage.self, Cut.self, Scaling.self, Decode.self, Layers.self, Composite.self, FlightCommand.self,
            ViewCommand.self,
        ])
}
