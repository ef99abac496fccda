import Foundation
import Georeferencing
import SQLiteDatabases
import TestSupport
import TestLimits
import Testing
import TilePyramid

@testable import DatabasePyramids
@testable import TileContainers
@testable import TileStores

/// Databases that are programs: only tables that store what they return are read.
@Suite(.timeLimited) struct HostileMBTilesTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path("map.mbtiles") }

    init() throws {
        folder = try TemporaryFolder()
    }

    private func make(_ statements: String...) throws {
        try? folder.remove("map.mbtiles")
        let connection = try SQLiteConnection(writing: path)
        for statement in [Self.metadata] + statements { try connection.execute(statement) }
    }

    private func message() -> String? {
        do {
            let source = try MBTilesSource(opening: path)
            try source.forEachStoredTile { _, _ in }
            try source.inspectFiles { _ in }
            return nil
        } catch {
            return (error as? StoreError)?.message ?? "\(error)"
        }
    }

    private static let metadata = """
        CREATE TABLE metadata (name text, value text);
        INSERT INTO metadata VALUES ('name', 'n'), ('format', 'jpg');
        """
    private static let mapAndImages = """
        CREATE TABLE map (zoom_level integer, tile_column integer, tile_row integer, tile_id text);
        CREATE TABLE images (tile_id text, tile_data blob);
        INSERT INTO map VALUES (0, 0, 0, 'a');
        INSERT INTO images VALUES ('a', x'FFD8FFE0');
        """

    @Test(arguments: [
        """
        CREATE VIEW tiles AS SELECT a.i AS zoom_level, b.i AS tile_column, c.i AS tile_row, x'FFD8FF' AS tile_data
        FROM n a, n b, n c, n d, n e, n f, n g
        """,
        "CREATE VIEW tiles AS SELECT 0 AS zoom_level, 0 AS tile_column, 0 AS tile_row, zeroblob(900000000) AS tile_data",
        """
        CREATE VIEW tiles AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)
        SELECT x AS zoom_level, x AS tile_column, x AS tile_row, x'FF' AS tile_data FROM n
        """,
    ])
    func `a view that computes tiles is refused, and the remedy named`(view: String) throws {
        try make("CREATE TABLE n (i)", "INSERT INTO n VALUES (0), (1), (2)", view)
        #expect(
            message() == """
                its view "tiles" is not read: it is not the one of mb-util, which joins the tables map and images by \
                tile_id. Copy the tiles into a table: CREATE TABLE copy AS SELECT * FROM tiles.
                """)
    }

    @Test func `a generated column is refused`() throws {
        try make(
            """
            CREATE TABLE tiles (zoom_level, tile_column, tile_row,
                tile_data GENERATED ALWAYS AS (zeroblob(500000000)) VIRTUAL)
            """, "INSERT INTO tiles VALUES (0, 0, 0)")
        #expect(
            message() == """
                its table "tiles" computes its column tile_data instead of storing it. Only tables that store their \
                tiles are read.
                """)
    }

    @Test func `a virtual table is refused`() throws {
        try make("CREATE VIRTUAL TABLE tiles USING fts4 (zoom_level, tile_column, tile_row, tile_data)")
        #expect(
            message() == """
                its table "tiles" is virtual: a program computes it. Only tables that store their tiles are read.
                """)
    }

    @Test(arguments: [
        """
        CREATE VIEW tiles AS SELECT map.zoom_level AS zoom_level, map.tile_column AS tile_column,
            map.tile_row AS tile_row, images.tile_data AS tile_data FROM map JOIN images ON images.tile_id = map.tile_id
        """,
        """
        create view if not exists [tiles] as select "zoom_level", tile_column, `tile_row`, tile_data
        from images inner join map on map.tile_id=images.tile_id
        """,
        "CREATE VIEW tiles AS SELECT tile_data, zoom_level, tile_column, tile_row FROM map JOIN images USING (tile_id)",
        """
        CREATE VIEW tiles AS SELECT map.zoom_level, map.tile_column, map.tile_row, images.tile_data FROM map, images
        WHERE map.tile_id = images.tile_id
        """,
    ])
    func `the view of mb-util is recognized, however it is spelled`(view: String) throws {
        try make(Self.mapAndImages, view)
        #expect(message() == nil)
    }

    @Test(arguments: [
        """
        CREATE VIEW tiles AS SELECT zoom_level, tile_column, (1 << zoom_level) - 1 - tile_row AS tile_row, tile_data
        FROM map JOIN images ON images.tile_id = map.tile_id
        """,
        """
        CREATE VIEW tiles AS SELECT zoom_level, tile_column, tile_row, tile_data FROM map JOIN images
        ON images.tile_id = map.tile_id OR 1
        """,
        "CREATE VIEW tiles AS SELECT zoom_level, tile_column, tile_row, tile_data FROM map, images",
    ])
    func `a view that is not quite that of mb-util is refused`(view: String) throws {
        try make(Self.mapAndImages, view)
        #expect(message()?.hasPrefix("its view \"tiles\" is not read") == true)
    }

    @Test func `tables without row IDs are read`() throws {
        try make(
            "CREATE TABLE map (zoom_level, tile_column, tile_row, tile_id, PRIMARY KEY (zoom_level, tile_column, tile_row)) WITHOUT ROWID",
            "CREATE TABLE images (tile_id text PRIMARY KEY, tile_data blob) WITHOUT ROWID",
            "INSERT INTO map VALUES (0, 0, 0, 'a')", "INSERT INTO images VALUES ('a', x'FFD8FFE0')")
        let source = try MBTilesSource(opening: path)
        #expect(try source.storedTile(TileIndex(level: 0, column: 0, row: 0)) == StoredTile(byteCount: 4))
    }

    @Test func `images with the same ID do not multiply the tiles`() throws {
        try make(
            Self.mapAndImages,
            """
            WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 300)
            INSERT INTO images SELECT 'a', x'FFD8FFE0' FROM n
            """)
        #expect(message()?.contains("several of its images have the same tile_id") == true)
    }

    @Test(arguments: ["", "CREATE INDEX i ON images (tile_id)"])
    func `a join of many equal IDs is refused when the file is opened`(index: String) throws {
        let numbers = "WITH RECURSIVE n(x) AS (SELECT 0 UNION ALL SELECT x + 1 FROM n LIMIT 3000)"
        try make(
            "CREATE TABLE map (zoom_level, tile_column, tile_row, tile_id text)",
            "CREATE TABLE images (tile_data blob, tile_id text)",
            "\(numbers) INSERT INTO map SELECT 12, x, 0, 'a' FROM n",
            "\(numbers) INSERT INTO images SELECT x'FFD8FFE0', 'a' FROM n", index.isEmpty ? "SELECT 1" : index)
        #expect(
            message()
                == "the file is damaged: several of its images have the same tile_id. Get it again from its source.")
    }

    @Test func `tables without an index are joined once, and all tiles are found without more work`() throws {
        let numbers = "WITH RECURSIVE n(x) AS (SELECT 0 UNION ALL SELECT x + 1 FROM n LIMIT 4096)"
        try make(
            "CREATE TABLE map (zoom_level, tile_column, tile_row, tile_id text)",
            "CREATE TABLE images (tile_data blob, tile_id text)",
            "\(numbers) INSERT INTO map SELECT 6, x % 64, x / 64, 'i' || (x % 100) FROM n",
            "INSERT INTO images VALUES (x'FFD8FFE0', 'i0')",
            "\(numbers) INSERT INTO images SELECT zeroblob(x + 4), 'i' || x FROM n WHERE x BETWEEN 1 AND 99",
            "INSERT INTO map VALUES (7, 0, 0, NULL)", "INSERT INTO images VALUES (x'00', NULL), (x'00', NULL)")
        let source = try MBTilesSource(opening: path)
        let level = try #require(source.pyramid.levels.first { $0.grid.count == 4096 })
        for repetition in 0..<10 {
            for row in 0..<64 {
                for column in 0..<64 {
                    let index = TileIndex(level: level.index, column: column, row: row)
                    // Rows count from the south.
                    let number = ((63 - row) * 64 + column) % 100
                    #expect(try source.storedTile(index)?.byteCount == 4 + number, "\(repetition)")
                }
            }
        }
        #expect(try source.read(TileIndex(level: level.index, column: 5, row: 63))?.bytes.count == 9)
    }

    @Test func `all statements share one budget, and what is worth its work goes on when it is spent`() throws {
        try make(
            "CREATE TABLE n (i INTEGER PRIMARY KEY, t)",
            "WITH RECURSIVE n(x) AS (SELECT 0 UNION ALL SELECT x + 1 FROM n LIMIT 10000) INSERT INTO n SELECT x, x FROM n"
        )
        var limits = SQLiteLimits()
        let work = SQLiteWork(instructions: 500_000)
        limits.work = work
        let connections = try (0..<2).map { _ in
            try SQLiteConnection(reading: path, isImmutable: true, limits: limits)
        }
        var runs = 0
        let error = #expect(throws: SQLiteError.self) {
            while runs < 1000 {
                // Reads all rows for none.
                _ = try connections[runs % 2].cachedStatement("SELECT i FROM n WHERE t + 1 < 0").firstRow {
                    $0.integer(0)
                }
                runs += 1
            }
        }
        #expect(error?.code == .tooMuchWork && (1..<50).contains(runs), "\(runs)")
        for number in 0..<20_000 {
            let found = try connections[number % 2].cachedStatement("SELECT t FROM n WHERE i = ?")
                .firstRow(.integer(number % 10_000)) { $0.integer(0) }
            #expect(found == number % 10_000)
        }
        for _ in 0..<100 {
            var rows = 0
            try connections[0].cachedStatement("SELECT i, t FROM n").forEachRow { _ in rows += 1 }
            #expect(rows == 10_000)
        }
        #expect(work.instructionsLeft < 20_000)
    }

    @Test func `a table without an index is looked up once`() throws {
        let numbers = "WITH RECURSIVE n(x) AS (SELECT 0 UNION ALL SELECT x + 1 FROM n LIMIT 16384)"
        try make(
            "CREATE TABLE tiles (zoom_level, tile_column, tile_row, tile_data)",
            "\(numbers) INSERT INTO tiles SELECT 7, x % 128, x / 128, x'FFD8FFE0' FROM n")
        let source = try MBTilesSource(opening: path)
        let level = source.pyramid.finestLevel
        #expect(level.grid.count == 1 << 14)
        for row in 0..<level.grid.rows {
            for column in 0..<level.grid.columns {
                let index = TileIndex(level: level.index, column: column, row: row)
                #expect(try source.storedTile(index)?.byteCount == 4)
            }
        }
        try make(
            Self.mapAndImages, "\(numbers) INSERT INTO map SELECT 7, x % 128, x / 128, 'a' FROM n",
            "CREATE INDEX i ON images (tile_id)")
        #expect(
            message()?.hasPrefix(
                "its table \"map\" has 16385 rows and no index, and up to 10000 are read without. Add one: CREATE UNIQUE"
            )
                == true)
        let connection = try SQLiteConnection(writing: path)
        try connection.execute("CREATE UNIQUE INDEX tile_index ON map (zoom_level, tile_column, tile_row)")
        connection.close()
        #expect(message() == nil)
    }

    @Test func `a statement that takes too much work is stopped`() throws {
        try make("CREATE TABLE n (i)", "INSERT INTO n VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)")
        var limits = SQLiteLimits()
        limits.work = SQLiteWork(instructions: 100_000)
        let connection = try SQLiteConnection(reading: path, isImmutable: true, limits: limits)
        let error = #expect(throws: SQLiteError.self) {
            try connection.statement("SELECT count(*) FROM n a, n b, n c, n d, n e, n f, n g").run()
        }
        #expect(error?.code == .tooMuchWork)
        // What costs little goes on.
        #expect(try connection.statement("SELECT count(*) FROM n").firstRow { $0.integer(0) } == 10)
    }

    @Test func `a value larger than the limit is not made, and nothing can be written`() throws {
        try make()
        var limits = SQLiteLimits()
        limits.valueBytes = 1000
        let connection = try SQLiteConnection(reading: path, isImmutable: false, limits: limits)
        let error = #expect(throws: SQLiteError.self) { try connection.statement("SELECT zeroblob(1001)").run() }
        #expect(error?.code == .tooLarge)
        #expect(throws: SQLiteError.self) { try connection.execute("CREATE TABLE a (b)") }
    }

    @Test func `a row whose zoom is a text is left out with a warning`() throws {
        try make(
            "CREATE TABLE tiles (zoom_level, tile_column, tile_row, tile_data)",
            "INSERT INTO tiles VALUES (5, 0, 0, x'FFD8FFE0'), ('3', 0, 0, x'FFD8FFE0')")
        let source = try MBTilesSource(opening: path)
        #expect(source.pyramid.levels.count == 1 && source.georeference?.zoom == 5)
        try source.forEachStoredTile { _, _ in }
        #expect(source.warnings == ["1 tile has a zoom, a column or a row that the map lacks, and is left out."])
    }

    @Test func `vector tiles are named`() throws {
        try make(
            "UPDATE metadata SET value = 'pbf' WHERE name = 'format'",
            "CREATE TABLE tiles (zoom_level, tile_column, tile_row, tile_data)")
        #expect(message()?.hasPrefix("these are vector tiles (MVT), which hold shapes") == true)
    }

    @Test(arguments: [
        "0", "1", "-1", "2147483648", "9007199254740992", "144115188075855872", "9223372036854775807", "1e300",
        "9e999", "'NaN'", "'text'", "NULL", "x'FF'", "1.5",
    ])
    func `any number in any column gives an answer or an error`(number: String) throws {
        for column in ["zoom_level", "tile_column", "tile_row", "tile_data"] {
            try make(
                "CREATE TABLE tiles (zoom_level, tile_column, tile_row, tile_data)",
                "INSERT INTO tiles VALUES (0, 0, 0, x'FFD8FFE0'), (1, 1, 1, x'FFD8FFE0')",
                "UPDATE tiles SET \(column) = \(number) WHERE zoom_level = 1")
            _ = message()
            try make(
                "CREATE TABLE tiles (zoom_level, tile_column, tile_row, tile_data)",
                "INSERT INTO tiles VALUES (0, 0, 0, x'FFD8FFE0')",
                "INSERT INTO metadata VALUES ('minzoom', \(number)), ('maxzoom', 7), ('bounds', \(number))")
            _ = message()
        }
    }
}
