import Foundation
import TestSupport
import TestLimits
import Testing

@testable import Files

@Suite(.timeLimited) struct FolderRemovalTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `a folder is removed with its contents, and links in it are not followed`() throws {
        try folder.write(Data(), to: "kept/file")
        try folder.write(Data(), to: "gone/a/b/c")
        try folder.link("gone/a/link", to: "../../kept")
        try FolderRemoval.remove(folder.path("gone"))
        #expect(folder.contents() == ["kept/", "kept/file"])
    }

    @Test func `a link to a folder is removed, and the folder stays`() throws {
        try folder.write(Data(), to: "kept/file")
        try folder.link("link", to: "kept")
        #expect(throws: FileError.self) { try FolderRemoval.removeContents(of: folder.path("link")) }
        try FolderRemoval.remove(folder.path("link"))
        #expect(folder.contents() == ["kept/", "kept/file"])
    }

    @Test func `what is missing counts as removed`() throws {
        try FolderRemoval.remove(folder.path("none"))
        #expect(throws: FileError(.system(action: "removing it", errno: ENOENT), folder.path("none"))) {
            try FolderRemoval.removeContents(of: folder.path("none"))
        }
    }

    @Test func `one entry can be kept`() throws {
        for name in ["f/kept", "f/other", "f/sub/kept"] { try folder.write(Data(), to: name) }
        try FolderRemoval.removeContents(of: folder.path("f"), but: "kept")
        #expect(folder.contents() == ["f/", "f/kept"])
    }

    @Test func `names that are not UTF-8 are removed, too`() throws {
        try folder.write(Data(), to: "gone/file")
        let name = folder.path("gone/").utf8.map { CChar(bitPattern: $0) } + [-1, -2, 0]
        #expect(mkdir(name, 0o777) == 0)
        let file = open(name.dropLast() + [0x2F, -3, 0], O_WRONLY | O_CREAT, 0o600)
        #expect(file >= 0)
        close(file)
        try FolderRemoval.remove(folder.path("gone"))
        #expect(folder.contents().isEmpty)
    }
}
