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
        let special: (String) throws -> ExitStatus? = { path in
            guard let shard = try ShardDescription(path) else { return nil }
            try Console.output(request.reportsJSON ? [shard.json] : shard.lines, note: "Nothing has been changed.")
            return .success
        }
        return await request.forEachPyramid(SignalWatcher(), unless: special) { _, opened in
            let report = try PyramidReport(opened)
            try Console.output(request.reportsJSON ? [report.json] : report.lines, note: "Nothing has been changed.")
            return .success
        }
    }
}
