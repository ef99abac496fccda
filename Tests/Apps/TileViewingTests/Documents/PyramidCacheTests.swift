import Foundation
import TestSupport
import TestLimits
import Testing

@testable import TileViewing

@Suite(.timeLimited) struct PyramidCacheTests {
    private let folder: TemporaryFolder
    private let cache: PyramidCache

    init() throws {
        folder = try TemporaryFolder()
        cache = PyramidCache(path: folder.path("cache"), sizeLimit: 1000)
    }

    /// Makes a file and a finished pyramid for it of so many bytes that was used so many seconds ago; returns the key.
    private func makeEntry(_ name: String, bytes: Int, age: Double, isNoted: Bool = true) throws -> PyramidCacheKey {
        try folder.write(Data(name.utf8), to: name)
        let key = try #require(PyramidCacheKey(folder.path(name)))
        let entry = try cache.entry(for: key)
        try Data(count: bytes).write(to: URL(fileURLWithPath: entry.path + "/image.dzi"))
        if isNoted {
            entry.note(bytes: bytes, of: key.path)
        }
        let date = Date(timeIntervalSinceReferenceDate: 700_000_000 - age)
        try FileManager.default.setAttributes(
            [.modificationDate: date], ofItemAtPath: "\(entry.path)/\(PyramidCacheEntry.lockName)")
        return key
    }

    private func isThere(_ key: PyramidCacheKey) -> Bool { folder.contents().contains("cache/\(key.folderName)/") }

    @Test func `a cache that the user has moved elsewhere and linked is used`() throws {
        try folder.write(Data(), to: "disk/here")
        try folder.link("cache", to: "disk")
        let key = try makeEntry("a", bytes: 10, age: 1)
        #expect(cache.completeEntry(for: key) != nil)
        #expect(folder.contents().contains("disk/\(key.folderName)/in-use"))
    }

    @Test func `a lock file or a folder that is a link is not followed`() throws {
        try folder.write(Data("theirs".utf8), to: "victim")
        let key = try makeEntry("a", bytes: 2000, age: 1)
        let lock = "cache/\(key.folderName)/in-use"
        try folder.remove(lock)
        try folder.link(lock, to: "../../victim")
        #expect(throws: (any Error).self) { try cache.entry(for: key) }
        #expect(cache.completeEntry(for: key) == nil)
        try folder.move("cache/\(key.folderName)", to: "aside")
        try folder.link("cache/\(key.folderName)", to: "../aside")
        #expect(throws: (any Error).self) { try cache.entry(for: key) }
        cache.makeRoom()
        #expect(folder.contents().contains("aside/image.dzi"))
        #expect(try folder.bytes(of: "victim") == Data("theirs".utf8))
    }

    @Test func `the least recently used pyramids are evicted first`() throws {
        let keys = try [300.0, 100, 200, 400].enumerated().map { try makeEntry("\($0)", bytes: 300, age: $1) }
        cache.makeRoom()
        #expect(keys.map(isThere) == [true, true, true, false])
        cache.makeRoom(for: 400)
        #expect(keys.map(isThere) == [false, true, true, false])
        cache.makeRoom(for: 5000)
        #expect(keys.map(isThere) == [false, false, false, false])
        #expect(folder.contents().filter { $0.hasPrefix("cache/") } == ["cache/"])
    }

    @Test func `an open pyramid is not evicted, and opening a pyramid marks it as used`() throws {
        let keys = try [300.0, 200, 100].enumerated().map { try makeEntry("\($0)", bytes: 600, age: $1) }
        let open = try #require(cache.completeEntry(for: keys[1]))
        _ = cache.completeEntry(for: keys[0])
        cache.makeRoom()
        #expect(keys.map(isThere) == [false, true, false])
        _ = open
        withExtendedLifetime(open) {}
    }

    @Test func `unfinished pyramids count by their size on disk, and remains of evictions are removed`() throws {
        let key = try makeEntry("a", bytes: 5000, age: 1, isNoted: false)
        try folder.write(Data(), to: "cache/removed-1234-5/image_files/1/0_0.jpg")
        var large = cache
        large.sizeLimit = 100_000
        large.makeRoom()
        #expect(isThere(key))
        #expect(!folder.contents().contains { $0.contains("removed-") })
        cache.makeRoom()
        #expect(!isThere(key))
    }

    @Test func `an image is identified by its path without symbolic links, its size and its date`() throws {
        try folder.write(Data([1, 2, 3]), to: "a/image.png")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("link"), withDestinationPath: folder.path("a"))
        let key = try #require(PyramidCacheKey(folder.path("a/image.png")))
        #expect(PyramidCacheKey(folder.path("link/../a/./image.png")) == key)
        #expect(PyramidCacheKey(folder.path("link/image.png")) == key)
        #expect(key.size == 3 && key.folderName.count == 32)
        let date = Date(timeIntervalSinceReferenceDate: 1)
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: key.path)
        let changed = try #require(PyramidCacheKey(key.path))
        #expect(changed != key && changed.folderName != key.folderName)
        #expect(PyramidCacheKey(folder.path("nothing")) == nil)
    }

    @Test func `a pyramid without a descriptor is not complete`() throws {
        let key = try makeEntry("a", bytes: 1, age: 0)
        #expect(cache.completeEntry(for: key) != nil)
        try folder.remove("cache/\(key.folderName)/image.dzi")
        #expect(cache.completeEntry(for: key) == nil)
        try folder.remove("cache")
        #expect(cache.completeEntry(for: key) == nil)
        cache.makeRoom()
    }

    @Test(arguments: [
        (["XDG_CACHE_HOME": "/x", "HOME": "/h"], "/x/tilekit/pyramids"), (["HOME": "/h"], "/h/.cache/tilekit/pyramids"),
        (["XDG_CACHE_HOME": "x", "HOME": "/h"], "/h/.cache/tilekit/pyramids"), ([:], "/tmp/.cache/tilekit/pyramids"),
    ])
    func `the cache folder follows the XDG specification`(variables: [String: String], path: String) {
        #expect(PyramidCache.standardPath { variables[$0] } == path)
    }
}
