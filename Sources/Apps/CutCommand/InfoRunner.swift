internal import PyramidTools
public import ToolSupport

/// Describes pyramids without reading a tile.
public struct InfoRunner: Sendable {
    private let request: PyramidRequest

    /// Creates a runner of a request.
    public init(_ request: PyramidRequest) {
        self.request = request
    }

    /// Writes a description of each pyramid to standard output.
    ///
    /// - Returns: ``ExitStatus/success``, or the status of the first failure.
    public func run() async -> ExitStatus {
        await request.forEachPyramid(SignalWatcher()) { _, opened in
            let report = try PyramidReport(opened)
            try Console.output(request.reportsJSON ? [report.json] : report.lines, note: "Nothing has been changed.")
            return .success
        }
    }
}
