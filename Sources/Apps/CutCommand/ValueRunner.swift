internal import FilePyramids
internal import ImageMetadata
internal import PyramidTools
internal import RemotePyramids
internal import TileContainers
internal import TileCutting
internal import TilePyramid
internal import TileStores
package import ToolSupport

/// Carries out a ``ValueRequest``: writes the pyramid and reports on it.
package struct ValueRunner: Sendable {
    private let request: ValueRequest
    private let signals = SignalWatcher()
    /// The image for messages.
    private let name: String

    /// Creates a runner; from here on the first Ctrl-C or SIGTERM stops the run in an orderly way.
    package init(_ request: ValueRequest) {
        self.request = request
        name = request.input == "-" ? "standard input" : PyramidLocation(request.input).publicText
    }

    /// Writes the pyramid.
    ///
    /// - Returns: ``ExitStatus/success``, or the status of the failure.
    package func run() async -> ExitStatus {
        do {
            try await write()
            return .success
        } catch let error as UsageError {
            Console.message("tilecut: \(error)")
            return .usage
        } catch {
            let failure = Failure(await explained(error), image: name, signal: signals.received)
            Console.message("tilecut: \(failure.text)")
            return failure.status
        }
    }

    private func write() async throws {
        ToolProcess.begin(name, tool: "tilecut")
        let standardInput = request.input == "-" ? try StandardInput() : nil
        defer { withExtendedLifetime(standardInput) {} }
        if standardInput == nil, !PyramidLocation(request.input).isRemote,
            ConvertRequest.isInPlace(request.output, FilePath.withoutTrailingSlashes(request.input))
        {
            throw UsageError("the pyramid would replace the image or lie inside it. Choose another output.")
        }
        let image = try await ValueImage.open(
            standardInput?.path ?? request.input, name: name, options: request.decoding,
            network: request.network)
        let plan = try ValuePyramidPlan(image, output: request.output, options: request.options)
        for warning in plan.warnings { Console.message(about: "tilecut: \(name)", "warning: \(warning)") }
        var report = ValueReport(plan: plan)
        if request.verbosity == .verbose { Console.message("tilecut: \(report.planText)") }
        if !request.isDryRun {
            let shortage = try FreeSpace.warning(
                at: plan.output, for: "the values", least: plan.leastBytes, estimate: plan.estimatedBytes)
            if let shortage { Console.message(about: "tilecut: \(name)", "warning: \(shortage)") }
            report.summary = try await write(plan)
        }
        if request.reportsJSON {
            try Console.output([report.json])
        } else if request.verbosity != .quiet || request.isDryRun {
            try Console.output(report.lines)
        }
    }

    private func write(_ plan: ValuePyramidPlan) async throws -> ValuePyramidSummary {
        let side = plan.options.side
        let meter =
            request.verbosity == .quiet
            ? nil
            : ProgressMeter(
                title: name, tileSize: PixelSize(width: side, height: side),
                showsAtOnce: request.verbosity == .verbose, writesEvents: request.verbosity == .events)
        let folders = try NewFolders(FilePath.parent(of: plan.output))
        do {
            let summary = try await signals.cancelling {
                signals.onTimeout(
                    "tilecut: \(name): interrupted; a partial pyramid is left. Run the same command again with --force."
                ) {}
                return try await plan.write { meter?.update($0) }
            }
            meter?.finish(succeeded: true)
            return summary
        } catch {
            meter?.finish(succeeded: false)
            folders.removeEmpty()
            throw explainedInterruption(error, path: name, signals)
        }
    }

    /// Returns the error of a pyramid of pictures, which has no values to be kept, instead of that of an unknown image.
    private func explained(_ error: any Error) async -> any Error {
        guard let codecError = error as? CodecError, request.input != "-", !ValueImage.isZarr(request.input),
            [.unreadable, .unsupported, .damaged].contains(codecError.code),
            let pyramid = try? await Pyramids.open(
                PyramidLocation(request.input), network: request.network ?? NetworkAccess(), formats: .standard),
            pyramid.format != .tiff
        else { return error }
        return CodecError(
            codecError.code, file: name,
            "this is a pyramid of pictures (\(pyramid.format.name)), which has no stored values. Convert it to another one, "
                + "such as .pmtiles.")
    }
}
