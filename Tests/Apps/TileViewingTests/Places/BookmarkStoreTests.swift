import Foundation
import LayerTree
import ScrollLayers
import TestLimits
import TestSupport
import Testing
import VectorDrawing

@testable import TileViewing

@Suite(.timeLimited) struct BookmarkStoreTests {
    private let folder: TemporaryFolder
    private let store: BookmarkStore
    private let peak = Bookmark(
        name: "Peak \"1\" ü", view: ViewState(center: Point(x: 12.25, y: 1e-3), scale: 0.5, angle: -90, isFlipped: true)
    )
    private let lake = Bookmark(name: "Lake", view: ViewState(center: Point(x: 3, y: 4)))

    init() throws {
        folder = try TemporaryFolder()
        store = BookmarkStore(path: folder.path("state/tilekit/bookmarks"))
        for name in ["a.png", "b.png"] { try folder.write(Data(), to: name) }
    }

    @Test func `bookmarks are kept exactly, for each image, however it is named`() throws {
        #expect(try store.bookmarks(of: folder.path("a.png")) == [])
        #expect(try store.change(folder.path("a.png")) { $0 = [peak, lake] } == [peak, lake])
        #expect(try store.change(folder.path("b.png")) { $0.append(lake) } == [lake])
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("link.png"), withDestinationPath: folder.path("a.png"))
        #expect(try store.bookmarks(of: folder.path("link.png")) == [peak, lake])
        #expect(try store.bookmarks(of: folder.path("b.png")) == [lake])
        #expect(try store.change(folder.path("link.png")) { $0.removeFirst() } == [lake])
        #expect(try store.bookmarks(of: folder.path("a.png")) == [lake])
    }

    @Test func `what several viewers add at once is all kept`() async throws {
        let image = folder.path("a.png")
        await withTaskGroup { group in
            for number in 0..<8 {
                group.addTask { [store] in
                    let view = ViewState(center: Point(x: Double(number), y: 0))
                    while (try? store.change(image) { $0.append(Bookmark(name: "\(number)", view: view)) }) == nil {}
                }
            }
        }
        #expect(try Set(store.bookmarks(of: image).map(\.name)) == Set((0..<8).map(String.init)))
    }

    @Test func `the file can be read by its owner alone, and is replaced as a whole`() throws {
        _ = try store.change(folder.path("a.png")) { $0.append(lake) }
        let path = folder.path("state/tilekit/bookmarks")
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("state/tilekit")) == ["bookmarks"])
    }

    @Test(arguments: [
        "", "{", "{\"version\":2,\"images\":[]}", "[]", "{\"version\":1,\"images\":[{\"path\":3}]}",
        "{\"version\":1,\"images\":[{\"path\":\"/a\",\"bookmarks\":[{\"name\":\"\",\"x\":0,\"y\":0,\"zoom\":0,\"angle\":0,\"flipped\":false}]}]}",
    ])
    func `a damaged file is set aside as it is, and new bookmarks are kept`(text: String) throws {
        let path = folder.path("state/tilekit/bookmarks")
        try folder.write(Data(text.utf8), to: "state/tilekit/bookmarks")
        let aside = "\(path)-damaged.json"
        let error = try #require(throws: StateFileError.self) { try store.bookmarks(of: folder.path("a.png")) }
        #expect(error.description.hasPrefix("\(path): the bookmarks cannot be read: "))
        #expect(error.description.hasSuffix("It was renamed to \(aside); new ones are kept again."))
        #expect(try String(contentsOfFile: aside, encoding: .utf8) == text)
        #expect(try store.change(folder.path("a.png")) { $0.append(lake) } == [lake])
        // A second one does not replace the first.
        try folder.write(Data("x".utf8), to: "state/tilekit/bookmarks")
        #expect(throws: StateFileError.self) { try store.change(folder.path("a.png")) { $0.append(lake) } }
        #expect(try String(contentsOfFile: "\(path)-damaged-2.json", encoding: .utf8) == "x")
    }

    @Test func `an image has no more bookmarks than the limit, and none of them is dropped`() throws {
        let image = folder.path("a.png")
        let full = (1...BookmarkStore.bookmarkLimit).map { Bookmark(name: "\($0)", view: lake.view) }
        #expect(try store.change(image) { $0 = full }.count == 100)
        let error = try #require(throws: StateFileError.self) { try store.change(image) { $0.append(lake) } }
        #expect(error.description == "\(image): it has 100 bookmarks already. Delete one of them first.")
        #expect(try store.bookmarks(of: image) == full)
    }

    @Test func `what cannot be written is an error that says so`() throws {
        let store = BookmarkStore(path: "/dev/null/tilekit/bookmarks")
        #expect(throws: StateFileError.self) { try store.change(folder.path("a.png")) { $0.append(lake) } }
        let error = try #require(throws: StateFileError.self) {
            try self.store.change(folder.path("none.png")) { $0.append(lake) }
        }
        #expect(error.description.hasSuffix("none.png: the file is missing, so that no bookmark of it can be kept."))
    }
}
