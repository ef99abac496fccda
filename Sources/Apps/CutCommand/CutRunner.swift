internal import FilePyramids
internal import Files
internal import Glibc
internal import Mosaics
internal import Numbers
internal import TileContainers
internal import TileCutting
internal import TilePyramid
package import ToolSupport

/// Carries out a ``CutRequest``: cuts image after image and reports on each.
///
/// Progress, warnings and failures are written to standard error, summaries to standard output.
package struct CutRunner: Sendable {
    let request: CutRequest
    let signals = SignalWatcher()

    /// Creates a runner; from here on the first Ctrl-C or SIGTERM stops the run in an orderly way.
    package init(_ request: CutRequest) {
        self.request = request
    }

    /// Cuts all images, one after the other.
    ///
    /// After a failure the other images are still cut; failures are listed again at the end.
    ///
    /// - Returns: ``ExitStatus/success``, or the status of the first failure.
    package func run() async -> ExitStatus {
        let list: CutJobs
        do {
            list = try request.jobs()
        } catch {
            Console.message("tilecut: \(error)")
            return .usage
        }
        let jobs = list.jobs
        if let companions = list.companions, request.verbosity != .quiet {
            Console.message("tilecut: \(companions)")
        }
        var failures = list.conflicts
        for failure in failures { Console.message("tilecut: \(failure.text)") }
        for (number, job) in jobs.enumerated() {
            do {
                try await run(
                    job, position: jobs.count > 1 ? "\(number + 1)/\(jobs.count) " : "",
                    following: jobs.count - number - 1)
            } catch {
                let error = await explained(error, of: job)
                let failure = Failure(error, image: job.displayName, signal: signals.received)
                Console.message("tilecut: \(failure.text)")
                failures.append(failure)
            }
            if signals.received != nil {
                reportUnstarted(jobs.count - number - 1, &failures)
                break
            }
        }
        let count = jobs.count + list.conflicts.count
        if count > 1, !failures.isEmpty {
            Console.message(
                ["tilecut: \(failures.count) of \(count) images failed:"] + failures.map { "  \($0.text)" })
        }
        return failures.first?.status ?? .success
    }

    private func reportUnstarted(_ count: Int, _ failures: inout [Failure]) {
        guard count > 0, let signal = signals.received else { return }
        let failure = Failure(
            file: NumberText.count(count, "further image"), "not started.", status: .interrupted(bySignal: signal))
        if failures.isEmpty {
            failures.append(failure)
        }
        Console.message("tilecut: \(failure.text)")
    }

    private func run(_ job: CutJob, position: String, following: Int) async throws {
        ToolProcess.begin(job.displayName, tool: "tilecut")
        let standardInput = job.image == "-" ? try StandardInput() : nil
        defer { withExtendedLifetime(standardInput) {} }
        let arrays = try await job.arrays(request.network)
        let input = arrays == nil ? job.input(standardInput?.path) : nil
        var options = request.options
        options.shape = job.target.shape
        options.isCentered = job.target.isCentered
        if job.target.capabilities.holdsFullSizeOnly {
            options.levelCount = 1
        }
        var placeWarnings: [String] = []
        if job.target.capabilities.isMapTiled {
            placeWarnings = try request.output.place(&options, input, arrays: arrays)
            options.minimumZoom = request.output.minimumZoom
            options.maximumZoom = request.output.maximumZoom
        }
        let plan = try job.plan(arrays, input, options)
        let job = try completed(job, by: plan, of: input, arrays)
        warn(placeWarnings + plan.warnings + request.output.warnings(for: job.location), about: job)
        if request.verbosity == .verbose {
            let report = CutReport(job: job, plan: plan)
            Console.message("tilecut: \(job.displayName): \(report.planText)")
        }
        if let count = request.shard?.count ?? request.shardCount {
            return try await runShards(count, of: plan, job, position: position)
        }
        guard !request.isDryRun else {
            return try output(CutReport(job: job, plan: plan), on: job)
        }
        let meter = ProgressMeter(title: position + job.displayName, pyramid: plan.pyramid, request.verbosity)
        let summary: CutSummary
        do {
            summary = try await signals.cancelling { try await cut(plan, job, meter, following: following) }
        } catch let error as StoreError where isFinishedBefore(job, error) {
            if request.verbosity != .quiet {
                Console.message("tilecut: \(error.path): complete already; left unchanged. Make it again with --force.")
            }
            return
        }
        warn(summary.warnings.filter { !plan.warnings.contains($0) }, about: job)
        let report = CutReport(job: job, plan: plan, summary: summary)
        if request.verbosity == .verbose, let reencoding = report.reencodingText {
            Console.message(about: "tilecut: \(job.displayName)", reencoding)
        }
        try output(report, on: job)
    }

    /// Returns whether an image that was to be resumed failed only because an earlier run had finished its pyramid; false
    /// if the image has changed since.
    private func isFinishedBefore(_ job: CutJob, _ error: StoreError) -> Bool {
        guard error.code == .exists, request.output.storeOptions.resumes, job.image != "-"
        else { return false }
        var pyramid = stat()
        guard Files.stat(error.path, &pyramid) == 0 else { return false }
        let finished = pyramid.st_mtim
        return job.images.allSatisfy { path in
            var image = stat()
            guard Files.stat(path, &image) == 0 else { return false }
            return (image.st_mtim.tv_sec, image.st_mtim.tv_nsec) <= (finished.tv_sec, finished.tv_nsec)
        }
    }

    func warn(_ warnings: [String], about job: CutJob) {
        for warning in warnings {
            Console.message(about: "tilecut: \(job.displayName)", "warning: \(warning)")
        }
    }

    func output(_ report: CutReport, on job: CutJob) throws(Failure) {
        if request.reportsJSON {
            try Console.report([report.json], on: job.location)
        } else if request.verbosity != .quiet || request.isDryRun {
            try Console.report(report.lines, on: job.location)
        }
    }
}
