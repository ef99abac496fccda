internal import ArgumentParser
internal import Concurrency
internal import Dispatch
internal import FilePyramids
internal import JSONDocuments
internal import Networking
internal import RemotePyramids
internal import TileContainers
internal import TileCutting
internal import TilePyramid
internal import TileStores
internal import ToolSupport

struct NetworkCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "network",
        abstract: "Measure how fast the tiles of a pyramid over the network are received.",
        discussion: """
            Requests tiles of the full-size level all at once, without a cache, decoding none.

            Example: tilebench network http://127.0.0.1:8080/big.dzi --tiles 3000
            """)

    @Argument(help: "The address of the pyramid.")
    var address: String

    @Option(help: "The number of tiles.")
    var tiles = 3000

    @Option(help: "The number of runs, of which the median is printed.")
    var runs = 5

    @Flag(help: "Print one JSON object.")
    var json = false

    func validate() throws {
        guard tiles >= 1, runs >= 1 else { throw ValidationError("--tiles and --runs take a number from 1.") }
    }

    func run() throws {
        try reportingFailures {
            let access = NetworkAccess(client: CachedHTTPClient(HTTPClient(), cache: nil))
            let opened = try Pyramids.openBlocking(PyramidLocation(address), network: access)
            guard let source = opened?.source as? any AsynchronousTileSource else {
                throw StoreError(.unreadable, path: address, "this is not a pyramid over the network.")
            }
            let results = try (0..<runs).map { _ in try Self.receive(tiles, of: source) }
            let seconds = median(results.map(\.seconds)), processor = median(results.map(\.processor))
            let bytes = results[0].bytes, rate = Double(tiles) / seconds
            print(
                json
                    ? JSONText.object([
                        ("tiles", "\(tiles)"), ("bytes", "\(bytes)"),
                        ("seconds", JSONText.number(seconds, digits: 4)),
                        ("tilesPerSecond", JSONText.number(rate, digits: 0)),
                        ("processorSeconds", JSONText.number(processor, digits: 4)),
                    ])
                    : "\(tiles) tiles, \(bytes) bytes: \(JSONText.number(seconds, digits: 3)) s, "
                        + "\(JSONText.number(rate, digits: 0)) tiles/s, \(JSONText.number(processor, digits: 3)) s of "
                        + "processor time")
        }
    }

    private struct Result {
        var seconds: Double, processor: Double, bytes: Int
    }

    private static func receive(_ count: Int, of source: any AsynchronousTileSource) throws -> Result {
        let level = source.pyramid.finestLevel
        let group = DispatchGroup()
        let outcome = Locked((bytes: 0, failure: (any Error)?.none))
        let start = (ContinuousClock.now, ProcessMetrics.processorTime)
        for number in 0..<count {
            let tile = number % level.grid.count
            let index = TileIndex(
                level: level.index, column: tile % level.grid.columns, row: tile / level.grid.columns)
            group.enter()
            _ = source.beginReading(index, urgency: .visible) { result in
                outcome.withLock { outcome in
                    switch result {
                    case .success(let tile): outcome.bytes += tile?.bytes.count ?? 0
                    case .failure(let error): outcome.failure = error
                    }
                }
                group.leave()
            }
        }
        group.wait()
        if let failure = outcome.withLock(\.failure) { throw failure }
        return Result(
            seconds: (ContinuousClock.now - start.0) / .seconds(1),
            processor: ProcessMetrics.processorTime - start.1, bytes: outcome.withLock(\.bytes))
    }
}
