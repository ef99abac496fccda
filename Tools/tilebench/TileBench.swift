internal import ArgumentParser
internal import ToolSupport

/// The command that generates test images and measures the project.
@main
struct TileBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tilebench",
        abstract: "Generate test images of any size, and measure cutting, decoding, layers, drawing and loading.",
        subcommands: [
            MakeImage.self, Cut.self, Scaling.self, Decode.self, Layers.self, Composite.self, FlightCommand.self,
            ViewCommand.self,
        ])

    static func main() {
        ToolProcess.start("tilebench")
        main(nil)
    }
}
