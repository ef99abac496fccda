import Concurrency
import LayerTree
import TestLimits
import TestSupport
import Testing
import TilePyramid
import TileStores
import TiledLayers
import VectorDrawing

@testable import TileViewing

@Suite(.timeLimited) struct ComposedTilesTests {
    /// The color of a tile, of one color.
    private static func color(_ index: TileIndex) -> UInt32 {
        0xFF00_0000 | UInt32(index.column % 8 * 32) << 16 | UInt32(index.row % 8 * 32) << 8 | 0x40
    }

    /// A map without coarse zooms: tiles of 16 pixels from `zoom` on, of which those in `columns` and `rows` exist.
    private func source(
        zoom: Int, _ columns: Range<Int>, _ rows: Range<Int>, isHeld: Bool = false,
        failing: Set<TileIndex> = []
    ) -> HeldTiles {
        func shape(_ zoom: Int, _ scale: Int) -> LevelShape {
            LevelShape(
                size: PixelSize(width: columns.count * 16 * scale, height: rows.count * 16 * scale),
                tileSize: PixelSize(width: 16, height: 16), downsample: 2 / Double(scale),
                origin: PixelOffset(x: columns.lowerBound * 16 * scale, y: rows.lowerBound * 16 * scale))
        }
        let pyramid = Pyramid(levels: [shape(zoom, 1), shape(zoom + 1, 2)], padsTiles: true)
        return HeldTiles(pyramid, isHeld: isHeld, failing: failing) { index in
            let color = Self.color(index)
            return PNGFixture(width: 16, height: 16) { _, _, channel in Int(color >> (16 - 8 * UInt32(channel)) & 255) }
                .encoded()
        }
    }

    private func pixels(_ tile: EncodedTile?, _ size: PixelSize) throws -> PixelBuffer {
        try PooledTileDecoder().decode(try #require(tile), size: size, name: "")
    }

    @Test(arguments: [(0, 0, 20, 12), (8, 4, 20, 12), (5, 3, 20, 12), (31, 17, 33, 9)])
    func `a composed tile shows the tiles below it, wherever the map begins`(
        left: Int, top: Int, columns: Int, rows: Int
    ) throws {
        let source = source(zoom: 6, left..<left + columns, top..<top + rows)
        let tiles = ComposedTiles(source, name: "map") { _ in }
        let pyramid = tiles.pyramid
        #expect(tiles.composedLevelCount == 5 || pyramid.levels[0].grid.count <= 4)
        for level in pyramid.levels[..<tiles.composedLevelCount] {
            let side = 16 >> (tiles.composedLevelCount - level.index)
            guard side > 0 else { continue }
            for index in pyramid.indices where index.level == level.index {
                let buffer = try pixels(try tiles.read(index), pyramid.storedSize(of: index))
                let rect = pyramid.rect(of: index)
                let offset = pyramid.offsetInTile(of: index)
                for y in 0..<rect.size.height {
                    for x in 0..<rect.size.width {
                        let own = TileIndex(level: 0, column: (rect.x + x) / side, row: (rect.y + y) / side)
                        #expect(buffer[offset.x + x, offset.y + y] == Self.color(own), "\(index) \(x),\(y)")
                    }
                }
            }
        }
        // Its own levels are its own.
        let own = TileIndex(level: pyramid.finestLevel.index, column: 3, row: 1)
        #expect(try tiles.read(own) == source.read(TileIndex(level: 1, column: 3, row: 1)))
    }

    @Test func `some tiles are requested at a time, and further ones as they arrive`() {
        let source = source(zoom: 5, 0..<32, 0..<32, isHeld: true)
        let tiles = ComposedTiles(source, name: "map") { _ in }
        #expect(tiles.composedLevelCount == 5)
        let result = Locked<Bool>(false)
        _ = tiles.beginReading(TileIndex(level: 0, column: 0, row: 0), urgency: .visible) { _ in
            result.withLockAndNotify { $0 = true }
        }
        for round in 0..<16 {
            #expect(source.waitForRequests(64 * (round + 1)) == 64 * (round + 1))
            source.release(64)
        }
        let _: Bool = result.wait { $0 ? true : nil }
        #expect(source.requestCount == 1024)
    }

    @Test func `a composed tile that is not wanted any more ends its requests`() {
        let source = source(zoom: 5, 0..<32, 0..<32, isHeld: true)
        let tiles = ComposedTiles(source, name: "map") { _ in }
        let reading = tiles.beginReading(TileIndex(level: 0, column: 0, row: 0), urgency: .visible) { _ in }
        #expect(source.waitForRequests(64) == 64)
        reading.cancel()
        #expect(source.cancelledCount == 64)
        // The next one has its turn.
        _ = tiles.beginReading(TileIndex(level: 1, column: 1, row: 1), urgency: .visible) { _ in }
        #expect(source.waitForRequests(128) == 128)
    }

    @Test func `four tiles are composed at a time, those in view first`() {
        let source = source(zoom: 5, 0..<32, 0..<32, isHeld: true)
        let tiles = ComposedTiles(source, name: "map") { _ in }
        let done = Locked<[Int]>([])
        func begin(_ column: Int, _ urgency: TileUrgency) {
            _ = tiles.beginReading(TileIndex(level: 4, column: column, row: 0), urgency: urgency) { _ in
                done.withLockAndNotify { $0.append(column) }
            }
        }
        for column in 0..<5 { begin(column, .lookAhead) }
        begin(5, .visible)
        #expect(source.waitForRequests(16) == 16)
        source.release(4)
        // The fifth had waited longer, and the sixth is in view.
        #expect(source.waitForRequests(20) == 20)
        #expect(source.lastRequest?.column == 11)
        source.release(20)
        #expect(source.waitForRequests(24) == 24)
        source.release(20)
        let _: Bool = done.wait { $0.count == 6 ? true : nil }
    }

    @Test func `tiles that fail leave gaps, and their reasons are reported`() throws {
        let reasons = Locked<[String]>([])
        let bad = TileIndex(level: 0, column: 1, row: 0)
        let source = source(zoom: 5, 0..<20, 0..<20, failing: [bad])
        let tiles = ComposedTiles(source, name: "map") { reason in reasons.withLock { $0.append(reason) } }
        let index = TileIndex(level: tiles.composedLevelCount - 1, column: 0, row: 0)
        let buffer = try pixels(try tiles.read(index), tiles.pyramid.storedSize(of: index))
        #expect(buffer[0, 0] == Self.color(TileIndex(level: 0, column: 0, row: 0)) && buffer[8, 0] == 0)
        #expect(reasons.withLock(\.self) == ["no such road"])
    }

    @Test func `a tile of which all tiles fail is a failure, and one without tiles is absent`() throws {
        let bad = Set((0..<2).flatMap { row in (0..<2).map { TileIndex(level: 0, column: $0, row: row) } })
        let source = source(zoom: 5, 0..<20, 0..<20, failing: bad)
        let tiles = ComposedTiles(source, name: "map") { _ in }
        let level = tiles.composedLevelCount - 1
        #expect(throws: HeldTiles.Failure.self) { try tiles.read(TileIndex(level: level, column: 0, row: 0)) }
        let none = HeldTiles(source.pyramid, isHeld: false, failing: []) { _ in nil }
        let absent = ComposedTiles(none, name: "map") { _ in }
        #expect(try absent.read(TileIndex(level: level, column: 0, row: 0)) == nil)
    }
}

/// Tiles that arrive when a test releases them.
final class HeldTiles: AsynchronousTileSource {
    struct Failure: Error, CustomStringConvertible {
        var description: String { "no such road" }
    }

    typealias Completion = @Sendable (Result<EncodedTile?, any Error>) -> Void

    private struct State {
        var held: [(TileIndex, Completion)] = []
        var requests: [TileIndex] = []
        var cancelled = 0
    }

    private struct Reading: TileReading {
        let source: HeldTiles

        func cancel() { source.state.withLock { $0.cancelled += 1 } }
        func setUrgency(_ urgency: TileUrgency) {}
    }

    let pyramid: Pyramid
    private let isHeld: Bool
    private let failing: Set<TileIndex>
    private let bytes: @Sendable (TileIndex) -> [UInt8]?
    private let state = Locked(State())

    init(
        _ pyramid: Pyramid, isHeld: Bool, failing: Set<TileIndex>,
        bytes: @escaping @Sendable (TileIndex) -> [UInt8]?
    ) {
        self.pyramid = pyramid
        self.isHeld = isHeld
        self.failing = failing
        self.bytes = bytes
    }

    var requestCount: Int { state.withLock { $0.requests.count } }
    var cancelledCount: Int { state.withLock { $0.cancelled } }
    var lastRequest: TileIndex? { state.withLock { $0.requests.last } }

    /// Waits until so many tiles have been requested; returns how many were.
    func waitForRequests(_ count: Int) -> Int { state.wait { $0.requests.count >= count ? $0.requests.count : nil } }

    /// Delivers the tiles that have waited longest.
    func release(_ count: Int) {
        let released = state.withLock { state in
            defer { state.held.removeFirst(min(count, state.held.count)) }
            return Array(state.held.prefix(count))
        }
        for (index, completion) in released { completion(result(index)) }
    }

    private func result(_ index: TileIndex) -> Result<EncodedTile?, any Error> {
        if failing.contains(index) { return .failure(Failure()) }
        return .success(bytes(index).map { EncodedTile(bytes: $0, format: .png) })
    }

    func beginReading(
        _ index: TileIndex, urgency: TileUrgency, completion: @escaping Completion
    ) -> any TileReading {
        state.withLockAndNotify { state in
            state.requests.append(index)
            if isHeld { state.held.append((index, completion)) }
        }
        if !isHeld { completion(result(index)) }
        return Reading(source: self)
    }

    func read(_ index: TileIndex) throws -> EncodedTile? { try result(index).get() }
}
