import Foundation
import TestSupport
import TestLimits
import Testing

@testable import TileViewing

@Suite(.timeLimited) struct RecentFilesTests {
    private let folder: TemporaryFolder
    private let recent: RecentFiles

    init() throws {
        folder = try TemporaryFolder()
        recent = RecentFiles(path: folder.path("state/tilekit/recent"))
    }

    private func add(_ names: [String]) throws {
        for name in names {
            try folder.write(Data(), to: name)
            recent.add(folder.path(name))
        }
    }

    @Test func `the list is empty before a file was opened`() {
        #expect(recent.read() == [])
    }

    @Test func `the file that was opened last is the first one, and is listed once`() throws {
        try add(["a.png", "b.png", "c.png", "a.png"])
        #expect(recent.read() == ["a.png", "c.png", "b.png"].map(folder.path))
    }

    @Test func `ten files are kept`() throws {
        try add((1...12).map { "\($0).png" })
        #expect(recent.read() == (3...12).reversed().map { folder.path("\($0).png") })
    }

    @Test func `files that no longer exist are left out, and dropped with the next one`() throws {
        try add(["a.png", "b.png"])
        try FileManager.default.removeItem(atPath: folder.path("a.png"))
        #expect(recent.read() == [folder.path("b.png")])
        try add(["c.png"])
        #expect(try String(contentsOfFile: recent.path, encoding: .utf8).split(separator: "\n").count == 2)
    }

    @Test func `addresses are kept, but none with a password`() throws {
        try add(["a.png"])
        recent.add("https://h/big.dzi?key=1")
        recent.add("https://me:secret@h/big.dzi")
        #expect(recent.read() == ["https://h/big.dzi?key=1", folder.path("a.png")])
    }

    @Test func `only the user can read the list, and no unfinished file is left`() throws {
        try add(["a.png"])
        let attributes = try FileManager.default.attributesOfItem(atPath: recent.path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(folder.contents().filter { $0.hasPrefix("state/") && !$0.hasSuffix("/") } == ["state/tilekit/recent"])
    }

    @Test func `paths are kept in full, and those with a line break are not`() throws {
        try folder.write(Data(), to: "b/a.png")
        recent.add(folder.path("b/../b/a.png"))
        recent.add(folder.path("b/."))
        recent.add(folder.path("x\ny.png"))
        #expect(recent.read().map { $0.hasSuffix("/b/a.png") || $0.hasSuffix("/b") } == [true, true])
    }

    @Test func `what cannot be read or written is no error`() throws {
        try folder.write(Data("not a path\n\n/tilekit-nowhere\n".utf8), to: "state/tilekit/recent")
        #expect(recent.read() == [])
        let unwritable = RecentFiles(path: "/dev/null/tilekit/recent")
        unwritable.add(folder.path("a.png"))
        #expect(unwritable.read() == [])
    }

    @Test func `the standard path follows the environment, in which relative paths are ignored`() {
        func path(_ variables: [String: String]) -> String? { RecentFiles.standardPath { variables[$0] } }
        #expect(path(["XDG_STATE_HOME": "/s", "HOME": "/h"]) == "/s/tilekit/recent")
        #expect(path(["XDG_STATE_HOME": "s", "HOME": "/h"]) == "/h/.local/state/tilekit/recent")
        #expect(path([:]) == nil)
    }
}
