import TestLimits
import TestSupport
import Testing
import TilePyramid

@testable import TileStores

/// The bytes that are read of files of more than a gigabyte before the first tile is there.
@Suite(.timeLimited) struct GiantFileTests {
    /// The requests and KiB of an opening, and of that and a tile.
    private struct Cost: Hashable {
        var requests: [Int] = []
        var kibibytes: [Int] = []

        mutating func note(_ fixture: RangedFixture) {
            requests.append(fixture.server.requests.count)
            kibibytes.append((fixture.requestedBytes + 1023) / 1024)
        }
    }

    /// Opens a file that nothing is known of, and reads the coarsest tile, or the middle one of a level.
    private func cost(_ file: ServedFile, level: Int, tileBytes: Int) async throws -> Cost {
        #expect(file.size > 1 << 30)
        let fixture = try RangedFixture(file)
        var cost = Cost()
        let source = try await fixture.openSource()
        cost.note(fixture)
        let tile = try await source.tile(source.pyramid.middle(of: level))
        #expect(tile?.bytes.count == tileBytes)
        cost.note(fixture)
        return cost
    }

    @Test(arguments: [
        (0, [2, 2], [128, 128]), (5, [2, 3], [128, 256]), (8, [2, 4], [128, 256]),
    ])
    func `PMTiles reads at most 256 KiB before the first tile, of any zoom`(
        level: Int, requests: [Int], kibibytes: [Int]
    ) async throws {
        let cost = try await cost(GiantFiles.pmtiles(), level: level, tileBytes: 14_000)
        #expect(cost == Cost(requests: requests, kibibytes: kibibytes))
    }

    /// The tables of the finest level lie between the first directory and the others, after which the smallest image follows.
    @Test(arguments: [
        (0, [2, 2], [256, 256]), (4, [2, 3], [256, 320]), (8, [2, 4], [256, 448]),
    ])
    func `a cloud-optimized TIFF reads 256 KiB before the first tile`(
        level: Int, requests: [Int], kibibytes: [Int]
    ) async throws {
        let cost = try await cost(GiantFiles.cloudOptimizedTIFF(), level: level, tileBytes: 30_000)
        #expect(cost == Cost(requests: requests, kibibytes: kibibytes))
    }

    @Test func `an SZI reads its directory, and then tiles by one request each`() async throws {
        let cost = try await cost(GiantFiles.szi(), level: 12, tileBytes: 55_000)
        #expect(cost == Cost(requests: [4, 5], kibibytes: [1892, 2020]))
    }
}
