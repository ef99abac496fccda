import Foundation
import TestLimits
import TestSupport
import Testing

@testable import Files

@Suite(.timeLimited) struct PrivateFolderTests {
    @Test func `a folder is created with those that it is in, for its owner alone, and again without effect`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a/b/c")
        PrivateFolder.create(path)
        PrivateFolder.create(path)
        for name in ["a", "a/b", "a/b/c"] {
            let mode = try FileManager.default.attributesOfItem(atPath: folder.path(name))[.posixPermissions] as? Int
            #expect(mode == 0o700, "\(name)")
        }
    }

    @Test func `what cannot be created is left alone`() throws {
        let folder = try TemporaryFolder()
        try Data([1]).write(to: URL(fileURLWithPath: folder.path("file")))
        for path in [folder.path("file/a/b"), "", "/"] { PrivateFolder.create(path) }
        #expect(FileManager.default.contents(atPath: folder.path("file")) == Data([1]))
    }
}
