internal import ArgumentParser
internal import Compositing
internal import LayerTree
internal import TilePyramid

struct Layers: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measure what layers cost: setting them, making frames of them, and frames without a change.",
        discussion: """
            Scenes of 1280×800 pixels hold small layers in rows: still ones, ones of which one changes in each frame, \
            ones that are all set in each frame or glide to new places, and ones that all move by animations. Prints \
            medians in microseconds for each frame: for setting the layers; for making the frame, and in it for layout, \
            display and animations (commit), and for what is shown and the render tree (build); and for drawing it on \
            the processor.

            Example: tilebench layers --frames 200
            """)

    @Option(help: "How many frames are made of each scene.")
    var frames = 200

    @Option(name: .customLong("layers"), help: "How many layers a scene has; may be given several times.")
    var counts: [Int] = [1_000, 10_000]

    func validate() throws {
        guard frames > 0, counts.allSatisfy({ $0 > 0 }) else {
            throw ValidationError("--frames and --layers take numbers from 1 on.")
        }
    }

    func run() throws {
        MainActor.assumeIsolated {
            let compositor = Compositor()
            print(LayerBench.heading)
            for count in counts {
                for kind in LayerBench.Kind.allCases {
                    print(LayerBench(kind: kind, layers: count).run(frames: frames, with: compositor))
                }
            }
        }
    }
}
