import Concurrency
import Foundation
import SQLiteDatabases
import TestLimits
import TestSupport
import Testing

@testable import Networking

@Suite(.timeLimited) struct HTTPCacheTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func entry(_ body: [UInt8], expires: Double = 5_000_000_000) -> HTTPCache.Entry {
        HTTPCache.Entry(
            status: 200, body: body,
            freshness: Freshness(expires: expires, mustRevalidate: true, etag: "\"e\"", lastModified: "then"),
            contentType: "image/png", contentRange: "bytes 0-1/9")
    }

    private func find(_ key: String, in cache: HTTPCache) async -> HTTPCache.Entry? {
        await withCheckedContinuation { continuation in
            cache.find(key) { continuation.resume(returning: $0) }
        }
    }

    @Test func `what is stored is found again, also by the next process, and is replaced and refreshed`() async {
        let path = folder.path("deep/er/http.sqlite")
        do {
            let cache = HTTPCache(path: path)
            #expect(await find("a", in: cache) == nil)
            cache.store(entry([1, 2]), for: "a")
            cache.store(entry([]), for: "b")
            #expect(await find("a", in: cache) == entry([1, 2]))
            #expect(await find("b", in: cache) == entry([]))
            #expect(cache.storedBytes == 2)
        }
        let cache = HTTPCache(path: path)
        #expect(await find("a", in: cache) == entry([1, 2]))
        cache.store(entry([3]), for: "a")
        cache.refresh("a", Freshness(expires: 7, mustRevalidate: false, etag: "", lastModified: ""))
        let found = await find("a", in: cache)
        #expect(found?.body == [3] && found?.freshness.expires == 7 && found?.freshness.mustRevalidate == false)
        #expect(cache.storedBytes == 1)
        let mode = (try? FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int) ?? nil
        #expect(mode == 0o600, "what was looked at is nobody else's business")
    }

    @Test func `beyond its limit, the cache drops what was not used for the longest time`() async throws {
        let path = folder.path("http.sqlite")
        let cache = HTTPCache(path: path, byteLimit: 1000)
        for number in 0..<10 { cache.store(entry([UInt8](repeating: 1, count: 100)), for: "\(number)") }
        cache.flush()
        // All of this happens within a second, so that the times are set by hand.
        let database = try SQLiteConnection(writing: path)
        for number in 0..<10 { try database.execute("UPDATE entries SET used = \(number) WHERE key = '\(number)'") }
        database.close()
        #expect(await find("0", in: cache) != nil)
        cache.store(entry([UInt8](repeating: 2, count: 250)), for: "new")
        #expect(cache.storedBytes <= 1000)
        for (key, isThere) in [("0", true), ("1", false), ("2", false), ("3", false), ("4", true), ("new", true)] {
            #expect(await (find(key, in: cache) != nil) == isThere, "\(key)")
        }
    }

    @Test func `a body that would take half of the room is not kept`() async {
        let cache = HTTPCache(path: folder.path("http.sqlite"), byteLimit: 1000)
        cache.store(entry([1]), for: "a")
        cache.store(entry([UInt8](repeating: 1, count: 501)), for: "a")
        #expect(await find("a", in: cache) == nil && cache.storedBytes == 0)
    }

    @Test func `a file with an entry that is larger than any answer is set aside`() async throws {
        let path = folder.path("http.sqlite")
        let cache = HTTPCache(path: path)
        cache.store(entry([1]), for: "a")
        cache.store(entry([2]), for: "b")
        cache.flush()
        let database = try SQLiteConnection(writing: path)
        try database.execute("UPDATE entries SET body = zeroblob(\(HTTPCache.bodyLimit + (1 << 20))) WHERE key = 'a'")
        database.close()
        #expect(await find("b", in: cache) == entry([2]))
        #expect(await find("a", in: cache) == nil)
        #expect(await find("b", in: cache) == nil)
        #expect(FileManager.default.fileExists(atPath: path + ".damaged"))
        cache.store(entry([3]), for: "a")
        #expect(await find("a", in: cache) == entry([3]) && cache.storedBytes == 1)
    }

    @Test(arguments: [Int.max, Int.min, -1]) func `sizes that no entry has do no harm`(size: Int) async throws {
        let path = folder.path("http.sqlite")
        do {
            let cache = HTTPCache(path: path, byteLimit: 1000)
            for number in 0..<3 { cache.store(entry([1]), for: "\(number)") }
            cache.flush()
        }
        let database = try SQLiteConnection(writing: path)
        try database.execute("UPDATE entries SET size = \(size)")
        database.close()
        let cache = HTTPCache(path: path, byteLimit: 1000)
        #expect(await find("0", in: cache) == entry([1]))
        for number in 0..<4 { cache.store(entry([UInt8](repeating: 2, count: 400)), for: "\(number)") }
        #expect(cache.storedBytes <= 1000)
        cache.remove("3")
        cache.remove(keysWithPrefix: "2")
        #expect(cache.storedBytes >= 0)
        cache.store(entry([4]), for: "0")
        #expect(await find("0", in: cache) == entry([4]))
    }

    @Test func `a folder in which others can put files is not used`() async throws {
        for (mode, isUsed) in [(0o777, false), (0o1777, false), (0o702, false), (0o755, true), (0o700, true)] {
            let place = folder.path("\(mode)")
            try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: place)
            let cache = HTTPCache(path: "\(place)/http.sqlite")
            cache.store(entry([1]), for: "a")
            #expect(await (find("a", in: cache) != nil) == isUsed, "\(mode)")
            #expect(FileManager.default.fileExists(atPath: "\(place)/http.sqlite") == isUsed, "\(mode)")
            // The folder around it, in which others could replace it.
            let inner = HTTPCache(path: "\(place)/inner/http.sqlite")
            inner.store(entry([1]), for: "a")
            #expect(await (find("a", in: inner) != nil) == (isUsed || mode == 0o1777), "\(mode)")
        }
    }

    @Test(.enabled(if: geteuid() == 0, "only root makes files of other users"))
    func `a folder of another user is not used`() async throws {
        let place = folder.path("other")
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
        #expect(chown(place, 1234, 1234) == 0)
        let cache = HTTPCache(path: "\(place)/http.sqlite")
        cache.store(entry([1]), for: "a")
        #expect(await find("a", in: cache) == nil)
        #expect(!FileManager.default.fileExists(atPath: "\(place)/http.sqlite"))
        chown(place, 0, 0)
    }

    @Test(arguments: [0, 100, 4096, 20_000]) func `a damaged file is set aside, and the next use begins an empty one`(
        length: Int
    ) async throws {
        let path = folder.path("http.sqlite")
        do {
            let cache = HTTPCache(path: path)
            for number in 0..<20 { cache.store(entry([UInt8](repeating: 1, count: 2000)), for: "\(number)") }
            cache.flush()
        }
        for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
        let bytes = (0..<max(length, 1)).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) }
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        let cache = HTTPCache(path: path)
        #expect(await find("3", in: cache) == nil)
        cache.store(entry([5]), for: "a")
        #expect(await find("a", in: cache) == entry([5]))
        #expect(length < 100 || FileManager.default.fileExists(atPath: path + ".damaged"), "a byte is an empty file")
    }

    @Test func `a place where nothing can be written is no error`() async throws {
        try Data([1]).write(to: URL(fileURLWithPath: folder.path("file")))
        let cache = HTTPCache(path: folder.path("file/http.sqlite"))
        cache.store(entry([5]), for: "a")
        #expect(await find("a", in: cache) == nil && cache.storedBytes == 0)
    }

    @Test func `entries are removed by their keys and by the beginnings of these`() async {
        let cache = HTTPCache(path: folder.path("http.sqlite"))
        for key in ["a-0", "a-1", "a", "b-0", "b"] { cache.store(entry([1, 2]), for: key) }
        cache.remove(keysWithPrefix: "a-")
        cache.remove("b")
        cache.remove("c")
        #expect(cache.storedBytes == 4)
        for (key, isThere) in [("a-0", false), ("a-1", false), ("a", true), ("b-0", true), ("b", false)] {
            #expect(await (find(key, in: cache) != nil) == isThere, "\(key)")
        }
    }

    @Test func `a table of an earlier version, whose keys were addresses, is dropped`() async throws {
        let path = folder.path("http.sqlite")
        let database = try SQLiteConnection(writing: path)
        try database.execute(
            "CREATE TABLE entries (key TEXT PRIMARY KEY, size INTEGER, used INTEGER); PRAGMA user_version = 1;"
                + "INSERT INTO entries VALUES ('http://me:secret@example.org/', 5, 1)")
        database.close()
        let cache = HTTPCache(path: path)
        cache.store(entry([1, 2]), for: "a")
        #expect(cache.storedBytes == 2)
        #expect(await find("a", in: cache) == entry([1, 2]))
    }

    @Test(.enabled(if: SmallDisk.isAvailable))
    func `what a full disk refuses leaves the former entry, and counts for nothing`()
        async throws
    {
        let disk = try SmallDisk(pages: 200)
        let cache = HTTPCache(path: "\(disk.path)/cache/http.sqlite")
        cache.store(entry([UInt8](repeating: 1, count: 60_000)), for: "a")
        #expect(cache.storedBytes == 60_000)
        _ = disk.fill()
        cache.store(entry([UInt8](repeating: 2, count: 300_000)), for: "a")
        #expect(cache.storedBytes == 60_000)
        #expect(await find("a", in: cache)?.body.count == 60_000)
    }

    @Test func `a process that exits has stored what has arrived`() async throws {
        var counts: [Int] = []
        // The process waits for half a second at most, which a busy machine may not give to each.
        while counts.count < 5, counts.last != Self.largeEntries.count {
            let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
                let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
                setenv("XDG_CACHE_HOME", folder, 1)
                let cache = try #require(CachedHTTPClient.standard.cache)
                for (key, entry) in Self.largeEntries { cache.store(entry, for: key) }
                print(folder)
                exit(0)
            }
            let output = try #require(result).standardOutputContent
            let folder = String(decoding: output, as: UTF8.self).trimmingCharacters(in: .newlines)
            defer { try? FileManager.default.removeItem(atPath: folder) }
            let cache = HTTPCache(path: "\(folder)/tilekit/http.sqlite")
            var count = 0
            for (key, entry) in Self.largeEntries where await find(key, in: cache) == entry { count += 1 }
            counts.append(count)
        }
        #expect(counts.last == Self.largeEntries.count, "\(counts)")
    }

    /// Entries that take longer to write than a process to exit.
    private static let largeEntries = (0..<20).map { number in
        (
            key: "\(number)",
            entry: HTTPCache.Entry(
                status: 200, body: [UInt8](repeating: UInt8(number), count: 100_000),
                freshness: Freshness(expires: 5_000_000_000, mustRevalidate: false, etag: "", lastModified: ""))
        )
    }

    @Test func `two users of one file see each other's entries, and lose none`() async {
        let path = folder.path("http.sqlite")
        let caches = [HTTPCache(path: path), HTTPCache(path: path)]
        for number in 0..<100 { caches[number % 2].store(entry([UInt8(number)]), for: "\(number)") }
        caches.forEach { $0.flush() }
        for number in 0..<100 {
            #expect(await find("\(number)", in: caches[(number + 1) % 2])?.body == [UInt8(number)])
        }
    }
}
