internal import ArgumentParser
internal import FlightBench
internal import ToolSupport

struct FlightCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "flight",
        abstract: "Simulate a flight over a giant image and judge how tiles are loaded.",
        discussion: """
            Plays a recorded camera path with the layer, the loader and the cache of the viewer. Only time and tiles are \
            simulated: --latency is the time of a read, --decode that of decoding, and --failures the percentage of \
            reads that fail. The counts are therefore the same on every machine; the frame times are this machine's.

            The default is the standard flight: zooms, pans, a fling, a rotation and a jump over 60000×40000 pixels.

            Columns:
              blank    screen·seconds without image pixels after the first complete frame
              blur     screen·level·seconds with texels larger than a pixel
              cover    the longest wait for a complete frame after a jump
              sharp    the median wait for a sharp frame after jumps and stops
              wasted   tiles that were decoded but never drawn
              flicker  regions that became coarser and then finer again
              hole     yes if the last frame is not sharp
              frame    the 99th percentile of the CPU time for building a frame

            Example: tilebench flight --latency 0 --latency 20 --latency 100 --failures 1
            """)

    @Argument(help: ArgumentHelp("The flight to play. (default: the standard flight)", valueName: "file"))
    var file: String?

    @Option(
        name: .customLong("latency"),
        help: ArgumentHelp("The time of a read; can be repeated, for one row each.", valueName: "ms"))
    var latencies: [Double] = [0, 20, 100]

    @Option(help: ArgumentHelp("The percentage of reads that fail.", valueName: "percent"))
    var failures = 0.0

    @Option(help: ArgumentHelp("The seed that selects the failing reads, 0 or more.", valueName: "n"))
    var seed: UInt64 = 1

    @Option(help: ArgumentHelp("The time of decoding a tile of 256×256 pixels.", valueName: "ms"))
    var decode = SimulatedConditions.typicalDecodeTime * 1000

    @Option(help: ArgumentHelp("The number of concurrent reads.", valueName: "n"))
    var reads = SimulatedConditions().reads

    @Option(help: ArgumentHelp("The number of concurrent decoders.", valueName: "n"))
    var decoders = SimulatedConditions().decoders

    @Option(help: ArgumentHelp("The cost limit of decoded tiles.", valueName: "MiB"))
    var cache = 256

    @OptionGroup var tracing: TraceArguments

    @Flag(help: "Print each report as a JSON object, one per line.")
    var json = false

    func validate() throws {
        guard latencies.allSatisfy({ (0...60_000).contains($0) }), (0...60_000).contains(decode) else {
            throw ValidationError("--latency and --decode take 0 to 60000 milliseconds.")
        }
        guard (0...100).contains(failures) else { throw ValidationError("--failures takes 0 to 100 percent.") }
        guard (1...256).contains(reads), (1...256).contains(decoders) else {
            throw ValidationError("--reads and --decoders take 1 to 256.")
        }
        guard (1...1 << 20).contains(cache) else { throw ValidationError("--cache takes 1 to 1048576 mebibytes.") }
    }

    func run() throws {
        try tracing.start("tilebench")
        defer { tracing.stop("tilebench") }
        try reportingFailures {
            let flight = try file.map { try Flight(contentsOf: $0) } ?? .standard
            let name = file ?? "standard"
            MainActor.assumeIsolated {
                if !json {
                    print("\(name): \(flight.imageSize) pixels, viewport \(flight.viewport)\n\(FlightTable.heading)")
                }
                for latency in latencies {
                    let conditions = SimulatedConditions(
                        latency: latency / 1000, failureRate: failures / 100, seed: seed, decodeTime: decode / 1000,
                        reads: reads, decoders: decoders, cacheLimit: cache << 20)
                    let report = FlightSimulator(flight, conditions: conditions).run()
                    print(json ? report.json(flight: name) : FlightTable.row(report))
                }
            }
        }
    }
}
