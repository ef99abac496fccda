internal import ArgumentParser
internal import Compositing
internal import LayerTree
internal import TileCutting
internal import TilePyramid

struct Composite: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measure how fast the compositor draws frames of tiles on the CPU.",
        discussion: """
            Draws frames of synthetic 256-pixel tiles into memory, each kind in turn. Prints the median and the minimum \
            wall time of the runs, and the median CPU time of all threads, per frame and per pixel; CPU time is \
            comparable even if the machine is busy.

            Example: tilebench composite --size 1280x800 --runs 31
            """)

    @Option(help: ArgumentHelp("The size of the frame. (default: 1280x800)", valueName: "WxH"), transform: parsedSize)
    var size = PixelSize(width: 1280, height: 800)

    @Option(help: "The number of times that each frame is drawn, after one uncounted warm-up.")
    var runs = 31

    @Option(help: "The number of drawing threads. (default: one per processor)")
    var workers: Int?

    func validate() throws {
        guard runs >= 1 else { throw ValidationError("--runs takes a number from 1.") }
        guard workers ?? 1 >= 1 else { throw ValidationError("--workers takes a number from 1.") }
    }

    func run() {
        let compositor = Compositor(workerCount: workers)
        let scenes = CompositeScene.all(of: size)
        var times = scenes.map { _ in (wall: [Double](), cpu: [Double]()) }
        let frame = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: size.area)
        frame.initialize(repeating: 0)
        defer { frame.deallocate() }
        for turn in 0...runs {
            for (index, scene) in scenes.enumerated() {
                let start = ContinuousClock.now
                let cpuStart = ProcessMetrics.processorTime
                compositor.draw(scene.tree, into: frame, stride: size.width)
                if turn > 0 {
                    times[index].wall.append((ContinuousClock.now - start) / .milliseconds(1))
                    times[index].cpu.append((ProcessMetrics.processorTime - cpuStart) * 1000)
                }
            }
        }
        print("\(size) pixels, \(compositor.workerCount) threads, \(runs) runs")
        print(tableRow("", "median ms", "best ms", "CPU ms", "ns/pixel"))
        for (scene, times) in zip(scenes, times) {
            let cpu = median(times.cpu)
            print(
                tableRow(
                    scene.name, fixed(median(times.wall), 2), fixed(times.wall.min() ?? .nan, 2), fixed(cpu, 2),
                    fixed(cpu * 1e6 / Double(size.area), 2)))
        }
    }
}
