import Foundation
import TestSupport
import TestLimits
import Testing

@testable import Files

@Suite(.timeLimited) struct AtomicFileTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path("a.png") }

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `a committed file has its final name, and replaces an older one if it may`() throws {
        try folder.write(Data("old".utf8), to: "a.png")
        let file = try AtomicFile(path, mayReplace: true)
        #expect(write(file.descriptor, "new", 3) == 3)
        #expect(try folder.files() == ["a.png": Data("old".utf8), "a.png.partial": Data("new".utf8)])
        try file.commit()
        #expect(try folder.files() == ["a.png": Data("new".utf8)])
    }

    @Test func `a file that is not committed leaves nothing`() throws {
        do { _ = try AtomicFile(path, mayReplace: false) }
        #expect(folder.contents().isEmpty)
    }

    @Test func `a file that is being written cannot be written by another run`() throws {
        let file = try AtomicFile(path, mayReplace: true)
        #expect(throws: FileError(.busy, path)) { _ = try AtomicFile(path, mayReplace: true) }
        try file.commit()
        #expect(folder.contents() == ["a.png"])
    }

    @Test func `an existing file, or one that appears, is not replaced without permission`() throws {
        let file = try AtomicFile(path, mayReplace: false)
        try folder.write(Data("other".utf8), to: "a.png")
        #expect(throws: FileError(.appeared, path)) { try file.commit() }
        try file.remove()
        #expect(throws: FileError(.exists, path)) { _ = try AtomicFile(path, mayReplace: false) }
        #expect(try folder.files() == ["a.png": Data("other".utf8)])
    }

    @Test(arguments: [("/dev/null", FileError.Cause.isSpecial), ("/", .isFolder)])
    func `a device and a folder are never replaced`(path: String, cause: FileError.Cause) {
        #expect(throws: FileError(cause, path)) { _ = try AtomicFile(path, mayReplace: true) }
    }

    @Test func `a missing folder is named with the system's reason`() {
        let expected = FileError(.system(action: "creating it", errno: ENOENT), folder.path("none/a"))
        #expect(throws: expected) { _ = try AtomicFile(folder.path("none/a"), mayReplace: true) }
    }
}
