internal import FilePyramids
internal import Files
internal import PyramidTools
internal import RemotePyramids
internal import TileContainers
internal import TileCutting
internal import TilePyramid
package import ToolSupport

/// Carries out a ``MergeRequest``: makes the pyramid of its shards and reports on it.
package struct MergeRunner: Sendable {
    private let request: MergeRequest
    private let signals = SignalWatcher()
    /// The pyramid for messages.
    private let name: String

    /// Creates a runner; from here on the first Ctrl-C or SIGTERM stops the run in an orderly way.
    package init(_ request: MergeRequest) {
        self.request = request
        name = PyramidLocation(request.input).publicText
    }

    /// Merges the shards.
    ///
    /// - Returns: ``ExitStatus/success``, or the status of the failure.
    package func run() async -> ExitStatus {
        do {
            try await merge()
            return .success
        } catch let error as UsageError {
            Console.message("tilecut: \(error)")
            return .usage
        } catch {
            let error = explainedInterruption(error, path: name, signals)
            let failure = Failure(error, image: name, signal: signals.received)
            Console.message("tilecut: \(failure.text)")
            return failure.status
        }
    }

    private func merge() async throws {
        ToolProcess.begin(name, tool: "tilecut")
        let shards = try await shards()
        let merge = try ShardMerge(shards)
        let location = try request.location(of: merge.target)
        for warning in merge.warnings {
            Console.message(about: "tilecut: \(name)", "warning: \(warning)")
        }
        let summary = try await signals.cancelling { try await write(merge, to: location) }
        if request.removesShards {
            for file in shards.files {
                try FileSystem.removeAll(file.path)
            }
        }
        let report = MergeReport(merge: merge, summary: summary, output: location.path)
        if request.reportsJSON {
            try Console.report([report.json], on: location)
        } else if request.verbosity != .quiet {
            try Console.report(report.lines, on: location)
        }
    }

    private func shards() async throws -> ShardSet {
        guard request.isRemote else { return try ShardSet(of: request.input, version: Version.number) }
        return try await signals.cancelling {
            try await ShardSet(
                at: request.input, count: request.shardCount, network: request.network,
                version: Version.number)
        }
    }

    private func write(_ merge: ShardMerge, to location: OutputLocation) async throws -> MergeSummary {
        var output = OutputRequest()
        output.writesPage = merge.shards.pyramid.writesPage && !location.isStandardOutput
        // What a killed merge of these shards has left is continued; with --force it is discarded.
        output.storeOptions.replacesExisting = request.replacesExisting
        output.storeOptions.syncsFolders = request.syncsFolders
        output.storeOptions.resumes = !request.replacesExisting
        output.storeOptions.linksDuplicateTiles = merge.shards.pyramid.linksDuplicateTiles
        let meter = ProgressMeter(title: name, pyramid: merge.pyramid, request.verbosity)
        return try await output.write(
            merge.pyramid, format: merge.format, fingerprint: merge.shards.pyramid.fingerprint,
            to: location, meter: meter
        ) { store in
            try await merge.merge(
                into: store,
                spoolingBeside: location.isStandardOutput
                    ? "\(TemporaryFiles.folder)/merge" : location.path,
                threads: request.threads
            ) { meter?.update($0) }
        }
    }
}
