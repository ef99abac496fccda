internal import FilePyramids
package import PyramidTools
internal import TileCutting
internal import TilePyramid
package import ToolSupport

/// Carries out a verification: checks every tile of pyramids and reports the issues.
package struct VerifyRunner: Sendable {
    private let request: PyramidRequest
    private let options: VerificationOptions
    private let signals = SignalWatcher()

    /// Creates a runner; from here on Ctrl-C and SIGTERM stop the run.
    package init(_ request: PyramidRequest, options: VerificationOptions) {
        self.request = request
        self.options = options
    }

    /// Writes reports to standard output and progress to standard error.
    ///
    /// - Returns: ``ExitStatus/success`` if all pyramids are valid, else the status of the first that is not:
    ///   ``ExitStatus/badInput`` if it was checked, or the status of its failure.
    package func run() async -> ExitStatus {
        await request.forEachPyramid(signals) { name, opened in
            let meter =
                request.isQuiet || !Console.canRedraw
                ? nil
                : ProgressMeter(
                    title: name, tileSize: opened.source.pyramid.finestLevel.tileSize, showsAtOnce: false)
            defer { meter?.finish(succeeded: false) }
            let verification = try await signals.cancelling {
                try await PyramidVerifier(opened, options: options).verify { meter?.update($0) }
            }
            meter?.finish(succeeded: true)
            for warning in verification.report.warnings { Console.message("tilecut: \(name): warning: \(warning)") }
            if request.reportsJSON {
                try Console.output([verification.json], note: "Nothing has been changed.")
            } else if !request.isQuiet || !verification.isValid {
                try Console.output(verification.lines, note: "Nothing has been changed.")
            }
            return verification.isValid ? .success : .badInput
        }
    }
}
