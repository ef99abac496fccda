import Foundation
import ImageCodecs
import TestLimits
import TestSupport
import Testing
import TileCutting
import TilePyramid
import TileStores

@testable import PyramidTools

@Suite(.timeLimited) struct ShardSetTests {
    private let cut: ShardedCut

    init() throws {
        cut = try ShardedCut(ShardedCut.image(40, 120), PyramidTarget(.pmtiles))
    }

    private func failure() -> StoreError? {
        do {
            _ = try ShardSet(of: cut.path(in: "many"), version: "test")
            return nil
        } catch {
            return error as? StoreError
        }
    }

    private func bytes(_ number: Int, of count: Int) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: cut.shardPath(number, of: count)))
    }

    private func write(_ bytes: Data, _ number: Int, of count: Int) throws {
        try bytes.write(to: URL(fileURLWithPath: cut.shardPath(number, of: count)))
    }

    @Test func `missing shards are named`() async throws {
        try await cut.cutShards(3)
        try FileManager.default.removeItem(atPath: cut.shardPath(2, of: 3))
        #expect(failure()?.code == .unreadable)
        #expect(failure()?.path == cut.shardPath(2, of: 3))
        #expect(failure()?.message == "shard 2 of 3 is missing. Cut what is missing: shard 2/3.")
        try FileManager.default.removeItem(atPath: cut.shardPath(3, of: 3))
        #expect(failure()?.message == "shards 2, 3 of 3 are missing. Cut what is missing: shard 2/3.")
    }

    @Test func `a folder without shards says how they are made`() {
        #expect(failure()?.code == .unreadable)
        #expect(failure()?.message.contains("such as shard 1/4 of ") == true)
    }

    @Test func `shards of two divisions are not mixed`() async throws {
        try await cut.cutShards(2)
        try await cut.cutShard(1, of: 3)
        #expect(failure()?.message.contains("several divisions") == true)
        #expect(failure()?.message.contains(cut.shardPath(1, of: 3)) == true)
    }

    @Test func `a shard under the name of another is refused`() async throws {
        try await cut.cutShards(3)
        try write(bytes(1, of: 3), 2, of: 3)
        #expect(failure()?.path == cut.shardPath(2, of: 3))
        #expect(failure()?.message == "this is shard 1 of 3 under another name. Cut shard 2 again.")
    }

    @Test func `a shard of another image, of other options or of another version is refused`() async throws {
        try await cut.cutShards(3)
        var other = cut
        other.image = ShardedCut.image(40, 119)
        try await other.cutShard(2, of: 3)
        #expect(failure()?.path == cut.shardPath(2, of: 3))
        #expect(failure()?.message.hasPrefix("this shard was cut from another image, or with other options") == true)
        other = cut
        other.options.background.red = 0
        try await other.cutShard(2, of: 3)
        #expect(failure()?.path == cut.shardPath(2, of: 3))
        try await cut.cutShard(2, of: 3, version: "older")
        #expect(failure()?.message.hasPrefix("this shard was cut by version older, and this is test.") == true)
        try await cut.cutShard(2, of: 3)
        #expect(failure() == nil)
    }

    @Test func `several damaged shards are all named`() async throws {
        try await cut.cutShards(3)
        for number in [1, 3] {
            try write(bytes(number, of: 3).dropLast(), number, of: 3)
        }
        let message = try #require(failure()).message
        #expect(message.contains(cut.shardPath(1, of: 3)) && message.contains(cut.shardPath(3, of: 3)))
        #expect(!message.contains(cut.shardPath(2, of: 3)))
    }

    @Test func `what an interrupted shard has left is replaced by the next run`() async throws {
        try await cut.cutWhole()
        try await cut.cutShards(2)
        let good = try bytes(1, of: 2)
        try write(Data([1, 2, 3]), 1, of: 2)
        try cut.folder.writeLeftover(
            good.prefix(1000), to: String(cut.shardPath(1, of: 2).dropFirst(cut.folder.path.count + 1)) + ".partial")
        try await cut.cutShard(1, of: 2)
        #expect(try bytes(1, of: 2) == good)
        try await cut.merge()
        #expect(try cut.differences() == [])
    }

    @Test func `every flipped bit of tiles and rows is found by the merge`() async throws {
        try await cut.cutShards(2, levels: 1)
        let good = try bytes(1, of: 2)
        let file = try ShardFile(opening: cut.shardPath(1, of: 2))
        let tile = try #require(file.tiles.last)
        let block = try #require(file.blocks.first)
        for offset in [tile.offset, tile.offset + tile.length - 1, block.offset, block.offset + block.length - 1] {
            var bad = good
            bad[offset] ^= 1
            try write(bad, 1, of: 2)
            await #expect { try await cut.merge() } throws: { error in
                (error as? StoreError)?.code == .malformed && (error as? StoreError)?.path == cut.shardPath(1, of: 2)
            }
            #expect(!FileManager.default.fileExists(atPath: cut.path(in: "many")))
        }
    }

    @Test func `a thousand damaged shards are refused or read, and never crash`() async throws {
        try await cut.cutShards(1)
        let good = Array(try bytes(1, of: 1))
        let file = try ShardFile(opening: cut.shardPath(1, of: 1))
        let tables = file.tiles.map(\.offset).max() ?? 0
        var mutator = FuzzMutator(seed: 24)
        var refused = 0
        for _ in 0..<1000 {
            let bad = mutator.damaged(good, borders: [16, tables, good.count - file.manifest.count, good.count - 64])
            try write(Data(bad), 1, of: 1)
            if failure() != nil { refused += 1 }
        }
        #expect(refused > 500)
    }
}
