internal import ArgumentParser
internal import Compositing
internal import Glibc
internal import LayerTree
internal import TilePyramid

struct Composite: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measure how fast frames of tiles are drawn on the processor.",
        discussion: """
            Draws frames full of made-up tiles of 256 pixels into memory, each kind in turn, and prints the median and \
            the best time of the runs, and the median of the processor time of all threads, also for each pixel of the \
            frame: that holds when the machine has other work too.

            Example: tilebench composite --size 1280x800 --runs 31
            """)

    @Option(help: ArgumentHelp("The size of the frame.", valueName: "WxH"), transform: parsedSize)
    var size = PixelSize(width: 1280, height: 800)

    @Option(help: "How many times each frame is drawn; once more before, which is not counted.")
    var runs = 31

    @Option(help: "How many threads draw; by default as many as there are processors.")
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
                let (start, cpuStart) = (milliseconds(CLOCK_MONOTONIC), milliseconds(CLOCK_PROCESS_CPUTIME_ID))
                compositor.draw(scene.tree, into: frame, stride: size.width)
                if turn > 0 {
                    times[index].wall.append(milliseconds(CLOCK_MONOTONIC) - start)
                    times[index].cpu.append(milliseconds(CLOCK_PROCESS_CPUTIME_ID) - cpuStart)
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

private func milliseconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
}
