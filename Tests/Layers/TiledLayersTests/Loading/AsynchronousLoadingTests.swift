import Concurrency
import LayerTree
import TestLimits
import Testing
import TilePyramid
import VectorDrawing

@testable import TiledLayers

/// Loading from a source that reads without workers, as a server is.
@Suite(.timeLimited) struct AsynchronousLoadingTests {
    private let source = PendingSource(Pyramid(size: PixelSize(width: 2048, height: 2048)))
    private let clock = ManualClock()
    private let executor: ManualTileExecutor
    private let loader: TileLoader
    private let image: TiledImage
    private let feed: TileFeed
    private let arrivals = Counter()

    private let first = TileRequest(tile(11, 0, 0), .view)
    private let second = TileRequest(tile(11, 1, 0), .view)
    private let other = TileRequest(tile(11, 7, 7), .lookAhead)

    init() {
        executor = ManualTileExecutor(clock: clock)
        loader = TileLoader(
            concurrency: TileLoaderConcurrency(reads: 8, decodes: 1), clock: clock, executor: executor)
        image = TiledImage(source, name: "image", decoder: FillDecoder())
        feed = TileFeed(of: image, from: loader) { [arrivals] in arrivals.increment() }
    }

    private func setDemand(_ requests: [TileRequest]) {
        feed.setDemand(TilePlan(level: 0, sharpLevel: 0, requests: requests))
        executor.advance()
    }

    @Test func `tiles are asked for together, no worker waits for them, and each is shown when it arrives`() {
        setDemand([first, second, other])
        #expect(source.pending == [first.index, second.index, other.index])
        #expect(executor.jobsInFlight.isEmpty)
        #expect(feed.state(of: first.index) == .reading)
        source.answer(second.index)
        executor.advance()
        #expect(feed.state(of: second.index) == .loaded && arrivals.value == 1)
        source.answer(first.index)
        source.answer(other.index)
        executor.advance()
        #expect(arrivals.value == 3 && loader.statistics.reads == 3 && loader.statistics.decodes == 3)
        #expect(loader.statistics.duplicates == 0 && loader.statistics.heldBytes == 0)
    }

    @Test func `a reading ends when its tile is no longer requested, and what arrives then counts for nothing`() {
        setDemand([first, second])
        setDemand([second])
        #expect(source.cancelled == [first.index])
        #expect(feed.state(of: first.index) == .idle && loader.statistics.droppedBeforeRead == 1)
        source.answer(first.index)
        executor.advance()
        #expect(loader.statistics.reads == 0 && feed.tile(first.index) == nil)
        // It is asked for again, and the earlier answer is not taken for the new one.
        setDemand([first, second])
        #expect(source.pending == [second.index, first.index])
        source.answer(first.index)
        source.answer(second.index)
        executor.advance()
        #expect(arrivals.value == 2 && loader.statistics.reads == 2)
    }

    @Test func `an earlier answer is not taken for that of a later request`() {
        setDemand([first])
        let early = source.takeCompletion(of: first.index)
        setDemand([])
        setDemand([first])
        early?(.success(RecordedSource.tile(tile(11, 5, 5))))
        executor.advance()
        #expect(feed.state(of: first.index) == .reading)
        source.answer(first.index)
        executor.advance()
        #expect(feed.tile(first.index)?.buffer[0, 0] == 0xFF0B_0000)
    }

    @Test func `a tile that comes into view is urgent, and one that leaves it is no longer`() {
        setDemand([other])
        #expect(source.urgencies[other.index] == .lookAhead)
        setDemand([TileRequest(other.index, .view)])
        #expect(source.urgencies[other.index] == .visible)
        setDemand([TileRequest(other.index, .ring)])
        #expect(source.urgencies[other.index] == .lookAhead)
        #expect(source.begun == 1)
    }

    @Test func `a failure is final, and named; a retry asks again`() {
        setDemand([first])
        source.fail(first.index, TestError("the server is gone"))
        executor.advance(by: 100)
        #expect(feed.state(of: first.index) == .failed(reason: "the server is gone", tries: 1, retryTime: nil))
        #expect(source.pending == [tile(10, 0, 0)], "a coarser one stands for it")
        loader.retryFailures()
        executor.advance()
        source.answer(first.index)
        executor.advance()
        #expect(feed.state(of: first.index) == .loaded)
    }

    @Test func `a tile that does not exist is absent, and a coarser one is asked for`() {
        setDemand([first])
        source.answer(first.index, with: nil)
        executor.advance()
        #expect(feed.state(of: first.index) == .absent && source.pending == [tile(10, 0, 0)])
    }

    @Test func `a tile that changes while it is read is read again`() {
        setDemand([first])
        feed.invalidate()
        source.answer(first.index)
        executor.advance()
        #expect(feed.tile(first.index) == nil && source.pending == [first.index])
        source.answer(first.index)
        executor.advance()
        #expect(feed.state(of: first.index) == .loaded)
    }

    @Test func `a tile that has changed at the server is read again, and the old one is shown meanwhile`() {
        setDemand([first, second])
        source.answer(first.index)
        source.answer(second.index)
        executor.advance()
        source.change(first.index)
        executor.advance()
        #expect(source.pending == [first.index])
        #expect(feed.tile(first.index)?.isOutdated == true && feed.tile(second.index)?.isOutdated == false)
        source.answer(first.index, with: RecordedSource.tile(tile(11, 5, 5)))
        executor.advance()
        #expect(feed.tile(first.index)?.buffer[0, 0] == 0xFF0B_0505 && arrivals.value == 3)
        // What is not loaded is not read for that.
        source.change(other.index)
        executor.advance()
        #expect(source.pending == [])
    }

    @Test func `no more are read at a time than the limit, and an answer at once is taken`() {
        let all = (0..<20).map { TileRequest(tile(11, $0 % 8, $0 / 8), .view) }
        setDemand(all)
        #expect(source.pending.count == 8)
        source.answersAtOnce = true
        source.answer(all[0].index)
        executor.advance()
        source.pending.forEach { source.answer($0) }
        executor.advance()
        #expect(all.allSatisfy { feed.state(of: $0.index) == .loaded } && arrivals.value == 20)
        #expect(source.begun == 20)
    }
}

/// A source whose tiles arrive when the test says so.
private final class PendingSource: AsynchronousTileSource, ChangingTileSource {
    typealias Completion = @Sendable (Result<EncodedTile?, any Error>) -> Void

    private struct State {
        var completions: [(index: TileIndex, completion: Completion)] = []
        var cancelled: [TileIndex] = []
        var urgencies: [TileIndex: TileUrgency] = [:]
        var begun = 0
        var answersAtOnce = false
        var observers: [@Sendable (TileIndex) -> Void] = []
    }

    private struct Reading: TileReading {
        let source: PendingSource
        let index: TileIndex

        func cancel() {
            source.state.withLock { state in
                guard state.completions.contains(where: { $0.index == index }) else { return }
                state.completions.removeAll { $0.index == index }
                state.cancelled.append(index)
            }
        }

        func setUrgency(_ urgency: TileUrgency) { source.state.withLock { $0.urgencies[index] = urgency } }
    }

    let pyramid: Pyramid
    private let state = Locked(State())

    init(_ pyramid: Pyramid) {
        self.pyramid = pyramid
    }

    var pending: [TileIndex] { state.withLock { $0.completions.map(\.index) } }
    var cancelled: [TileIndex] { state.withLock(\.cancelled) }
    var urgencies: [TileIndex: TileUrgency] { state.withLock(\.urgencies) }
    var begun: Int { state.withLock(\.begun) }
    var answersAtOnce: Bool {
        get { state.withLock(\.answersAtOnce) }
        set { state.withLock { $0.answersAtOnce = newValue } }
    }

    var isOffline: Bool { false }

    func observeChanges(_ observer: @escaping @Sendable (TileIndex) -> Void) {
        state.withLock { $0.observers.append(observer) }
    }

    /// Notifies the observers that a tile has changed.
    func change(_ index: TileIndex) { state.withLock(\.observers).forEach { $0(index) } }

    func read(_ index: TileIndex) throws -> EncodedTile? { throw TestError("a loader reads without waiting") }

    func beginReading(
        _ index: TileIndex, urgency: TileUrgency, completion: @escaping Completion
    ) -> any TileReading {
        let isAnswered = state.withLock { state in
            state.begun += 1
            state.urgencies[index] = urgency
            if !state.answersAtOnce { state.completions.append((index, completion)) }
            return state.answersAtOnce
        }
        if isAnswered { completion(.success(RecordedSource.tile(index))) }
        return Reading(source: self, index: index)
    }

    func takeCompletion(of index: TileIndex) -> Completion? {
        state.withLock { state in
            let number = state.completions.firstIndex { $0.index == index }
            return number.map { state.completions.remove(at: $0).completion }
        }
    }

    func answer(_ index: TileIndex) { answer(index, with: RecordedSource.tile(index)) }

    func answer(_ index: TileIndex, with tile: EncodedTile?) { takeCompletion(of: index)?(.success(tile)) }

    func fail(_ index: TileIndex, _ error: any Error) { takeCompletion(of: index)?(.failure(error)) }
}
