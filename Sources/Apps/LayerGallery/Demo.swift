internal import LayerTree

/// A small program that shows one thing that layers do.
///
/// Each reads like an example: it fills a stage with layers, and says what happens when. In a window it runs as long as
/// it is shown; without one, its frames at ``times`` are the same on every machine.
package struct Demo: Sendable {
    /// The name, in lower case with hyphens: the argument of `layerdemo`.
    package let name: String
    /// A summary of the demo in a few words.
    package let summary: String
    /// The times of the frames that are written and compared, in seconds after the start.
    package let times: [Double]
    private let fill: @MainActor @Sendable (DemoStage) -> Void

    /// Creates a demo; one that does not move has one frame, at the start.
    init(
        _ name: String, _ summary: String, times: [Double] = [0],
        fill: @escaping @MainActor @Sendable (DemoStage) -> Void
    ) {
        self.name = name
        self.summary = summary
        self.times = times
        self.fill = fill
    }

    /// Starts the demo on a stage.
    @MainActor package func start(on stage: DemoStage) {
        // What is set now is the beginning, not a change.
        Transaction.run(disablesActions: true) { fill(stage) }
    }
}
