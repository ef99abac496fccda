import Foundation
import TestLimits
import TestSupport
import Testing

@testable import FileDialogs

/// The folders of pictures that are copied and pasted.
@Suite(.timeLimited) struct PictureFoldersTests {
    /// A clipboard with a picture of a byte, or with something else.
    private func clipboard(types: String = "image/png") -> PictureClipboard {
        PictureClipboard([
            PictureClipboard.Program(
                copy: ["true"], types: ["printf", "\(types)\\n"], paste: ["printf", "a"])
        ])
    }

    private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    private func folder(_ path: String) -> String {
        URL(fileURLWithPath: path).deletingLastPathComponent().path
    }

    @Test func `a pasted picture is there until the end, and its folder goes with it`() throws {
        let folders = PictureFolders()
        let path = try #require(try clipboard().paste(in: folders))
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("a".utf8))
        folders.close()
        #expect(!exists(folder(path)))
    }

    @Test func `what was put beside a pasted picture is not removed`() throws {
        let folders = PictureFolders()
        let path = try #require(try clipboard().paste(in: folders))
        defer { try? FileManager.default.removeItem(atPath: folder(path)) }
        try Data("b".utf8).write(to: URL(fileURLWithPath: "\(path).geojson"))
        folders.close()
        #expect(!exists(path) && exists("\(path).geojson"))
    }

    @Test func `of more pictures than the limit the oldest is removed, and texts count for nothing`() throws {
        let folders = PictureFolders(limit: 2)
        defer { folders.close() }
        let paths = try (0..<2).compactMap { _ in try clipboard().paste(in: folders) }
        #expect(paths.count == 2 && paths.allSatisfy(exists))
        for _ in 0..<3 {
            #expect(try clipboard(types: "UTF8_STRING").paste(in: folders) == nil)
        }
        #expect(paths.allSatisfy(exists))
        let third = try #require(try clipboard().paste(in: folders))
        #expect(!exists(folder(paths[0])) && exists(paths[1]) && exists(third))
    }

    @Test func `a picture that cannot be pasted leaves no folder`() throws {
        let folders = PictureFolders()
        let path = try folders.makePicture()
        #expect(exists(folder(path)))
        folders.remove(path)
        #expect(!exists(folder(path)))
    }

    @Test func `a picture that is still being pasted or copied in the end is removed too`() throws {
        let folders = PictureFolders()
        let begun = try folders.makePicture()
        folders.close()
        #expect(!exists(folder(begun)))
        folders.keep(begun)
        #expect(!exists(folder(begun)))
        #expect(throws: PictureClipboardError.self) { _ = try clipboard().paste(in: folders) }
    }
}
