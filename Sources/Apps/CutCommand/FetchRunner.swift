internal import Concurrency
internal import FilePyramids
internal import Georeferencing
internal import JSONDocuments
internal import Numbers
internal import PyramidTools
internal import TileContainers
internal import TileCutting
internal import TilePyramid
internal import TileStores
package import ToolSupport

/// Carries out a ``FetchRequest``: fetches the tiles and reports on them.
package struct FetchRunner: Sendable {
    private let request: FetchRequest
    private let signals = SignalWatcher()
    /// The map for messages.
    private let name: String

    /// Creates a runner; from here on the first Ctrl-C or SIGTERM stops the run in an orderly way.
    package init(_ request: FetchRequest) {
        self.request = request
        name = PyramidLocation(request.input).publicText
    }

    /// Fetches the region.
    ///
    /// - Returns: ``ExitStatus/success``, or the status of the failure.
    package func run() async -> ExitStatus {
        do {
            try await fetch()
            return .success
        } catch let error as UsageError {
            Console.message("tilecut: \(error)")
            return .usage
        } catch let error as CuttingError where error.code == .interrupted {
            Console.message(Console.advised(interruption))
            return signals.received.map { .interrupted(bySignal: $0) } ?? .internalError
        } catch {
            let failure = Failure(error, image: name, signal: signals.received)
            Console.message("tilecut: \(failure.text)")
            return failure.status
        }
    }

    private var interruption: String {
        "tilecut: \(name): interrupted; what was fetched is kept. Run the same command to go on."
    }

    private func fetch() async throws {
        ToolProcess.begin(name, tool: "tilecut")
        var map = try await PyramidRequest.open(request.input, network: request.network, formats: .standard)
        for address in Self.addresses(of: map.source) { try request.checkPermission(of: address) }
        if request.zooms == nil { map = try map.withoutMissingZooms(in: request.region.unwrapped) }
        for warning in map.warnings { Console.message(about: "tilecut: \(name)", "warning: \(warning)") }
        var fetch = try RegionFetch(
            from: map, region: request.region, zooms: request.zooms, tileLimit: request.tileLimit)
        fetch.requestsPerSecond = request.requestsPerSecond
        if let zooms = request.zooms, zooms != fetch.zooms, request.verbosity != .quiet {
            Console.message(
                about: "tilecut: \(name)",
                "warning: the map has no zooms of \(zooms.lowerBound) to \(zooms.upperBound) but "
                    + "\(fetch.zooms.lowerBound) to \(fetch.zooms.upperBound).")
        }
        fetch.mayMixFormats = try request.target().capabilities.mayMixFormats
        let target = fetch.completed(try request.target())
        let path = target.path(forGiven: request.output)
        guard !request.isDryRun else { return try Console.output(plan(fetch, path)) }
        let meter = ProgressMeter(title: name, pyramid: fetch.pyramid, request.verbosity)
        defer { meter?.finish(succeeded: false) }
        var options = StoreOptions()
        options.replacesExisting = request.replacesExisting
        options.syncsFolders = request.syncsFolders
        let start = ContinuousClock.now
        let current = Locked<(any TileStore)?>(nil)
        let summary = try await signals.cancelling { [fetch, options, signals, interruption] in
            signals.onTimeout(interruption) { try? current.withLock(\.self)?.suspend() }
            return try await fetch.fetch(
                keeping: path + Self.suffix, onProgress: { meter?.update($0) },
                into: {
                    let store = try fetch.makeStore(at: path, options: options)
                    current.withLock { $0 = store }
                    return store
                })
        }
        meter?.finish(succeeded: true)
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        if request.reportsJSON {
            try Console.output([json(fetch, path, summary, seconds)])
        } else if request.verbosity != .quiet {
            try Console.output([line(path, summary, seconds)])
        }
    }

    /// The addresses of some tiles, which may be on several hosts; none of a file.
    private static func addresses(of source: any PyramidSource) -> [String] {
        let level = source.pyramid.finestLevel
        return (0..<min(8, level.grid.columns)).compactMap { column in
            source.fileName(of: TileIndex(level: level.index, column: column, row: 0))
        }
    }

    /// The suffix of the file that keeps tiles until all are there; it is added to the name of the output.
    private static let suffix = ".fetch"

    private func plan(_ fetch: RegionFetch, _ path: String) -> [String] {
        let rate = request.requestsPerSecond
        let time = rate > 0 ? ", \(NumberText.decimal(Double(fetch.tileCount) / rate / 60, digits: 0)) min" : ""
        return [
            "\(name) would become \(path): \(NumberText.count(fetch.tileCount, "tile")) of the zooms "
                + "\(fetch.zooms.lowerBound) to \(fetch.zooms.upperBound)\(time); nothing has been written"
        ]
    }

    private func line(_ path: String, _ summary: RegionFetchSummary, _ seconds: Double) -> String {
        let parts = [
            "\(path): \(NumberText.count(summary.tiles, "tile"))",
            summary.absentTiles > 0 ? "\(summary.absentTiles) that the map does not have" : nil,
            summary.resumedTiles > 0 ? "\(summary.resumedTiles) from an earlier run" : nil,
            NumberText.bytes(summary.bytes), "\(NumberText.decimal(seconds, digits: 2)) s",
        ]
        return parts.compactMap(\.self).joined(separator: ", ")
    }

    /// One JSON object on one line.
    ///
    /// The keys are `source`, `output`, `minzoom`, `maxzoom`, `tiles`, `absentTiles`, `resumedTiles`, `bytes` and `seconds`.
    private func json(_ fetch: RegionFetch, _ path: String, _ summary: RegionFetchSummary, _ seconds: Double) -> String
    {
        JSONText.object([
            JSONText.path("source", name), JSONText.path("output", path),
            ("minzoom", "\(fetch.zooms.lowerBound)"), ("maxzoom", "\(fetch.zooms.upperBound)"),
            ("tiles", "\(summary.tiles)"), ("absentTiles", "\(summary.absentTiles)"),
            ("resumedTiles", "\(summary.resumedTiles)"), ("bytes", "\(summary.bytes)"),
            ("seconds", NumberText.decimal(seconds, digits: 3)),
        ])
    }
}
