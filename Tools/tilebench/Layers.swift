internal import ArgumentParser
internal import LayerTree
internal import TilePyramid

struct Layers: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measure what layers cost: setting them, making frames of them, and frames without a change.",
        discussion: """
            Scenes of 1280×800 pixels hold small layers in rows: still ones, ones of which one changes in each frame, \
            ones that are all set in each frame, at once or gliding, and ones that all move by animations. Prints \
            medians in microseconds for each frame.

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
            print(LayerBench.heading)
            for count in counts {
                for kind in LayerBench.Kind.allCases {
                    var bench = LayerBench(kind: kind, layers: count)
                    print(bench.run(frames: frames))
                }
            }
        }
    }
}
