import ImageCodecs
import LockedState
import TestSupport
import Testing
import TilePyramid

@testable import TileCutting

@Suite(.timeLimit(.minutes(60))) struct CutReadyTilesTests {
    private static func plan(
        _ width: Int, _ height: Int, chroma: TileEncoding.Chroma = .halved,
        _ change: (inout CutOptions) -> Void = { _ in }
    ) throws -> CutPlan {
        var options = CutOptions()
        options.tileSize = 64
        change(&options)
        let jpeg = try TestJPEG.make(width: width, height: height, chroma: chroma)
        return try CutPlan(.bytes(jpeg, name: "test.jpg"), options: options)
    }

    private static func cut(
        _ plan: CutPlan, finished: [TileIndex: EncodedTile] = [:],
        onWrite: @escaping @Sendable (Int) throws -> Void = { _ in }
    ) throws -> (summary: CutSummary, store: MemoryTileStore.Record) {
        let store = MemoryTileStore(pyramid: plan.pyramid, finished: finished, onWrite: onWrite)
        let summary = try plan.cut(into: store, interruption: Interruption(), onProgress: nil)
        return (summary, store.state)
    }

    @Test(arguments: [TileEncoding.Chroma.halved, .full], [1, 2, 4])
    func `the full size is cut without loss, and all other tiles are made from it`(
        chroma: TileEncoding.Chroma, threads: Int
    ) throws {
        let plan = try Self.plan(300, 210, chroma: chroma) { $0.threads = threads }
        let (summary, store) = try Self.cut(plan)
        #expect(summary.readyTiles == 5 * 4)
        #expect(summary.obstacleToReadyTiles == nil)
        #expect(Set(store.tiles.keys) == Set(plan.pyramid.indices))
        #expect(store.written.count == plan.pyramid.tileCount)
        #expect(store.endings == ["finish"])
        for (index, tile) in store.tiles {
            let image = try openImage(.bytes(tile.bytes, name: "\(index)"))
            #expect(image.info.size == plan.pyramid.rect(of: index).size)
        }
    }

    @Test func `tiles are the same however many threads there are`() throws {
        let one = try Self.cut(Self.plan(300, 210) { $0.threads = 1 }).store.tiles
        #expect(try Self.cut(Self.plan(300, 210) { $0.threads = 4 }).store.tiles == one)
    }

    @Test(arguments: [(1, 1), (16, 16), (63, 64), (65, 64), (64, 65), (129, 1), (1, 200)])
    func `pictures of every shape have all their tiles`(width: Int, height: Int) throws {
        let plan = try Self.plan(width, height)
        let store = try Self.cut(plan).store
        #expect(Set(store.tiles.keys) == Set(plan.pyramid.indices))
        for (index, tile) in store.tiles {
            let image = try openImage(.bytes(tile.bytes, name: "\(index)"))
            #expect(image.info.size == plan.pyramid.rect(of: index).size)
        }
    }

    @Test func `finished tiles are not written again`() throws {
        let plan = try Self.plan(300, 210)
        var finished: [TileIndex: EncodedTile] = [:]
        for (place, index) in plan.pyramid.indices.enumerated() where place % 3 != 0 {
            finished[index] = EncodedTile(bytes: [7], format: .jpeg)
        }
        let (summary, store) = try Self.cut(plan, finished: finished)
        #expect(Set(store.written) == Set(plan.pyramid.indices).subtracting(finished.keys))
        #expect(summary.resumedTiles == finished.count)
    }

    @Test func `the full size can be made from pixels all the same`() throws {
        let summary = try Self.cut(Self.plan(300, 210) { $0.lossless = .never }).summary
        #expect(summary.readyTiles == 0)
        #expect(summary.obstacleToReadyTiles == "that was asked for")
    }

    @Test func `what stands in the way is said, and is an error where no loss is allowed`() throws {
        let summary = try Self.cut(Self.plan(300, 210) { $0.overlap = 1 }).summary
        #expect(summary.readyTiles == 0)
        #expect(summary.obstacleToReadyTiles == "the tiles are to overlap")

        let plan = try Self.plan(300, 210) {
            $0.overlap = 1
            $0.lossless = .required
        }
        let store = MemoryTileStore(pyramid: plan.pyramid)
        #expect {
            try plan.cut(into: store, interruption: Interruption(), onProgress: nil)
        } throws: {
            ($0 as? CuttingError)?.message == "the full size cannot be cut without loss: the tiles are to overlap."
        }
        #expect(store.state.written.isEmpty)
    }

    @Test func `blank tiles can be left out only where there are pixels`() throws {
        let summary = try Self.cut(Self.plan(300, 210) { $0.skipsBlank = 0 }).summary
        #expect(summary.obstacleToReadyTiles == "blank tiles are to be left out")
    }

    @Test func `tiles with tables of their own are smaller and hold the same picture`() throws {
        let plain = try Self.cut(Self.plan(300, 210))
        let optimised = try Self.cut(Self.plan(300, 210) { $0.optimisesHuffman = true })
        #expect(optimised.summary.bytes < plain.summary.bytes)
        #expect(optimised.summary.readyTiles == plain.summary.readyTiles)
    }

    @Test(arguments: [1, 3], [0, 7, 20])
    func `a store that fails ends the run with its error`(threads: Int, count: Int) throws {
        struct Full: Error {}
        let plan = try Self.plan(300, 210) { $0.threads = threads }
        #expect(throws: Full.self) {
            try Self.cut(plan) { written in
                if written >= count { throw Full() }
            }
        }
    }
}
