internal import FilePyramids
internal import PyramidTools
internal import RemotePyramids
internal import TileCutting
internal import TilePyramid
package import ToolSupport

/// Carries out a ``ConvertRequest``: converts the pyramid and reports on it.
package struct ConvertRunner: Sendable {
    private let request: ConvertRequest
    private let signals = SignalWatcher()
    /// The pyramid for messages.
    private let name: String

    /// Creates a runner; from here on the first Ctrl-C or SIGTERM stops the run in an orderly way.
    package init(_ request: ConvertRequest) {
        self.request = request
        name = PyramidLocation(request.input).publicText
    }

    /// Converts the pyramid.
    ///
    /// - Returns: ``ExitStatus/success``, or the status of the failure.
    package func run() async -> ExitStatus {
        do {
            try await convert()
            return .success
        } catch let error as UsageError {
            Console.message("tilecut: \(error)")
            return .usage
        } catch {
            let failure = Failure(error, image: name, signal: signals.received)
            Console.message("tilecut: \(failure.text)")
            return failure.status
        }
    }

    private func convert() async throws {
        ToolProcess.begin(name, tool: "tilecut")
        let location = try request.location()
        var opened = try await PyramidRequest.open(
            request.input, network: request.network, formats: request.output.formats)
        guard location.isStandardOutput || !ConvertRequest.isInPlace(location.path, opened.path) else {
            throw UsageError("the new pyramid would replace the old one or lie inside it. Choose a path outside of it.")
        }
        if request.omitsMissingZooms { opened = try opened.withoutMissingZooms() }
        var options = request.options
        options.target = location.target
        let plan = try ConversionPlan(opened, options: options)
        for warning in plan.warnings + request.output.warnings(for: location) {
            Console.message(about: "tilecut: \(name)", "warning: \(warning)")
        }
        var report = ConvertReport(plan: plan, input: name, output: location.path)
        if !request.isDryRun {
            report.conversion = try await signals.cancelling { try await write(plan, to: location) }
        }
        if request.reportsJSON {
            try Console.report([report.json], on: location)
        } else if request.verbosity != .quiet || request.isDryRun {
            try Console.report(report.lines, on: location)
        }
    }

    private func write(_ plan: ConversionPlan, to location: OutputLocation) async throws -> ConversionSummary {
        let meter = ProgressMeter(title: name, pyramid: plan.pyramid, request.verbosity)
        return try await request.output.write(plan, to: location, meter: meter) { store in
            signals.onTimeout("tilecut: \(name): \(CuttingError.interrupted.message)") {
                try? store.suspend()
            }
            return try await plan.convert(into: store) { meter?.update($0) }
        }
    }
}
