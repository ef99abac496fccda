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

    @Flag(name: [.short, .long], help: "Print only failures and warnings.")
    var quiet = false

    @Flag(name: [.short, .long], help: "Also print the plan, before the first tile, and progress from the beginning.")
    var verbose = false

    // For the Python package: progress is a JSON object on a line of standard error.
    @Flag(help: .hidden)
    var jsonProgress = false

    @OptionGroup var tracing: TraceArguments

    /// The verbosity that the flags ask for.
    var verbosity: CutRequest.Verbosity {
        jsonProgress ? .events : .init(isQuiet: quiet, isVerbose: verbose)
    }

    func validate() throws {
        guard !(quiet && verbose) else { throw ValidationError("--quiet and --verbose cannot be combined.") }
    }

    func apply(to request: inout CutRequest) {
        request.options.threads = threads
        request.reportsJSON = json
        request.verbosity = verbosity
    }
}

extension CutRequest.Verbosity {
    /// The verbosity that two flags ask for, of which at most one is set.
    init(isQuiet: Bool, isVerbose: Bool) {
        self = isQuiet ? .quiet : isVerbose ? .verbose : .normal
    }
}

extension ParsableArguments {
    /// Turns the usage errors of a request into those that the parser reports.
    func reportingUsageErrors(_ validate: () throws -> Void) throws {
        do {
            try validate()
        } catch let error as UsageError {
            throw ValidationError(error.description)
        }
    }
}
