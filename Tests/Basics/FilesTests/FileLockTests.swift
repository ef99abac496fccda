import Foundation
import TestSupport
import TestLimits
import Testing

@testable import Files

@Suite(.timeLimited) struct FileLockTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Opens the folder again, as another process would.
    private func opened() throws -> Int32 {
        let other = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        try #require(other >= 0)
        return other
    }

    @Test func `a free folder is locked without waiting`() throws {
        let lock = try #require(try FileLock.acquire(folder.path) { Issue.record("nothing to wait for") })
        let other = try opened()
        #expect(flock(other, LOCK_EX | LOCK_NB) != 0)
        close(other)
        close(lock)
    }

    @Test(arguments: [1, FileLock.retries])
    func `a lock that is released meanwhile, as by a forked process, is acquired at the next try`(tries: Int) throws {
        let other = try opened()
        defer { close(other) }
        try #require(flock(other, LOCK_EX) == 0)
        var waits = 0
        let lock = try FileLock.acquire(folder.path) {
            waits += 1
            if waits == tries {
                // Not by closing: a process forked by another test may hold a copy.
                flock(other, LOCK_UN)
            }
        }
        #expect(waits == tries)
        close(try #require(lock))
    }

    @Test func `a lock that is held for 40 more tries belongs to another run`() throws {
        let other = try opened()
        defer { close(other) }
        try #require(flock(other, LOCK_EX) == 0)
        var waits = 0
        #expect(try FileLock.acquire(folder.path) { waits += 1 } == nil)
        #expect(waits == 40)
    }

    @Test func `a folder that is moved before its lock is released is not taken for the one at the path`() throws {
        try folder.write(Data(), to: "p.partial/tile")
        let path = folder.path("p.partial")
        let other = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { close(other) }
        try #require(flock(other, LOCK_EX) == 0)
        let lock = try FileLock.acquire(path) {
            try? folder.move("p.partial", to: "p")
            try? folder.write(Data(), to: "p.partial/of-a-third-run")
            flock(other, LOCK_UN)
        }
        #expect(lock == nil)
        #expect(flock(other, LOCK_EX | LOCK_NB) == 0, "the lock is not kept")
    }

    @Test func `a link to a folder is not followed`() throws {
        try folder.write(Data(), to: "real/file")
        try folder.link("link", to: "real")
        #expect(throws: FileError(.system(action: "opening it", errno: ENOTDIR), folder.path("link"))) {
            try FileLock.acquire(folder.path("link"))
        }
    }

    @Test func `a missing folder throws an error`() {
        let missing = folder.path("missing")
        let expected = FileError(.system(action: "opening it", errno: ENOENT), missing)
        #expect(throws: expected) { try FileLock.acquire(missing) }
    }
}
