internal import ArgumentParser
internal import Glibc
internal import TileCutting
internal import TilePyramid
internal import FlightBench
internal import TileViewing
internal import ToolSupport

struct ViewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "view",
        abstract: "Measure how fast the viewer opens a file, and how smoothly it shows a flight.",
        discussion: """
            Runs the viewer without a window: the compositor draws its frames into memory, at most 60 per second. A \
            plain image is opened with an empty cache each time, and the flight starts when it has been cut.

            Rows:
              first frame     the time from the start of a process until a part of the
                              image is drawn, median of --runs processes
              complete frame  the time until a frame without holes is drawn
              frames          the times for the frames of the flight
              tiles           the share of decoded tiles that were never drawn, and the
                              longest time until there are no holes after a jump
              CPU             the CPU time of the flight, and the share of a processor
                              over --rest seconds without a change

            With --served the file is opened over the network, from a server on this computer in a process of its own.

            Examples:
              tilebench view big.dzi --cache 64
              tilebench view big.dzi --served --latency 100 --broken-off 1
            """)

    @Argument(help: "The pyramid or plain image to open.")
    var file: String

    @Option(help: ArgumentHelp("The size of the frames. (default: 1280x800)", valueName: "WxH"), transform: parsedSize)
    var size = PixelSize(width: 1280, height: 800)

    @Option(help: ArgumentHelp("The cost limit of decoded tiles.", valueName: "MiB"))
    var cache = 64

    @Option(help: ArgumentHelp("The flight to play. (default: the standard flight)", valueName: "file"))
    var flight: String?

    @Option(help: "The number of processes that open the file.")
    var runs = 5

    @Option(help: ArgumentHelp("The duration of the idle measurement.", valueName: "seconds"))
    var rest = 10

    @Flag(help: "Open the file from a server on this computer.")
    var served = false

    @OptionGroup var server: ServerArguments

    @OptionGroup var tracing: TraceArguments

    @Flag(help: "Print one JSON object.")
    var json = false

    @Option(help: .private)
    var openUntil: OpeningGoal?

    func validate() throws {
        guard runs >= 1 else { throw ValidationError("--runs takes a number from 1.") }
        guard (1...1 << 20).contains(cache) else { throw ValidationError("--cache takes 1 to 1048576 mebibytes.") }
        guard (0...3600).contains(rest) else { throw ValidationError("--rest takes 0 to 3600 seconds.") }
    }

    func run() throws {
        try tracing.start("tilebench")
        defer { tracing.stop("tilebench") }
        try reportingFailures {
            try MainActor.assumeIsolated {
                if let openUntil {
                    let viewer = try HeadlessViewer(file, size: size, cacheLimit: cache << 20)
                    viewer.run(until: openUntil)
                    // An orderly end takes time that does not belong to the opening.
                    _exit(0)
                }
                let flight = try flight.map { try Flight(contentsOf: $0) } ?? .standard
                let openingServer = try startServer()
                defer { openingServer?.stop() }
                let openings = try OpeningTimes(
                    of: openingServer?.address ?? file,
                    options: ["--size", "\(size.width)x\(size.height)", "--cache", "\(cache)"], runs: runs)
                // A server of its own counts what the flight alone requests.
                let flightServer = try startServer()
                defer { flightServer?.stop() }
                let file = flightServer?.address ?? file
                let result = try OpeningTimes.withEmptyCache {
                    let viewer = try HeadlessViewer(file, size: size, cacheLimit: cache << 20)
                    viewer.run(until: .cut)
                    let report = viewer.play(flight)
                    return ViewResult(
                        openings: openings, report: report,
                        wastedShare: viewer.wastedShare, serverCounts: try flightServer?.counts,
                        frameBuildTime: viewer.frameBuildTimes.percentile(0.99) ?? 0,
                        idleProcessorShare: viewer.idleProcessorShare(seconds: rest))
                }
                print(
                    json
                        ? result.json(file: file, flight: self.flight ?? "standard")
                        : result.text(file: file, size: size, cache: cache))
            }
        }
    }
}

extension ViewCommand {
    /// Starts a server of the file's folder; nil unless that is wanted.
    private func startServer() throws -> FileServer? {
        guard served else { return nil }
        guard let server = FileServer(file, server) else {
            Console.message("tilebench: the server cannot be started.")
            throw ExitCode(69)
        }
        return server
    }
}

/// The state of the viewer at which the opening time is taken.
enum OpeningGoal: String, ExpressibleByArgument {
    /// A part of the image is visible.
    case first
    /// The frame has no holes.
    case complete
    /// The image has been cut completely.
    case cut
}

/// The time that opening a file takes, measured in separate processes.
struct OpeningTimes {
    /// Medians of the seconds from the start of the process to the first and to the complete frame.
    let first: Double, complete: Double
    /// The peak memory up to the complete frame, in bytes.
    let peakMemory: Int

    /// Opens a file `runs` times for each goal, in turn.
    init(of file: String, options: [String], runs: Int) throws {
        var (first, complete): ([Double], [Double]) = ([], [])
        var peak = 0
        for _ in 0..<runs {
            try Self.withEmptyCache {
                first.append(try Self.run(file, options, .first).wall)
            }
            try Self.withEmptyCache {
                let run = try Self.run(file, options, .complete)
                complete.append(run.wall)
                peak = max(peak, run.peakMemory)
            }
        }
        self.first = median(first)
        self.complete = median(complete)
        peakMemory = peak
    }

    private static func run(_ file: String, _ options: [String], _ goal: OpeningGoal) throws -> MeasuredRun {
        let command = ["/proc/self/exe", "view", file, "--open-until", goal.rawValue] + options
        guard let run = MeasuredRun.of(command) else {
            Console.message("tilebench: a child process cannot be started. Check the limits of processes and memory.")
            throw ExitCode(70)
        }
        // The child has reported its failure itself.
        guard run.status == 0 else { throw ExitCode(run.status) }
        return run
    }

    /// Runs `body` with an empty cache for cut images, which is removed afterwards.
    static func withEmptyCache<Result>(_ body: () throws -> Result) throws -> Result {
        try withTemporaryFolder { folder in
            let former = getenv("XDG_CACHE_HOME").map { String(cString: $0) }
            setenv("XDG_CACHE_HOME", folder, 1)
            defer {
                if let former { setenv("XDG_CACHE_HOME", former, 1) } else { unsetenv("XDG_CACHE_HOME") }
            }
            return try body()
        }
    }
}
