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

    @Test func `what a killed run has left is overwritten`() throws {
        let killed = try AtomicFile(path, mayReplace: true)
        #expect(write(killed.descriptor, "old bytes", 9) == 9)
        // The state after the run has been killed: the file is there, and nobody holds its lock.
        flock(killed.descriptor, LOCK_UN)
        let file = try AtomicFile(path, mayReplace: true)
        #expect(write(file.descriptor, "new", 3) == 3)
        try file.commit()
        #expect(try folder.files() == ["a.png": Data("new".utf8)])
    }

    @Test func `a finished file has the mode that any new file has`() throws {
        let file = try AtomicFile(path, mayReplace: true)
        try file.commit()
        try folder.write(Data(), to: "other")
        func mode(_ name: String) -> mode_t {
            var status = stat()
            return lstat(folder.path(name), &status) == 0 ? status.st_mode : 0
        }
        #expect(mode("a.png") & 0o7000 == 0)
        #expect(mode("a.png") & 0o777 == 0o666 & ~currentMask)
    }

    private var currentMask: mode_t {
        let mask = umask(0)
        umask(mask)
        return mask
    }

    /// The kinds of things that may lie at the partial name and are nobody's leftovers.
    enum Foreign: CaseIterable {
        case link, danglingLink, file, hardLink, pipe, folder
    }

    @Test(arguments: Foreign.allCases)
    func `anything else with the partial name is refused and not touched`(foreign: Foreign) throws {
        let partial = folder.path("a.png.partial")
        try folder.write(Data("theirs".utf8), to: "victim")
        switch foreign {
        case .link: try folder.link("a.png.partial", to: "victim")
        case .danglingLink: try folder.link("a.png.partial", to: "nowhere")
        case .file: try folder.write(Data("theirs".utf8), to: "a.png.partial")
        case .hardLink:
            #expect(chmod(folder.path("victim"), 0o1644) == 0)
            try FileManager.default.linkItem(atPath: folder.path("victim"), toPath: partial)
        case .pipe: #expect(mkfifo(partial, 0o600) == 0)
        case .folder: try folder.write(Data("theirs".utf8), to: "a.png.partial/file")
        }
        let before = folder.contents()
        #expect(throws: FileError(.foreign, partial)) { _ = try AtomicFile(path, mayReplace: true) }
        #expect(throws: FileError(.foreign, partial)) { try AtomicFile.checkPartialName(of: path) }
        #expect(folder.contents() == before)
        #expect(try folder.bytes(of: "victim") == Data("theirs".utf8))
    }

    @Test func `a file in a folder that is reached through a link is written there`() throws {
        try folder.write(Data(), to: "disk/here")
        try folder.link("link", to: "disk")
        try AtomicFile(folder.path("link/b"), mayReplace: false).commit()
        #expect(try folder.bytes(of: "disk/b").isEmpty)
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
