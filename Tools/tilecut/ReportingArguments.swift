import ArgumentParser
import CutCommand
import TileCutting
import ToolSupport

/// The options for the number of threads and for reports.
struct ReportingArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp("The number of threads that decode and encode. (default: one per processor)", valueName: "n")
    )
    var threads: Int?

    @Flag(help: "Print each summary as a JSON object, one per line, and nothing else on standard output.")
    var json = false

    @Flag(name: [.short, .long], help: "Print only failures.")
    var quiet = false

    @Flag(name: [.short, .long], help: "Also print the plan, before the first tile, and progress from the beginning.")
    var verbose = false

    @OptionGroup var tracing: TraceArguments

    func validate() throws {
        guard !(quiet && verbose) else { throw ValidationError("--quiet and --verbose cannot be combined.") }
    }

    func apply(to request: inout CutRequest) {
        request.options.threads = threads
        request.reportsJSON = json
        request.verbosity = quiet ? .quiet : verbose ? .verbose : .normal
    }
}
