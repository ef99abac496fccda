internal import ArgumentParser
internal import FlightBench

struct FlightCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "flight",
        abstract: "Judge how tiles are loaded while a camera flies over a giant image.",
        discussion: """
            Plays a recorded camera path with the layer, the loader and the cache of the viewer. Only time and tiles are \
            made up: reads take as long as --latency says, decoding as long as --decode says, and --failures of the \
            reads fail. So the counts are the same on every machine; the times for making frames are this machine's.

            Without a file it is the standard flight: zooms, pans, a fling, a turn and a jump over 60000×40000 pixels.

            blank: screen·seconds without a pixel of the image, after the first whole picture. blur: \
            screen·level·seconds with texels larger than a pixel. cover: the longest wait for a whole picture after a \
            jump. sharp: the median wait for a sharp one after jumps and stops. wasted: tiles that were decoded and never \
            drawn. flicker: places that became coarser and then finer again. hole: whether the end is not sharp. frame: \
            the processor time that 99 of 100 frames are made in.

            Example: tilebench flight --latency 0 --latency 20 --latency 100 --failures 1
            """)

    @Argument(help: ArgumentHelp("The flight; by default the standard one.", valueName: "file"))
    var file: String?

    @Option(
        name: .customLong("latency"),
        help: ArgumentHelp("How long a read takes; may be given several times, for a row each.", valueName: "ms"))
    var latencies: [Double] = [0, 20, 100]

    @Option(help: ArgumentHelp("How many of 100 reads fail.", valueName: "percent"))
    var failures = 0.0

    @Option(help: ArgumentHelp("Which reads fail: any whole number from 0.", valueName: "n"))
    var seed: UInt64 = 1

    @Option(help: ArgumentHelp("How long a tile of 256 pixels a side is decoded.", valueName: "ms"))
    var decode = SimulatedConditions.typicalDecodeTime * 1000

    @Option(help: ArgumentHelp("How many tiles are read at a time.", valueName: "n"))
    var reads = SimulatedConditions().reads

    @Option(help: ArgumentHelp("How many tiles are decoded at a time.", valueName: "n"))
    var decoders = SimulatedConditions().decoders

    @Option(help: ArgumentHelp("How much memory decoded tiles may take.", valueName: "MiB"))
    var cache = 256

    @Flag(help: "Print each report as a JSON object, one a line.")
    var json = false

    func validate() throws {
        guard latencies.allSatisfy({ (0...60_000).contains($0) }), (0...60_000).contains(decode) else {
            throw ValidationError("--latency and --decode take milliseconds from 0 to 60000.")
        }
        guard (0...100).contains(failures) else { throw ValidationError("--failures takes a number from 0 to 100.") }
        guard (1...256).contains(reads), (1...256).contains(decoders) else {
            throw ValidationError("--reads and --decoders take numbers from 1 to 256.")
        }
        guard (1...1 << 20).contains(cache) else { throw ValidationError("--cache takes a number from 1 to 1048576.") }
    }

    func run() throws {
        try reportingFailures {
            let flight = try file.map { try Flight(contentsOf: $0) } ?? .standard
            let name = file ?? "standard"
            MainActor.assumeIsolated {
                if !json {
                    print("\(name): \(flight.imageSize) pixels, seen in \(flight.viewport)\n\(FlightTable.heading)")
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
