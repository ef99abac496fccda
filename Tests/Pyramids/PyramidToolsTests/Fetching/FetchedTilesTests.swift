import SQLiteDatabases
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

    private func change(_ path: String, _ sql: String...) throws {
        let database = try SQLiteConnection(writing: path)
        for sql in sql { try database.execute(sql) }
        database.close()
    }

    @Test(arguments: [
        "UPDATE tiles SET bytes = x'010203ff04' WHERE level = 1",
        "UPDATE tiles SET bytes = x'01020304' WHERE level = 1",
        "UPDATE tiles SET bytes = x'' WHERE level = 1", "UPDATE tiles SET checksum = checksum + 1 WHERE level = 1",
        "UPDATE tiles SET bytes = '1' WHERE level = 1", "UPDATE tiles SET checksum = 'x' WHERE level = 1",
        "UPDATE tiles SET bytes = (SELECT bytes FROM tiles WHERE level = 0), "
            + "checksum = (SELECT checksum FROM tiles WHERE level = 0) WHERE level = 1",
    ])
    func `a tile that is damaged counts as not fetched, and is replaced`(damage: String) throws {
        let folder = try TemporaryFolder()
        let path = folder.path("area.fetch")
        let first = TileIndex(level: 0, column: 0, row: 0)
        let second = TileIndex(level: 1, column: 2, row: 3)
        let tiles = try FetchedTiles(at: path, fingerprint: "a map")
        try tiles.store([], at: first)
        try tiles.store([1, 2, 3, 4, 5], at: second)
        tiles.close()
        try change(path, damage)
        let again = try FetchedTiles(at: path, fingerprint: "a map")
        #expect(try again.tile(first) == [] && again.tile(second) == nil)
        try again.store([6], at: second)
        #expect(try again.tile(second) == [6])
    }

    @Test func `the file of the version before is continued, and its tiles have checksums from then on`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("area.fetch")
        try change(
            path, "PRAGMA application_id = \(0x544B_4654)", "CREATE TABLE fetch (fingerprint TEXT NOT NULL)",
            "CREATE TABLE tiles (level INTEGER, column_ INTEGER, row_ INTEGER, bytes BLOB NOT NULL, "
                + "PRIMARY KEY (level, column_, row_)) WITHOUT ROWID",
            "INSERT INTO fetch VALUES ('a map')", "INSERT INTO tiles VALUES (0, 0, 0, x''), (1, 2, 3, x'010203')")
        let first = TileIndex(level: 0, column: 0, row: 0)
        let second = TileIndex(level: 1, column: 2, row: 3)
        let tiles = try FetchedTiles(at: path, fingerprint: "a map")
        #expect(try tiles.tile(first) == [] && tiles.tile(second) == [1, 2, 3])
        try tiles.store([4], at: TileIndex(level: 2, column: 0, row: 0))
        tiles.close()
        try change(path, "UPDATE tiles SET bytes = x'010204' WHERE level = 1")
        let again = try FetchedTiles(at: path, fingerprint: "a map")
        #expect(try again.tile(first) == [] && again.tile(second) == nil)
        #expect(try again.tile(TileIndex(level: 2, column: 0, row: 0)) == [4])
    }

    @Test func `the file of a version to come is refused with what to do`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("area.fetch")
        try FetchedTiles(at: path, fingerprint: "a map").close()
        try change(path, "PRAGMA user_version = 2")
        let error = #expect(throws: StoreError.self) { try FetchedTiles(at: path, fingerprint: "a map") }
        #expect(
            error?.message
                == "a newer version of this program has begun this fetch. Finish it with that, or remove the file.")
    }
}
