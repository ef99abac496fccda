internal import FilePyramids
internal import PyramidTools
internal import TileContainers
internal import TileCutting
internal import TilePyramid
package import ToolSupport

/// Carries out an ``OverlayRequest``: lays one pyramid over another and reports on it.
package struct OverlayRunner: Sendable {
    private let request: OverlayRequest
    private let signals = SignalWatcher()

    /// Creates a runner; from here on the first Ctrl-C or SIGTERM stops the run in an orderly way.
    package init(_ request: OverlayRequest) {
        self.request = request
    }

    /// Makes the merged pyramid.
    ///
    /// - Returns: ``ExitStatus/success``, or the status of the failure.
    package func run() async -> ExitStatus {
        do {
            try await overlay()
            return .success
        } catch let error as UsageError {
            Console.message("tilecut: \(error)")
            return .usage
        } catch {
            let failure = Failure(error, image: request.overlay, signal: signals.received)
            Console.message("tilecut: \(failure.text)")
            return failure.status
        }
    }

    private func overlay() async throws {
        ToolProcess.begin(request.overlay, tool: "tilecut")
        let location = try request.location()
        func open(_ path: String) async throws -> OpenedPyramid {
            let opened = try await PyramidRequest.open(
                path, network: request.network, formats: request.output.formats)
            guard location.isStandardOutput || !ConvertRequest.isInPlace(location.path, opened.path) else {
                throw UsageError(
                    "the new pyramid would replace \(path) or lie inside it. Choose another output.")
            }
            return opened
        }
        var options = OverlayOptions()
        options.position = request.position
        options.quality = request.quality
        options.threads = request.threads
        let overlay = try await OverlayPlan(open(request.overlay), over: open(request.base), options: options)
        let (summary, conversion, warnings) = try await signals.cancelling {
            let (merged, summary) = try await overlay.render(beside: location.path)
            var options = ConversionOptions()
            options.target = location.target
            options.quality = request.quality
            options.threads = request.threads
            let plan = try ConversionPlan(merged.opened, options: options)
            return (summary, try await write(plan, fingerprint: overlay.fingerprint, to: location), plan.warnings)
        }
        for warning in warnings {
            Console.message(about: "tilecut: \(request.base)", "warning: \(warning)")
        }
        let report = OverlayReport(
            plan: overlay, output: location.path, target: location.target, summary: summary, conversion: conversion)
        if request.reportsJSON {
            try Console.report([report.json], on: location)
        } else if request.verbosity != .quiet {
            try Console.report(report.lines, on: location)
        }
    }

    private func write(
        _ plan: ConversionPlan, fingerprint: String, to location: OutputLocation
    ) async throws -> ConversionSummary {
        var output = request.output
        // What a killed run with the same pyramids has left is continued; with --force it is discarded.
        output.storeOptions.resumes = !output.storeOptions.replacesExisting
        let meter = ProgressMeter(
            title: request.output.path ?? request.base, pyramid: plan.pyramid, request.verbosity)
        return try await output.write(plan, fingerprint: fingerprint, to: location, meter: meter) { store in
            do {
                return try await plan.convert(into: store) { meter?.update($0) }
            } catch {
                try? store.discard()
                throw error
            }
        }
    }
}
