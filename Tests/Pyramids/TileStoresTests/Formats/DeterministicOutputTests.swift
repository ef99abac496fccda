import Concurrency
import Dispatch
import Foundation
import TestLimits
import TestSupport
import Testing
import TilePyramid

@testable import TileStores

/// Single files that are equal byte by byte, however their tiles come.
@Suite(.timeLimited) struct DeterministicOutputTests {
    @Test(arguments: StoreSample.all) func `the order of arrival and the number of threads do not matter`(
        sample: StoreSample
    ) throws {
        let expected = try sample.bytes { store, tiles in
            for tile in tiles { try sample.write(tile, to: store) }
        }
        var random = SeededRandom(seed: 3)
        let order = sample.tiles
        for arrival in [order, order.reversed(), order.shuffled(using: &random)] {
            for threads in [1, 4] {
                let bytes = try sample.bytes { store, _ in try sample.write(arrival, to: store, threads: threads) }
                #expect(bytes == expected)
            }
        }
    }

    @Test(arguments: StoreSample.all) func `absent tiles do not matter, whether they are skipped or never mentioned`(
        sample: StoreSample
    ) throws {
        var random = SeededRandom(seed: 8)
        let absent = Set(sample.tiles.filter { _ in Int.random(in: 0..<10, using: &random) < 4 })
        let present = sample.tiles.filter { !absent.contains($0) }
        let expected = try sample.bytes { store, _ in try sample.write(present, to: store, threads: 1) }
        for seed in 1...4 as ClosedRange<UInt64> {
            var random = SeededRandom(seed: seed)
            let arrival = seed == 1 ? sample.tiles : sample.tiles.shuffled(using: &random)
            let bytes = try sample.bytes { store, _ in
                for tile in arrival {
                    if !absent.contains(tile) {
                        try sample.write(tile, to: store)
                    } else if seed < 3 {
                        try store.skip(tile)
                    }
                }
            }
            #expect(bytes == expected)
        }
    }

    @Test(arguments: StoreSample.all) func `tiles are read before their turn, and that does not matter either`(
        sample: StoreSample
    ) throws {
        let expected = try sample.bytes { store, _ in try sample.write(sample.tiles, to: store, threads: 1) }
        let bytes = try sample.bytes { store, tiles in
            for tile in tiles.reversed() {
                try sample.write(tile, to: store)
                #expect(try store.read(tile)?.bytes == sample.contents[tile])
            }
        }
        #expect(bytes == expected)
    }

    @Test(arguments: StoreSample.all) func `a run that is given up while tiles wait leaves nothing`(
        sample: StoreSample
    ) throws {
        let folder = try TemporaryFolder()
        for gives in [true, false] {
            let store = try sample.store(in: folder)
            for tile in sample.tiles.dropFirst(2).reversed() { try sample.write(tile, to: store) }
            if gives { try store.discard() } else { try store.suspend() }
            #expect(folder.contents() == [])
        }
    }

    @Test func `the number of transactions of a database does not matter`() throws {
        let sample = try #require(StoreSample.all.first { $0.name == "mbtiles" })
        let large = [UInt8](repeating: 7, count: 300_000)
        func bytes(readsEach: Bool) throws -> [UInt8] {
            try sample.bytes { store, tiles in
                for (number, tile) in tiles.prefix(20).enumerated() {
                    let bytes = large + [UInt8(number)]
                    try store.write(bytes.span.bytes, format: .jpeg, at: tile)
                    if readsEach { #expect(try store.read(tile)?.bytes == bytes) }
                }
            }
        }
        #expect(try bytes(readsEach: true) == bytes(readsEach: false))
    }

    @Test func `the tiles of an archive and of a TIFF are in the order in which an image completes them`() throws {
        for sample in StoreSample.all where ["zip", "tiff"].contains(sample.name) {
            var seen: Set<[UInt8]> = []
            let bytes = try sample.bytes { store, _ in
                try sample.write(sample.tiles.reversed(), to: store, threads: 1)
            }
            var end = 0
            for tile in sample.tiles {
                let contents = try #require(sample.contents[tile])
                // A TIFF has equal tiles once, where the first belongs.
                guard sample.name == "zip" || seen.insert(contents).inserted else { continue }
                let range = try #require(Data(bytes).range(of: Data(contents), in: end..<bytes.count))
                end = range.upperBound
            }
            #expect(sample.name == "zip" || seen.count < sample.tiles.count)
        }
    }
}
