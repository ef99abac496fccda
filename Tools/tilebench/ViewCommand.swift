internal import ArgumentParser
internal import Glibc
internal import ImageCodecs
internal import TileCutting
internal import TilePyramid
internal import TileStores
internal import FlightBench
internal import TileViewing

struct ViewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "view",
        abstract: "Measure how fast the viewer opens a file, and how smoothly it flies over it.",
        discussion: """
            Everything of the viewer but the window: the compositor draws its pictures into memory, 60 a second at most. \
            First and whole picture: seconds from the start of a process until a picture with a part of the image in it, \
            or without a hole, has been drawn; medians of --runs processes. A plain image is opened with an empty cache \
            each time, and flown over when it has been cut. Frames: how long each picture took of the standard flight, \
            or of that of --flight, shown over the file as far as it is large. At rest: processor time over 10 seconds \
            in which nothing happens.

            Example: tilebench view big.dzi --cache 64
            """)

    @Argument(help: "The pyramid, or a plain image.")
    var file: String

    @Option(help: ArgumentHelp("The size of the picture.", valueName: "WxH"), transform: parsedSize)
    var size = PixelSize(width: 1280, height: 800)

    @Option(help: ArgumentHelp("How much memory decoded tiles may take.", valueName: "MiB"))
    var cache = 64

    @Option(help: ArgumentHelp("The flight; by default the standard one.", valueName: "file"))
    var flight: String?

    @Option(help: "How many processes the file is opened in.")
    var runs = 5

    @Option(help: ArgumentHelp("How long nothing happens in the end.", valueName: "seconds"))
    var rest = 10

    @Flag(help: "Print one JSON object.")
    var json = false

    @Option(help: .private)
    var openUntil: OpeningGoal?

    func validate() throws {
        guard runs >= 1 else { throw ValidationError("--runs takes a number from 1.") }
        guard (1...1 << 20).contains(cache) else { throw ValidationError("--cache takes a number from 1 to 1048576.") }
        guard (0...3600).contains(rest) else { throw ValidationError("--rest takes seconds from 0 to 3600.") }
    }

    func run() throws {
        try reportingFailures {
            try MainActor.assumeIsolated {
                if let openUntil {
                    let viewer = try HeadlessViewer(file, size: size, cacheLimit: cache << 20)
                    viewer.run(until: openUntil)
                    // Ending the process in order takes time that is none of the opening's.
                    _exit(0)
                }
                let flight = try flight.map { try Flight(contentsOf: $0) } ?? .standard
                let openings = try OpeningTimes(
                    of: file, options: ["--size", "\(size.width)x\(size.height)", "--cache", "\(cache)"], runs: runs)
                let result = try OpeningTimes.withEmptyCache {
                    let viewer = try HeadlessViewer(file, size: size, cacheLimit: cache << 20)
                    viewer.run(until: .cut)
                    let report = viewer.play(flight)
                    return ViewResult(
                        openings: openings, report: report,
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

/// How far a file is opened when its time is taken.
enum OpeningGoal: String, ExpressibleByArgument {
    /// Something is seen of the image.
    case first
    /// There is no hole.
    case whole
    /// Nothing is left to be cut.
    case cut
}

/// How long opening a file takes, in processes of their own.
struct OpeningTimes {
    /// Medians of seconds from the start of the process.
    let first: Double, whole: Double
    /// The most memory until the whole picture, in bytes.
    let peakMemory: Int

    /// Opens a file so many times for each goal, in turn.
    init(of file: String, options: [String], runs: Int) throws {
        var (first, whole): ([Double], [Double]) = ([], [])
        var peak = 0
        for _ in 0..<runs {
            try Self.withEmptyCache {
                first.append(try Self.run(file, options, .first).wall)
            }
            try Self.withEmptyCache {
                let run = try Self.run(file, options, .whole)
                whole.append(run.wall)
                peak = max(peak, run.peakMemory)
            }
        }
        (self.first, self.whole, peakMemory) = (median(first), median(whole), peak)
    }

    private static func run(_ file: String, _ options: [String], _ goal: OpeningGoal) throws -> MeasuredRun {
        let command = ["/proc/self/exe", "view", file, "--open-until", goal.rawValue] + options
        guard let run = MeasuredRun.of(command) else {
            writeToStandardError("tilebench: no other process of it can be started.\n")
            throw ExitCode(70)
        }
        // Why it has failed it has said itself.
        guard run.status == 0 else { throw ExitCode(run.status) }
        return run
    }

    /// Has images cut into an empty folder, which is gone afterwards.
    static func withEmptyCache<Result>(_ body: () throws -> Result) throws -> Result {
        let parentFolder = TemporaryFiles.folder
        var template = Array("\(parentFolder)/tilebench-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            writeToStandardError("tilebench: no folder can be made in \(parentFolder). Name another one in TMPDIR.\n")
            throw ExitCode(73)
        }
        let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let former = getenv("XDG_CACHE_HOME").map { String(cString: $0) }
        setenv("XDG_CACHE_HOME", folder, 1)
        defer {
            if let former { setenv("XDG_CACHE_HOME", former, 1) } else { unsetenv("XDG_CACHE_HOME") }
            // What is left there is the system's to clear away, as anything in such a folder.
            try? FileSystem.removeAll(folder)
        }
        return try body()
    }
}
