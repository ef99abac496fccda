public import PyramidTools
internal import TileCutting
internal import TilePyramid
internal import TileStores
public import ToolSupport

/// Looks at every tile of pyramids and tells what is wrong.
public struct VerifyRunner: Sendable {
    private let request: PyramidRequest
    private let options: VerificationOptions
    private let signals = SignalWatcher()

    /// A runner; from here on Ctrl-C and SIGTERM stop the run.
    ///
    /// - Parameters:
    ///   - request: which pyramids.
    ///   - options: what is looked at.
    public init(_ request: PyramidRequest, options: VerificationOptions) {
        self.request = request
        self.options = options
    }

    /// Writes what is wrong to standard output, progress to standard error.
    ///
    /// - Returns: success when all pyramids are whole, ``ExitStatus/badInput`` when one is not, else the status of the
    ///   first failure.
    public func run() async -> ExitStatus {
        await request.forEachPyramid(signals) { path, opened in
            let meter =
                request.isQuiet || !Console.canRedraw
                ? nil
                : ProgressMeter(title: path, tileSize: opened.source.pyramid.finestLevel.tileSize, isTerminal: true)
            defer { meter?.finish(succeeded: false) }
            let verification = try await signals.cancelling {
                try await PyramidVerifier(opened, options: options).verify { meter?.update($0) }
            }
            meter?.finish(succeeded: true)
            if request.reportsJSON {
                try Console.output(verification.json, note: "Nothing has been changed.")
            } else if !request.isQuiet || !verification.isValid {
                try Console.output(verification.text, note: "Nothing has been changed.")
            }
            return verification.isValid ? .success : .badInput
        }
    }
}
