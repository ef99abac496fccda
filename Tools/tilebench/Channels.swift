internal import ArgumentParser
internal import ChannelImages
internal import TilePyramid

struct Channels: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measure how fast channels of stored values are mixed while a slider moves.",
        discussion: """
            Shows an image in memory of several channels of 16 bits in a tiled layer, and moves one slider in each \
            frame: the range, the gamma or the color of a channel, or whether it is shown. Nothing is read meanwhile. \
            Prints the median and the minimum wall time of the runs: for mixing alone, of exactly the pixels of the \
            view on all threads; for the render tree, which mixes all tiles in view (tree); and for that and drawing \
            on the CPU (frame).

            Example: tilebench channels --size 1280x800 --channels 4 --runs 51
            """)

    @Option(help: ArgumentHelp("The size of the view. (default: 1280x800)", valueName: "WxH"), transform: parsedSize)
    var size = PixelSize(width: 1280, height: 800)

    @Option(help: "The number of channels.")
    var channels = 4

    @Option(help: "The number of runs of each kind, after one uncounted warm-up.")
    var runs = 51

    func validate() throws {
        guard runs >= 1 else { throw ValidationError("--runs takes a number from 1.") }
        guard (1...64).contains(channels) else { throw ValidationError("--channels takes a number from 1 to 64.") }
        guard size.width <= 4096, size.height <= 4096 else {
            throw ValidationError("--size takes up to 4096x4096.")
        }
    }

    func run() {
        MainActor.assumeIsolated {
            let bench = ChannelBench(size: size, channels: channels)
            print("\(size) pixels, \(channels) channels of 16 bits, \(bench.workers) threads, \(runs) runs")
            print(tableRow("", "median ms", "best ms", "frame ms"))
            let mixing = bench.mixing(runs: runs)
            print(tableRow("mixing alone", fixed(median(mixing), 2), fixed(mixing.min() ?? .nan, 2), ""))
            for slider in ChannelBench.Slider.allCases {
                let times = bench.frames(moving: slider, runs: runs)
                print(
                    tableRow(
                        slider.rawValue, fixed(median(times.tree), 2), fixed(times.tree.min() ?? .nan, 2),
                        fixed(median(times.frame), 2)))
            }
            print("\(bench.tilesInView) tiles in view, \(bench.readsMeanwhile) read while sliders moved")
        }
    }
}
