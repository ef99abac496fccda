import TestLimits
import TestSupport
import Testing
import TilePyramid
import TileStores

@testable import PyramidTools

@Suite(.timeLimited) struct FetchedTilesTests {
    @Test func `the next fetch opens the file as soon as it is closed, and not before`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("area.fetch")
        let index = TileIndex(level: 1, column: 2, row: 3)
        let first = try FetchedTiles(at: path, fingerprint: "a map")
        try first.store([1, 2, 3], at: index)
        let error = #expect(throws: StoreError.self) { try FetchedTiles(at: path, fingerprint: "a map") }
        #expect(error?.code == .busy)
        // Others may hold the object still.
        first.close()
        let second = try FetchedTiles(at: path, fingerprint: "a map")
        #expect(try second.tile(index) == [1, 2, 3])
        #expect(throws: StoreError.self) { try first.tile(index) }
    }
}
