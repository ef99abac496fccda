import Concurrency
import LayerTree
import TestLimits
import Testing
import TilePyramid
import VectorDrawing

@testable import TiledLayers

@Suite(.timeLimited) struct TileCacheTests {
    /// 40×8 tiles of 262,144 bytes at full size, level 14.
    private let image = TiledImage(
        RecordedSource(Pyramid(size: PixelSize(width: 10240, height: 2048))), name: "image", decoder: FillDecoder())
    private let tileBytes = 262_144

    private func key(_ column: Int, _ row: Int = 0, level: Int = 14) -> TileKey {
        TileKey(image: image.id, index: tile(level, column, row))
    }

    /// Sets the demand, with a viewport of 512×512 pixels around the center of a tile of row 0.
    private func pin(
        _ requests: [(key: TileKey, reason: TileReason)], in cache: TileCache, around column: Double
    ) -> [TileKey] {
        let ranked = requests.enumerated().map { rank, request in
            RankedRequest(
                key: request.key, image: image, cost: image.pyramid.cost(of: request.key.index),
                priority: TilePriority(reason: request.reason, rank: rank, feed: 1))
        }
        let middle = Point(x: (column + 0.5) * 256, y: 128)
        let focus = TileFocus(
            middle: middle, bounds: Rect(x: middle.x - 256, y: middle.y - 256, width: 512, height: 512), level: 14,
            downsample: 1)
        return cache.state.withLock { cache in
            let demand = RankedDemand(ranked, foci: [(image, focus)], costLimit: cache.statistics.costLimit)
            cache.pin(demand)
            return cache.missing(of: demand.requests).map(\.key)
        }
    }

    /// Reserves room for a tile.
    private func reserve(_ key: TileKey, _ reason: TileReason = .view, rank: Int = 0, in cache: TileCache) -> Bool {
        let priority = TilePriority(reason: reason, rank: rank, feed: 1)
        return cache.state.withLock { $0.reserve(image.pyramid.cost(of: key.index), for: key, priority: priority) }
    }

    /// Reserves room for a tile and inserts it.
    private func load(_ key: TileKey, _ reason: TileReason = .view, rank: Int = 0, into cache: TileCache) -> Bool {
        guard reserve(key, reason, rank: rank, in: cache) else { return false }
        let buffer = PixelBuffer(size: image.pyramid.rect(of: key.index).size) { $0[0] = UInt32(key.index.column) }
        cache.state.withLock { $0.insert(.pixels(buffer), for: key, of: image, generation: 0) }
        return true
    }

    @Test func `30 tiles fit in 30 · 262,144 bytes, and the 31st evicts the tile farthest from the view`() {
        let cache = TileCache(costLimit: 30 * tileBytes)
        for column in 0..<30 {
            _ = pin([(key(column), .view)], in: cache, around: Double(column))
            #expect(load(key(column), into: cache))
        }
        #expect(cache.statistics.bytes == 7_864_320 && cache.statistics.tiles == 30)
        _ = pin([(key(30), .view)], in: cache, around: 20)
        #expect(load(key(30), into: cache))
        #expect(cache.tile(key(0)) == nil)
        #expect((1...30).allSatisfy { cache.tile(key($0)) != nil })
        #expect(cache.statistics.evictions == 1 && cache.statistics.highWaterMark == 7_864_320)
    }

    @Test(arguments: [(requestedLast: 4, evicted: 16), (requestedLast: 16, evicted: 4)])
    func `of two equally distant tiles, the less recently requested one is evicted`(requestedLast: Int, evicted: Int) {
        let cache = TileCache(costLimit: 2 * tileBytes)
        for column in [4, 16] {
            _ = pin([(key(column), .view)], in: cache, around: Double(column))
            #expect(load(key(column), into: cache))
        }
        _ = pin([(key(requestedLast), .view)], in: cache, around: Double(requestedLast))
        _ = pin([(key(10), .view)], in: cache, around: 10)
        #expect(load(key(10), into: cache))
        #expect(cache.tile(key(evicted)) == nil && cache.tile(key(requestedLast)) != nil)
    }

    @Test func `visible tiles are never evicted: a request without room beside them is cut off`() {
        let cache = TileCache(costLimit: 3 * tileBytes)
        let requests = (0..<5).map { (key: key($0), reason: TileReason.view) }
        #expect(pin(requests, in: cache, around: 0) == [key(0), key(1), key(2)])
        for (rank, request) in requests.enumerated() {
            #expect(load(request.key, rank: rank, into: cache) == (rank < 3))
        }
        #expect((0..<3).allSatisfy { cache.tile(key($0)) != nil })
        #expect(cache.statistics.bytes == 3 * tileBytes)
        // Farther away, other tiles are visible and the first ones no longer are.
        #expect(pin([(key(30), .view)], in: cache, around: 30) == [key(30)])
        #expect(load(key(30), into: cache))
    }

    @Test func `look-ahead tiles are evicted only for more urgent ones, the least urgent first`() {
        let cache = TileCache(costLimit: 3 * tileBytes)
        _ = pin(
            [(key(0), .lookAhead), (key(1), .lookAhead), (key(2), .ring)], in: cache, around: 5)
        for (rank, column) in [0, 1, 2].enumerated() {
            #expect(load(key(column), column == 2 ? .ring : .lookAhead, rank: rank, into: cache))
        }
        #expect(!load(key(3), .ring, rank: 3, into: cache))
        #expect(load(key(4), .lookAhead, rank: 0, into: cache))
        #expect(cache.tile(key(2)) == nil && cache.tile(key(1)) != nil)
        // Tile 4 is not requested, so it is evicted before those that are.
        #expect(load(key(5), .view, rank: 0, into: cache))
        #expect(cache.tile(key(4)) == nil && cache.tile(key(1)) != nil)
        _ = pin([(key(0), .lookAhead), (key(1), .lookAhead), (key(5), .view)], in: cache, around: 5)
        #expect(load(key(6), .view, rank: 1, into: cache))
        #expect(cache.tile(key(1)) == nil && cache.tile(key(0)) != nil)
    }

    @Test func `a finer tile in view stays until the tile that replaces it is cached`() {
        let cache = TileCache(costLimit: 3 * tileBytes)
        _ = pin([(key(0), .view)], in: cache, around: 0)
        #expect(load(key(0), into: cache))
        #expect(load(key(9), into: cache))
        // Zoomed out: level 13 is requested; tile 0 of level 14 shows a part of the view in the meantime.
        let middle = Point(x: 512, y: 512)
        let focus = TileFocus(
            middle: middle, bounds: Rect(x: 0, y: 0, width: 1024, height: 1024), level: 13, downsample: 2)
        let nothing = RankedDemand([], foci: [(image, focus)], costLimit: cache.statistics.costLimit)
        cache.state.withLock { $0.pin(nothing) }
        #expect(load(key(1, 1, level: 13), into: cache))
        #expect(load(key(1, 0, level: 13), into: cache))
        #expect(cache.tile(key(9)) == nil && cache.tile(key(0)) != nil)
        cache.state.withLock { $0.pin(nothing) }
        // Now the tile of level 13 covers it.
        cache.state.withLock { $0.setCostLimit(4 * tileBytes) }
        #expect(load(key(0, 0, level: 13), into: cache))
        cache.state.withLock { $0.pin(nothing) }
        #expect(load(key(0, 1, level: 13), into: cache))
        #expect(cache.tile(key(0)) == nil)
    }

    @Test func `a memory warning leaves the visible tiles and the base level, and nothing else`() {
        let cache = TileCache(costLimit: 30 * tileBytes)
        let requests: [(key: TileKey, reason: TileReason)] = [
            (key(0, level: 10), .base), (key(0, level: 11), .fallback), (key(0), .view), (key(1), .lookAhead),
            (key(2), .ring), (key(0, level: 13), .adjacentLevel),
        ]
        _ = pin(requests, in: cache, around: 0)
        for (rank, request) in requests.enumerated() {
            #expect(load(request.key, request.reason, rank: rank, into: cache))
        }
        #expect(load(key(20), .adjacentLevel, rank: 9, into: cache))
        cache.handleMemoryWarning()
        #expect(requests.map { cache.tile($0.key) != nil } == [true, true, true, false, false, false])
        #expect(cache.tile(key(20)) == nil)
        #expect(cache.statistics.evictions == 4 && cache.statistics.tiles == 3)
    }

    @Test func `a lower limit takes effect at once, in the end for visible tiles too`() {
        let cache = TileCache(costLimit: 10 * tileBytes)
        let requests = (0..<4).map { (key: key($0), reason: TileReason.view) }
        _ = pin(requests, in: cache, around: 0)
        for (rank, request) in requests.enumerated() {
            #expect(load(request.key, rank: rank, into: cache))
        }
        #expect(load(key(20), into: cache))
        cache.state.withLock { $0.setCostLimit(4 * tileBytes) }
        #expect(cache.tile(key(20)) == nil && cache.statistics.tiles == 4)
        cache.state.withLock { $0.setCostLimit(2 * tileBytes) }
        #expect((0..<4).map { cache.tile(key($0)) != nil } == [true, true, false, false])
        #expect(cache.statistics.bytes == 2 * tileBytes)
    }

    @Test func `room reserved for tiles being decoded counts, and is released if they are cancelled`() {
        let cache = TileCache(costLimit: 2 * tileBytes)
        _ = pin((0..<2).map { (key($0), .view) }, in: cache, around: 0)
        #expect(reserve(key(0), in: cache))
        #expect(reserve(key(1), in: cache))
        #expect(!reserve(key(2), in: cache))
        #expect(cache.statistics.bytes == 2 * tileBytes && cache.statistics.reservedBytes == 2 * tileBytes)
        cache.state.withLock { $0.cancelReservation(for: key(0)) }
        #expect(reserve(key(2), in: cache))
        #expect(cache.statistics.tiles == 0 && cache.statistics.highWaterMark == 2 * tileBytes)
    }

    @Test func `old pixels stay while there is room beside them for the new ones, and are evicted first otherwise`() {
        let cache = TileCache(costLimit: 2 * tileBytes)
        _ = pin([(key(0), .view), (key(1), .view)], in: cache, around: 0)
        #expect(load(key(0), into: cache))
        cache.state.withLock { $0.invalidate { $0.image == image.id } }
        #expect(cache.tile(key(0))?.isOutdated == true)
        #expect(pin([(key(0), .view), (key(1), .view)], in: cache, around: 0) == [key(0), key(1)])
        #expect(reserve(key(0), in: cache))
        #expect(cache.tile(key(0)) != nil)
        cache.state.withLock { $0.cancelReservation(for: key(0)) }
        #expect(load(key(1), rank: 1, into: cache))
        #expect(reserve(key(0), in: cache))
        #expect(cache.tile(key(0)) == nil && cache.tile(key(1)) != nil)
    }

    @Test func `hits and misses are counted when a tile comes into demand`() {
        let cache = TileCache(costLimit: 30 * tileBytes)
        _ = pin([(key(0), .view), (key(1), .view)], in: cache, around: 0)
        #expect(load(key(0), into: cache))
        _ = pin([(key(0), .view), (key(1), .view)], in: cache, around: 0)
        _ = pin([(key(5), .view)], in: cache, around: 5)
        _ = pin([(key(0), .view)], in: cache, around: 0)
        #expect(cache.statistics.misses == 3 && cache.statistics.hits == 1)
    }

    @Test func `1,000,000 keys that differ in image, level, column or row are distinct`() {
        let images = (0..<10).map { _ in
            TiledImage(RecordedSource(image.pyramid), name: "image", decoder: FillDecoder())
        }
        var keys: Set<TileKey> = []
        keys.reserveCapacity(1_000_000)
        for image in images {
            for level in 0..<10 {
                for column in 0..<100 {
                    for row in 0..<100 {
                        keys.insert(TileKey(image: image.id, index: tile(level, column, row)))
                    }
                }
            }
        }
        #expect(keys.count == 1_000_000)
    }
}
