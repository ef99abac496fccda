import ArgumentParser
import CutCommand
import TileCutting

/// How many threads work, and how much is said.
struct ReportingArguments: ParsableArguments {
    @Option(help: ArgumentHelp("Threads that decode and encode. (default: one for each processor)", valueName: "n"))
    var threads: Int?

    @Flag(help: "Print each summary as a JSON object, one a line, and nothing else on standard output.")
    var json = false

    @Flag(name: [.short, .long], help: "Say nothing unless something fails.")
    var quiet = false

    @Flag(name: [.short, .long], help: "Say what is going to be done, too.")
    var verbose = false

    func validate() throws {
        guard !(quiet && verbose) else { throw ValidationError("--quiet and --verbose exclude each other.") }
    }

    func apply(to request: inout CutRequest) {
        request.options.threads = threads
        request.reportsJSON = json
        request.verbosity = quiet ? .quiet : verbose ? .verbose : .normal
    }
}
