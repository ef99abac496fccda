internal import ArgumentParser
internal import Compositing
internal import LayerTree
internal import TilePyramid

struct Effects: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measure how fast the compositor draws shapes, shadows, gradients and sprites on the CPU.",
        discussion: """
            Draws frames of 1280×800 pixels into memory, each kind in turn, with changes from frame to frame. Prints the \
            median and the minimum wall time, and the median CPU time of all threads, per frame. The time of a layer \
            scene includes building its frame; that of a shadow is what it adds to the frame without it.

            Example: tilebench effects --runs 31
            """)

    @Option(help: "The number of frames of each kind, after three uncounted ones.")
    var runs = 31

    @Option(help: "The number of drawing threads. (default: one per processor)")
    var workers: Int?

    @Option(help: "Only the kinds whose names contain this text. (default: all)")
    var only: String?

    func validate() throws {
        guard runs >= 1 else { throw ValidationError("--runs takes a number from 1.") }
        guard workers ?? 1 >= 1 else { throw ValidationError("--workers takes a number from 1.") }
    }

    func run() {
        MainActor.assumeIsolated {
            print(tableRow("", "median ms", "best ms", "CPU ms", width: 36))
            for scene in EffectScene.all(workers: workers) where only.map(scene.name.contains) ?? true {
                var times: (wall: [Double], cpu: [Double]) = ([], [])
                for turn in -3..<runs {
                    let (wall, cpu) = scene.draw(turn + 3)
                    if turn >= 0 {
                        times.wall.append(wall)
                        times.cpu.append(cpu)
                    }
                }
                print(
                    tableRow(
                        scene.name, fixed(median(times.wall), 3), fixed(times.wall.min() ?? .nan, 3),
                        fixed(median(times.cpu), 3), width: 36))
            }
        }
    }
}
