import Dispatch
import Foundation
import SQLiteDatabases
import TestSupport
import TestLimits
import Testing
import TilePyramid

@testable import DatabasePyramids
@testable import FilePyramids
@testable import TileContainers
@testable import TileStores

@Suite(.timeLimited) struct MBTilesTests {
    private let folder: TemporaryFolder
    private let pyramid = Pyramid(
        size: PixelSize(width: 5, height: 3), tileSize: 2, shape: PyramidFormat.xyz.shape)
    private var path: String { folder.path("big.mbtiles") }
    private let top = TileIndex(level: 0, column: 0, row: 0)

    init() throws {
        folder = try TemporaryFolder()
    }

    private func store(
        _ pyramid: Pyramid? = nil, target: PyramidTarget = PyramidTarget(.mbtiles),
        options: StoreOptions = StoreOptions()
    ) throws -> MBTilesStore {
        try MBTilesStore(
            creating: path, pyramid: pyramid ?? self.pyramid, format: .jpeg, target: target, options: options)
    }

    /// A file made by these statements and no others.
    private func source(_ statements: String...) throws -> MBTilesSource {
        try make(statements)
        return try MBTilesSource(opening: path)
    }

    private func make(_ statements: [String]) throws {
        try? folder.remove("big.mbtiles")
        let connection = try SQLiteConnection(writing: path)
        try connection.transaction {
            for statement in statements { try connection.execute(statement) }
        }
    }

    private func rows(_ sql: String) throws -> [String] {
        var rows: [String] = []
        // A connection for reading has no views.
        try SQLiteConnection(writing: path).statement(sql).forEachRow { row in
            let values = (0..<row.count).map { row.integer($0).map { "\($0)" } ?? row.text($0) ?? "NULL" }
            rows.append(values.joined(separator: " "))
        }
        return rows
    }

    private func issues(_ source: MBTilesSource) throws -> [String] {
        var issues: [String] = []
        try source.inspectFiles { issues.append("\($0.location): \($0.message)") }
        return issues
    }

    private let metadata = """
        CREATE TABLE metadata (name text, value text);
        INSERT INTO metadata VALUES ('name', 'n'), ('format', 'jpg');
        """
    private let tiles = """
        CREATE TABLE tiles (zoom_level integer, tile_column integer, tile_row integer, tile_data blob);
        INSERT INTO tiles VALUES (0, 0, 0, x'FFD8FFE0');
        """

    // MARK: Writing

    @Test func `tiles are read back byte for byte, and no other file is left`() throws {
        let store = try store()
        try store.write(pyramid.indices.shuffled())
        #expect(try store.read(top)?.bytes == Array(contents(of: top).utf8))
        #expect(folder.contents() == ["big.mbtiles.partial"])
        try store.finish()
        #expect(folder.contents() == ["big.mbtiles"])
        let source = try MBTilesSource(opening: path)
        #expect(source.pyramid == pyramid)
        #expect(!source.isSparse)
        for index in pyramid.indices {
            let tile = EncodedTile(bytes: Array(contents(of: index).utf8), format: .jpeg)
            #expect(try source.read(index) == tile)
            #expect(try store.read(index) == tile)
        }
        #expect(try issues(source).isEmpty)
        #expect(try Pyramids.openBlocking(path)?.format == .mbtiles)
    }

    @Test func `rows are counted from the south, and the format is called jpg`() throws {
        let store = try store()
        try store.write(pyramid.indices)
        try store.finish()
        let bytes = Array(try folder.bytes(of: "big.mbtiles"))
        #expect(bytes[68..<72] == [0x4D, 0x50, 0x42, 0x58])
        #expect(
            try rows("SELECT zoom_level, tile_column, tile_row, CAST(tile_data AS TEXT) FROM tiles ORDER BY 1, 2, 3")
                .prefix(4) == ["0 0 0 new 0/0_0", "1 0 1 new 1/0_0", "1 1 1 new 1/1_0", "2 0 2 new 2/0_1"])
        #expect(try rows("SELECT value FROM metadata WHERE name = 'format'") == ["jpg"])
        #expect(
            try rows("SELECT name FROM metadata ORDER BY rowid") == [
                "name", "format", "bounds", "center", "minzoom", "maxzoom", "description", "type", "tilekit",
            ])
        #expect(
            try rows("SELECT value FROM metadata WHERE name IN ('bounds', 'center')") == [
                "-180,-85.05112878,180,85.05112878", "0,0,0",
            ])
        #expect(
            try rows("SELECT type, name FROM sqlite_master ORDER BY 1, 2") == [
                "index map_index", "index name", "table images", "table map", "table metadata",
                "view tiles",
            ])
    }

    @Test func `equal tiles share an image, from several threads`() throws {
        let pyramid = Pyramid(size: PixelSize(width: 32, height: 32), tileSize: 1, shape: PyramidFormat.xyz.shape)
        let store = try store(pyramid)
        let indices = pyramid.indices
        DispatchQueue.concurrentPerform(iterations: indices.count) { number in
            let bytes: [UInt8] = [0xFF, 0xD8, 0xFF, indices[number].column < 16 ? 1 : 2]
            do { try store.write(bytes.span.bytes, format: .jpeg, at: indices[number]) } catch { Issue.record(error) }
        }
        try store.finish()
        #expect(
            store.deduplication == DeduplicationStatistics(tiles: indices.count - 2, bytes: 4 * (indices.count - 2)))
        let source = try MBTilesSource(opening: path)
        var blobIDs = Set<UInt64?>()
        var count = 0
        try source.forEachStoredTile { index, storedTile in
            let read = try source.read(index)
            #expect(read?.bytes.last == (index.column < 16 ? 1 : 2))
            #expect(try source.storedTile(index) == storedTile)
            blobIDs.insert(storedTile.sharedBlobID)
            count += 1
        }
        #expect(count == indices.count)
        #expect(blobIDs == [1, 2])
    }

    @Test func `more bytes than the queue limit are written`() throws {
        let store = try store()
        let large = [UInt8](repeating: 1, count: MBTilesStore.queueLimit / 2 + 1)
        for index in pyramid.indices {
            try store.write(large.span.bytes, format: .jpeg, at: index)
        }
        try store.finish()
        #expect(try rows("SELECT count(*) FROM map") == ["9"])
        #expect(try rows("SELECT count(*) FROM images") == ["1"])
    }

    @Test func `a tile that does not fit into the queue causes a write`() throws {
        let store = try store()
        let large = [UInt8](repeating: 1, count: MBTilesStore.queueLimit)
        for (number, index) in pyramid.indices.enumerated() {
            let bytes = number.isMultiple(of: 2) ? [UInt8(number)] : large
            try store.write(bytes.span.bytes, format: .jpeg, at: index)
        }
        try store.finish()
        #expect(try rows("SELECT count(*) FROM map") == ["9"])
        #expect(try rows("SELECT count(*) FROM images") == ["6"])
    }

    @Test func `queued tiles can be read`() throws {
        let store = try store()
        for (number, index) in pyramid.indices.enumerated() {
            try store.write([UInt8(number)].span.bytes, format: .jpeg, at: index)
            #expect(try store.read(index)?.bytes == [UInt8(number)])
        }
    }

    @Test func `a discarded or suspended run leaves nothing`() throws {
        for isGivenUp in [true, false] {
            let store = try store()
            try store.write(pyramid.indices.prefix(3))
            if isGivenUp { try store.discard() } else { try store.suspend() }
            #expect(folder.contents().isEmpty)
            #expect(storeError { try store.write(pyramid.indices) } != nil)
        }
    }

    @Test(.enabled(if: SmallDisk.isAvailable, "mounting a small file system takes root"))
    func `a full disk throws an error for one of the next tiles`() throws {
        let disk = try SmallDisk(pages: 64)
        let wide = Pyramid(
            size: PixelSize(width: 400, height: 1), tileSize: 1, levelCount: 1, shape: PyramidFormat.xyz.shape)
        let store = try MBTilesStore(creating: disk.path + "/big", pyramid: wide, format: .jpeg)
        let error = storeError {
            for (number, index) in wide.indices.enumerated() {
                let bytes = [UInt8](repeating: UInt8(number & 255), count: 100_000 + number)
                try store.write(bytes.span.bytes, format: .jpeg, at: index)
            }
            try store.finish()
        }
        #expect(error?.code == .diskFull)
        try store.discard()
        #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path).isEmpty)
    }

    @Test(.enabled(if: SmallDisk.isAvailable, "mounting a small file system takes root"))
    func `a disk that is full when a tile is read back throws an error and does not hide the tile`() throws {
        let disk = try SmallDisk(pages: 64)
        let store = try MBTilesStore(creating: disk.path + "/big", pyramid: pyramid, format: .jpeg)
        for (number, index) in pyramid.indices.enumerated() {
            let bytes = [UInt8](repeating: UInt8(number), count: 100_000)
            try store.write(bytes.span.bytes, format: .jpeg, at: index)
        }
        for _ in 0..<2 {
            #expect(storeError { _ = try store.read(pyramid.indices[0]) }?.code == .diskFull)
        }
        try store.discard()
    }

    @Test func `an existing file is replaced only if the options allow it`() throws {
        try folder.write(Data("old".utf8), to: "big.mbtiles")
        #expect(storeError { _ = try self.store() }?.code == .exists)
        let store = try store(options: .replacing())
        try store.write(pyramid.indices)
        try store.finish()
        #expect(try MBTilesSource(opening: path).pyramid == pyramid)
    }

    // MARK: Reading

    @Test func `a plain table of tiles, as in gdal2mbtiles, covers its bounds`() throws {
        let source = try source(
            metadata, "INSERT INTO metadata VALUES ('bounds', '0, 0, 90, 66.51326044')",
            "CREATE TABLE tiles (zoom_level integer, tile_column integer, tile_row integer, tile_data blob)",
            "INSERT INTO tiles VALUES (2, 2, 2, x'FFD8FFE0'), (3, 5, 5, x'FFD8FFE1')")
        #expect(source.pyramid.levels.map(\.size.width) == [256, 512])
        #expect(source.pyramid.levels.map(\.firstTile) == [PixelOffset(x: 2, y: 1), PixelOffset(x: 4, y: 2)])
        #expect(source.isSparse)
        #expect(try source.read(top)?.bytes == [0xFF, 0xD8, 0xFF, 0xE0])
        #expect(try source.read(TileIndex(level: 1, column: 1, row: 0))?.bytes == [0xFF, 0xD8, 0xFF, 0xE1])
        #expect(try source.read(TileIndex(level: 1, column: 0, row: 0)) == nil)
        #expect(try source.storedTile(top) == StoredTile(byteCount: 4))
        #expect(try issues(source).isEmpty)
        #expect(source.warnings.isEmpty)
    }

    @Test func `the tables of mb-util, with text instead of numbers, are read`() throws {
        let source = try source(
            metadata,
            """
            CREATE TABLE images (tile_data blob, tile_id text);
            CREATE TABLE map (zoom_level integer, tile_column integer, tile_row integer, tile_id text, grid_id text);
            INSERT INTO images VALUES (x'FFD8FFE0', 'd41d8');
            INSERT INTO map VALUES (0, 0, 0, 'd41d8', NULL), (1, 0, 1, 'd41d8', NULL), (1, 1, 1, 'gone', NULL);
            CREATE VIEW tiles AS SELECT map.zoom_level AS zoom_level, map.tile_column AS tile_column,
                map.tile_row AS tile_row, images.tile_data AS tile_data
                FROM map JOIN images ON images.tile_id = map.tile_id;
            """)
        #expect(source.pyramid.levels.count == 2)
        #expect(try source.read(TileIndex(level: 1, column: 0, row: 0))?.bytes == [0xFF, 0xD8, 0xFF, 0xE0])
        #expect(try source.storedTile(top)?.sharedBlobID == 1)
        #expect(try source.read(TileIndex(level: 1, column: 1, row: 0)) == nil)
        #expect(try issues(source) == ["map: 1 tiles have no image."])
    }

    @Test func `zooms and bounds come from the tiles if the metadata lack them`() throws {
        let source = try source(
            "CREATE TABLE tiles (zoom_level integer, tile_column integer, tile_row integer, tile_data blob)",
            "INSERT INTO tiles VALUES (3, 2, 7, x'89504E47'), (3, 3, 6, x'89504E47'), (4, 4, 15, x'89504E47')")
        #expect(source.format == .png)
        #expect(source.pyramid.levels.map(\.grid) == [TileGrid(columns: 2, rows: 2), TileGrid(columns: 4, rows: 4)])
        #expect(try source.read(TileIndex(level: 1, column: 0, row: 0)) != nil)
        #expect(try issues(source) == ["metadata: name is missing.", "metadata: format is missing."])
    }

    @Test func `metadata that contradict the tiles are warnings`() throws {
        let source = try source(
            "CREATE TABLE metadata (name text, value text)",
            "INSERT INTO metadata VALUES ('name', 'n'), ('format', 'png'), ('minzoom', '0'), ('maxzoom', '2')", tiles)
        #expect(source.format == .jpeg)
        #expect(try issues(source).isEmpty)
        #expect(
            source.warnings == [
                "its metadata name the zooms 0 to 2, but its tiles have zoom 0. The tiles count.",
                "its metadata name the format \"png\", but its tiles are jpg.",
            ])
    }

    @Test(arguments: [
        "UPDATE tiles SET tile_data = x'1F8B0800'", "UPDATE metadata SET value = 'pbf' WHERE name = 'format'",
        "DROP TABLE tiles", "DROP TABLE tiles; CREATE TABLE tiles (a); INSERT INTO tiles VALUES (1)",
        "UPDATE tiles SET tile_data = x'00'; DELETE FROM metadata",
        "UPDATE tiles SET zoom_level = -1", "UPDATE tiles SET zoom_level = 99",
        "UPDATE tiles SET zoom_level = 9223372036854775807",
        "INSERT INTO metadata VALUES ('tilekit', '{')", "INSERT INTO metadata VALUES ('tilekit', '{\"width\":-1}')",
        """
        DROP TABLE tiles; CREATE VIEW tiles AS WITH n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)
        SELECT x AS zoom_level, x AS tile_column, x AS tile_row, x'FF' AS tile_data FROM n
        """,
    ])
    func `a file without raster tiles throws an error`(change: String) throws {
        try make([metadata, tiles, change])
        #expect(storeError { _ = try MBTilesSource(opening: path) }?.code == .malformed)
    }

    @Test func `values of unexpected types do not cause a failure`() throws {
        let source = try source(
            metadata, "INSERT INTO metadata VALUES (x'FF', 1.5), (NULL, NULL), ('bounds', 'a,b,c,d')", tiles,
            "INSERT INTO tiles VALUES ('x', 0, 0, 1), (0, NULL, 9223372036854775807, NULL), (0, -5, -5, 'text')")
        var count = 0
        try source.forEachStoredTile { _, _ in count += 1 }
        #expect(count == 1)
        #expect(try issues(source) == ["tiles: 3 tiles have a zoom, a column or a row that the map lacks."])
    }

    @Test func `a truncated or overwritten file throws an error or gives correct tiles`() throws {
        try make([metadata, tiles])
        let whole = try folder.bytes(of: "big.mbtiles")
        for length in [0, 15, 16, 99, 100, 4_000, 4_096, 8_191] {
            try folder.write(whole.prefix(length), to: "big.mbtiles")
            #expect(storeError { _ = try MBTilesSource(opening: path) } != nil, "\(length)")
        }
        var random = SeededRandom(seed: 7)
        for _ in 0..<200 {
            var bytes = whole
            for _ in 0..<4 {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            try folder.write(bytes, to: "big.mbtiles")
            do {
                let source = try MBTilesSource(opening: path)
                _ = try source.read(top)
                try source.forEachStoredTile { _, _ in }
            } catch {
                #expect(error is StoreError, "\(error)")
            }
        }
    }

    @Test func `a database without tiles is not MBTiles, which is recognized under any name`() throws {
        try make(["CREATE TABLE notes (text)"])
        try folder.move("big.mbtiles", to: "notes.db")
        #expect(try Pyramids.openBlocking(folder.path("notes.db")) == nil)
        try make([metadata, tiles])
        try folder.move("big.mbtiles", to: "100% real?#.db")
        #expect(try Pyramids.openBlocking(folder.path("100% real?#.db"))?.format == .mbtiles)
    }
}
