internal import ArgumentParser
internal import Concurrency

/// The option that records what the threads of a tool do.
package struct TraceArguments: ParsableArguments, Sendable {
    @Option(
        help: ArgumentHelp(
            "Record what each thread does and for how long, as a file that ui.perfetto.dev opens.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    private var trace: String?

    /// Creates arguments without a trace, as the parser needs it.
    package init() {}

    /// Starts the trace, if one is wanted.
    ///
    /// - Parameter tool: the name of the tool, which messages start with.
    /// - Throws: the exit status, after a message, if the file cannot be created.
    package func start(_ tool: String) throws {
        guard let trace else { return }
        do {
            try Trace.start(writingTo: trace)
        } catch {
            Console.message("\(tool): \(error)")
            throw ExitCode(ExitStatus.cannotCreate.rawValue)
        }
    }

    /// Ends the trace; what could not be written is reported.
    ///
    /// - Parameter tool: the name of the tool, which messages start with.
    package func stop(_ tool: String) {
        if let error = Trace.stop() {
            Console.message("\(tool): \(error)")
        }
    }
}
