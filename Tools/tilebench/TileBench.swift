internal import ArgumentParser

/// The command that makes the project's test pictures and measures it.
@main
struct TileBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tilebench",
        abstract: "Make test pictures of any size, measure the cutter with them, and measure how frames are drawn.",
        subcommands: [MakeImage.self, Cut.self, Composite.self])
}
