internal import FilePyramids
internal import Numbers
internal import PyramidTools
internal import TileContainers
internal import TileCutting
internal import TilePyramid
internal import ToolSupport

extension CutRunner {
    /// Prints the division of a cut into `count` shards, or cuts the shard that is requested.
    func runShards(_ count: Int, of plan: CutPlan, _ job: CutJob, position: String) async throws {
        let requirements = try job.target.requirements(at: job.output, pyramid: plan.pyramid, format: plan.format)
        let shards = try plan.shardPlan(
            count: count, coarseningLevels: request.shardLevels, for: requirements)
        warnOfWholeReading(job)
        guard !request.isDryRun, let selection = request.shard else {
            let report = ShardPlanReport(job: job, shards: shards, rowAccess: try plan.rowAccess())
            // For people the same in words, beside what programs read.
            if !request.reportsJSON, request.verbosity != .quiet { Console.message(report.lines) }
            return try Console.output([report.json], note: "Nothing has been written.")
        }
        var pyramid = ShardedPyramid(plan, shards, target: job.target, version: Version.number)
        pyramid.linksDuplicateTiles = request.output.storeOptions.linksDuplicateTiles
        pyramid.writesPage = request.output.writesPage
        let path = ShardedPyramid.path(ofShard: selection.number, of: count, for: job.output)
        let meter = ProgressMeter(
            title: "\(position)\(job.displayName) (shard \(selection.number) of \(count))", pyramid: plan.pyramid,
            request.verbosity)
        let folders = try job.location.folder.map(NewFolders.init)
        let summary: CutSummary
        do {
            summary = try await signals.cancelling { [pyramid] in
                try await plan.cutShard(
                    selection.number, of: shards, pyramid, for: requirements, into: path
                ) { meter?.update($0) }
            }
            meter?.finish(succeeded: true)
        } catch {
            meter?.finish(succeeded: false)
            folders?.removeEmpty()
            throw explainedInterruption(error, path: path, signals)
        }
        warn(summary.warnings.filter { !plan.warnings.contains($0) }, about: job)
        var report = CutReport(job: job, plan: plan, summary: summary)
        report.shard = CutReport.Shard(path: path, plan: shards, number: selection.number)
        if request.verbosity == .verbose, let reencoding = report.reencodingText {
            Console.message(about: "tilecut: \(job.displayName)", reencoding)
        }
        try output(report, on: job)
    }

    /// Warns of an option for which every shard reads the whole image before it begins.
    private func warnOfWholeReading(_ job: CutJob) {
        guard request.options.format == .automatic else { return }
        warn(
            [
                "--format auto makes every shard read the whole image first. Give the format that it chooses, which --dry-run "
                    + "prints without --shards."
            ], about: job)
    }
}

/// Returns the error of work that leaves nothing when it is interrupted; any other error as it is.
func explainedInterruption(_ error: any Error, path: String, _ signals: SignalWatcher) -> any Error {
    guard let error = error as? CuttingError, error.code == .interrupted, let signal = signals.received else {
        return error
    }
    return Failure(
        file: path, "interrupted; nothing is kept. Run the same command again.",
        status: .interrupted(bySignal: signal))
}
