internal import ArgumentParser
internal import Compositing
internal import LayerTree
internal import TilePyramid
internal import ToolSupport

struct Layers: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measure the cost of layers: setting properties, building frames, and frames without a change.",
        discussion: """
            Draws scenes of 1280×800 pixels with rows of small layers. In each frame, nothing changes, one layer \
            changes, all positions are set, all layers glide to new positions by implicit animations, or all move by \
            explicit ones. The last scene, of 800×600 pixels, is a matrix of 100,000 squares in perspective, over which \
            the view pans: a pool holds layers for those in view, and setting is the work of the pool. Prints the median \
            microseconds per frame for setting properties (set), for layout, display and animations (commit), for the \
            render tree (build), for commit and build together (frame), and for drawing on the CPU (draw).

            Example: tilebench layers --frames 200
            """)

    @Option(help: "The number of frames of each scene.")
    var frames = 200

    @Option(name: .customLong("layers"), help: "The number of layers of a scene; can be repeated.")
    var counts: [Int] = [1_000, 10_000]

    @OptionGroup var tracing: TraceArguments

    func validate() throws {
        guard frames > 0, counts.allSatisfy({ $0 > 0 }) else {
            throw ValidationError("--frames and --layers take numbers from 1.")
        }
    }

    func run() throws {
        try tracing.start("tilebench")
        defer { tracing.stop("tilebench") }
        MainActor.assumeIsolated {
            let compositor = Compositor()
            print(LayerBench.heading)
            for count in counts {
                for kind in LayerBench.Kind.allCases {
                    print(LayerBench(kind: kind, layers: count).run(frames: frames, with: compositor))
                }
            }
            print(LayerMatrix().run(frames: frames, with: compositor))
        }
    }
}
