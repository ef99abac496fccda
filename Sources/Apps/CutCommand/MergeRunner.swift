internal import PyramidTools
internal import TileCutting
internal import TilePyramid
internal import TileStores
public import ToolSupport

/// Carries out a ``MergeRequest``: makes the pyramid of its shards and reports on it.
public struct MergeRunner: Sendable {
    private let request: MergeRequest
    private let signals = SignalWatcher()

    /// Creates a runner; from here on the first Ctrl-C or SIGTERM stops the run in an orderly way.
    public init(_ request: MergeRequest) {
        self.request = request
    }

    /// Merges the shards.
    ///
    /// - Returns: ``ExitStatus/success``, or the status of the failure.
    public func run() async -> ExitStatus {
        do {
            try await merge()
            return .success
        } catch {
            let error = explainedInterruption(error, path: request.output, signals)
            let failure = Failure(error, image: request.output, signal: signals.received)
            Console.message("tilecut: \(failure.text)")
            return failure.status
        }
    }

    private func merge() async throws {
        ToolProcess.begin(request.output, tool: "tilecut")
        let shards = try ShardSet(of: request.output, version: Version.number)
        let merge = try ShardMerge(shards)
        if request.verbosity != .quiet {
            for warning in merge.warnings {
                Console.message("tilecut: \(request.output): warning: \(warning)")
            }
        }
        let summary = try await signals.cancelling { try await write(merge) }
        if request.removesShards {
            for file in shards.files {
                try FileSystem.removeAll(file.path)
            }
        }
        let report = MergeReport(merge: merge, summary: summary)
        if request.reportsJSON {
            try Console.output([report.json])
        } else if request.verbosity != .quiet {
            try Console.output(report.lines)
        }
    }

    private func write(_ merge: ShardMerge) async throws -> MergeSummary {
        var output = OutputRequest()
        output.writesPage = merge.shards.pyramid.writesPage
        output.storeOptions.replacesExisting = request.replacesExisting
        output.storeOptions.linksDuplicateTiles = merge.shards.pyramid.linksDuplicateTiles
        let meter =
            request.verbosity == .quiet
            ? nil
            : ProgressMeter(
                title: request.output, pyramid: merge.pyramid, showsAtOnce: request.verbosity == .verbose)
        return try await output.write(
            merge.pyramid, format: merge.format, fingerprint: merge.shards.pyramid.fingerprint,
            to: OutputLocation(path: merge.shards.output, target: merge.target), meter: meter
        ) { store in
            try await merge.merge(into: store, threads: request.threads) { meter?.update($0) }
        }
    }
}
