internal import PyramidTools
public import ToolSupport

/// Describes pyramids, shards and lists of images without reading a tile.
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
            let texts: [String]
            if let shard = try ShardDescription(path) {
                texts = request.reportsJSON ? [shard.json] : shard.lines
            } else if let mosaic = try MosaicReport(path) {
                texts = request.reportsJSON ? [mosaic.json] : mosaic.lines
            } else {
                return nil
            }
            try Console.output(texts, note: "Nothing has been changed.")
            return .success
        }
        return await request.forEachPyramid(SignalWatcher(), unless: special) { _, opened in
            let report = try PyramidReport(opened)
            try Console.output(request.reportsJSON ? [report.json] : report.lines, note: "Nothing has been changed.")
            return .success
        }
    }
}
