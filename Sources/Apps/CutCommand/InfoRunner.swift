internal import PyramidTools
public import ToolSupport

/// Tells what pyramids are, without reading a tile.
public struct InfoRunner: Sendable {
    private let request: PyramidRequest

    /// A runner of a request.
    public init(_ request: PyramidRequest) {
        self.request = request
    }

    /// Writes what each pyramid is to standard output.
    ///
    /// - Returns: success, or the status of the first failure.
    public func run() async -> ExitStatus {
        await request.forEachPyramid(SignalWatcher()) { _, opened in
            let report = try PyramidReport(opened)
            try Console.output(request.reportsJSON ? report.json : report.text, note: "Nothing has been changed.")
            return .success
        }
    }
}
