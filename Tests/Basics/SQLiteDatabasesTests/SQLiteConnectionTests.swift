import Foundation
import TestSupport
import TestLimits
import Testing

@testable import SQLiteDatabases

@Suite(.timeLimited) struct SQLiteConnectionTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path("50% of #1?.db") }

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A database with one table of three rows.
    private func database() throws -> SQLiteConnection {
        let connection = try SQLiteConnection(writing: path)
        try connection.execute(
            "CREATE TABLE t (a, b); INSERT INTO t VALUES (1, 'one'), (2.9, x'FF00'), (NULL, x'6162')")
        return connection
    }

    private func error(_ body: () throws -> Void) -> SQLiteError? {
        do { try body() } catch { return error as? SQLiteError }
        return nil
    }

    private func count(_ connection: SQLiteConnection) throws -> Int? {
        try connection.statement("SELECT count(*) FROM t").firstRow { $0.integer(0) }
    }

    @Test func `values of other types than asked for are nil`() throws {
        try database().close()
        for isImmutable in [true, false] {
            let connection = try SQLiteConnection(reading: path, isImmutable: isImmutable)
            var (integers, texts, bytes, converted): ([Int?], [String?], [[UInt8]?], [Int?]) = ([], [], [], [])
            try connection.statement("SELECT a, b FROM t ORDER BY rowid").forEachRow { row in
                #expect(row.count == 2)
                integers += [row.integer(0), row.integer(1)]
                texts += [row.text(0), row.text(1)]
                bytes += [row.bytes(0), row.bytes(1)]
                converted += [row.convertedInteger(0), row.convertedInteger(1)]
            }
            #expect(integers == [1, nil, 2, nil, nil, nil])
            #expect(texts == [nil, "one", nil, nil, nil, "ab"])
            #expect(
                bytes == [Array("1".utf8), Array("one".utf8), Array("2.9".utf8), [0xFF, 0], nil, Array("ab".utf8)])
            #expect(converted == [1, 0, 2, 0, nil, 0])
        }
    }

    @Test func `a number too large for an integer is nil`() throws {
        let number = try database().statement("SELECT 1e19").firstRow { $0.integer(0) }
        #expect(number == nil)
    }

    @Test func `parameters of every type are stored, and a statement can run again`() throws {
        let connection = try database()
        let insert = try connection.cachedStatement("INSERT INTO t VALUES (?, ?)")
        try insert.run(.integer(.min), .text("naïve"))
        try insert.run(.text(""), .bytes([1, 2]))
        #expect(try connection.cachedStatement("INSERT INTO t VALUES (?, ?)") === insert)
        let select = try connection.statement("SELECT b FROM t WHERE a = ?")
        #expect(try select.firstRow(.integer(.min)) { $0.text(0) } == "naïve")
        #expect(try select.firstRow(.text("")) { $0.bytes(0) } == [1, 2])
        #expect(try select.firstRow(.integer(77)) { $0.bytes(0) } == nil)
    }

    @Test func `a transaction that throws changes nothing`() throws {
        let connection = try database()
        #expect(throws: CancellationError.self) {
            try connection.transaction {
                try connection.execute("DELETE FROM t")
                throw CancellationError()
            }
        }
        #expect(try count(connection) == 3)
        try connection.transaction { try connection.execute("DELETE FROM t") }
        #expect(try count(connection) == 0)
    }

    @Test func `a locked database is an error at once`() throws {
        let (first, second) = try (database(), SQLiteConnection(writing: path))
        try first.transaction {
            #expect(error { try second.execute("DELETE FROM t") } == SQLiteError(.busy, "database is locked"))
        }
    }

    @Test func `a double-quoted name of no column is an error, not a text`() throws {
        let connection = try database()
        #expect(error { _ = try connection.statement("SELECT \"x\"") } == SQLiteError(.invalid, "no such column: x"))
    }

    @Test func `a file that is not a database is an error when it is read`() throws {
        try folder.write(Data("not a database, but a text that is longer than a header".utf8), to: "text.db")
        let connection = try SQLiteConnection(reading: folder.path("text.db"), isImmutable: true)
        #expect(error { _ = try connection.statement("SELECT * FROM t") }?.code == .invalid)
    }

    @Test(arguments: [true, false]) func `a missing file cannot be opened for reading`(isImmutable: Bool) {
        #expect(
            error { _ = try SQLiteConnection(reading: path, isImmutable: isImmutable) }
                == SQLiteError(.cannotOpen, "unable to open database file"))
        #expect(folder.contents().isEmpty)
    }

    @Test func `a connection that is closed throws`() throws {
        let connection = try database()
        let statement = try connection.statement("SELECT 1")
        connection.close()
        connection.close()
        #expect(error { try connection.execute("SELECT 1") }?.message == "the connection is closed")
        #expect(try statement.firstRow { $0.integer(0) } == 1)
    }

    @Test func `a missing library is an error with the package to install`() {
        let error = error { _ = try SQLiteLibrary.load("libsqlite3-of-another-planet.so").get() }
        #expect(error?.code == .libraryMissing)
        #expect(error?.message.hasPrefix("SQLite was not found: install libsqlite3-0 (libsqlite3-of-another") == true)
    }
}
