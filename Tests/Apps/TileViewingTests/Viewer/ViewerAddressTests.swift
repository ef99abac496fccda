import ScrollLayers
import Concurrency
import Controls
import LayerTree
import RemotePyramids
import TestLimits
import TestSupport
import Testing
import TilePyramid
import TileStores
import VectorDrawing

@testable import TileViewing

/// Addresses that are typed, and the lists that are at them.
@MainActor
@Suite(.timeLimited) struct ViewerAddressTests {
    private func stage(_ lists: [String: AddressList]) -> ViewerStage {
        ViewerStage([], opensFiles: false) { settings in
            settings.open = { path in
                guard path.hasSuffix(".dzi") else { throw StoreError(.malformed, path: path, "this is not a pyramid.") }
                return Document(path: path, source: PaintedSource(PixelSize(width: 100, height: 80)))
            }
            settings.filesInFolder = { _ in nil }
            settings.filesBeside = { [$0] }
            settings.filesAtAddress = { lists[$0] }
            settings.thumbnailDecoder = NamedDecoding()
        }
    }

    private func images(_ names: [String]) -> [AddressList.Item] {
        names.map { AddressList.Item("http://h:1/\($0).dzi", name: "image \($0)") }
    }

    private func title(_ stage: ViewerStage) -> String {
        stage.frames(for: 0.1)
        return stage.viewer.title
    }

    private func type(_ text: String, _ stage: ViewerStage) {
        stage.tap("l", .control)
        stage.tap("a", .control)
        stage.viewer.handle(text: text)
        stage.tap(.enter)
        stage.frames(for: 0.1)
    }

    @Test func `Ctrl+l opens an address or a path that is typed or pasted`() {
        let stage = stage([:])
        type(" http://h:1/a.dzi ", stage)
        #expect(!stage.viewer.entry.isOpen && stage.viewer.document?.path == "http://h:1/a.dzi")
        stage.tap("l", .control)
        #expect(stage.viewer.entry.editor.text == "http://h:1/a.dzi", "the address that is shown can be changed")
        stage.viewer.paste("/scans/b.dzi\n")
        stage.tap(.enter)
        stage.frames(for: 0.1)
        #expect(stage.viewer.document?.path == "/scans/b.dzi")
    }

    @Test func `what is not an address is refused in place, until it is corrected`() {
        let stage = stage([:])
        type("ftp://h/a.dzi", stage)
        #expect(
            stage.viewer.entry.fault
                == "Only addresses with http:// and https:// are opened, and files with file://.")
        #expect(stage.viewer.entry.isOpen && stage.viewer.document == nil)
        stage.tap("a", .control)
        stage.viewer.handle(text: "http://h:1/c.dzi")
        stage.tap(.enter)
        stage.frames(for: 0.1)
        #expect(stage.viewer.document?.path == "http://h:1/c.dzi")
    }

    @Test func `an address is typed on while a file opens, and a place only until then`() {
        let stage = stage([:])
        type("http://h:1/a.dzi", stage)
        stage.tap("l", .control)
        stage.viewer.handle(text: "http://h:1/")
        stage.viewer.open(["http://h:1/b.dzi"])
        stage.frames(for: 0.1)
        #expect(stage.viewer.document?.path == "http://h:1/b.dzi" && stage.viewer.entry.isOpen)
        stage.viewer.handle(text: "c.dzi")
        stage.tap(.enter)
        stage.frames(for: 0.1)
        #expect(stage.viewer.document?.path == "http://h:1/c.dzi" && !stage.viewer.entry.isOpen)
        stage.tap("j")
        stage.viewer.open(["http://h:1/a.dzi"])
        stage.frames(for: 0.1)
        #expect(stage.viewer.document?.path == "http://h:1/a.dzi" && !stage.viewer.entry.isOpen)
    }

    @Test func `an address that cannot be opened is a message, and what was shown stays`() {
        let stage = stage([:])
        type("http://h:1/a.dzi", stage)
        type("http://h:1/other", stage)
        #expect(stage.messages.map(\.text) == ["http://h:1/other: this is not a pyramid."])
        #expect(stage.viewer.document?.path == "http://h:1/a.dzi")
    }

    @Test func `a server stands for what it lists, and keys step through that`() {
        let stage = stage(["http://h:1": AddressList(images(["b", "a", "c"]))])
        type("http://h:1/", stage)
        #expect(title(stage) == "b.dzi (1 of 3) - tileview")
        stage.tap(" ")
        #expect(title(stage) == "a.dzi (2 of 3) - tileview")
        stage.tap(.backspace)
        stage.tap(.backspace)
        #expect(title(stage) == "c.dzi (3 of 3) - tileview")
    }

    @Test func `the grid has the names of the list`() throws {
        let stage = stage(["http://h:1": AddressList(images(["b", "a"]))])
        type("http://h:1/", stage)
        stage.tap("t", .shift)
        stage.frames(for: 0.1)
        let grid = try #require(stage.viewer.fileGrid.grid)
        #expect((0..<2).map { grid.cell(of: $0)?.shownName } == ["image b", "image a"])
    }

    @Test func `lists in a list are read when they are reached`() {
        let inner = AddressList.Item("http://h:1/inner", isList: true)
        let stage = stage([
            "http://h:1": AddressList(images(["a"]) + [inner] + images(["d"])),
            "http://h:1/inner": AddressList(images(["b", "c"])),
        ])
        type("http://h:1/", stage)
        #expect(title(stage) == "a.dzi (1 of 3) - tileview")
        stage.tap(" ")
        #expect(title(stage) == "b.dzi (2 of 4) - tileview")
        stage.tap(" ")
        stage.tap(" ")
        #expect(title(stage) == "d.dzi (4 of 4) - tileview")
    }

    @Test func `lists that lead back to each other come to an end`() {
        let stage = stage([
            "http://h:1/a": AddressList([AddressList.Item("http://h:1/b", isList: true)]),
            "http://h:1/b": AddressList([AddressList.Item("http://h:1/a", isList: true)]),
        ])
        type("http://h:1/a", stage)
        #expect(
            stage.messages.map(\.text) == [
                "http://h:1/b: this list leads back to itself. Open the address of an image."
            ])
        #expect(stage.viewer.document == nil && !stage.viewer.isOpening)
    }

    @Test func `lists that lead to ever other lists come to an end, too`() {
        var lists: [String: AddressList] = [:]
        for number in 0..<20 {
            lists["http://h:1/\(number)"] = AddressList([AddressList.Item("http://h:1/\(number + 1)", isList: true)])
        }
        let stage = stage(lists)
        type("http://h:1/0", stage)
        // Each list takes a frame.
        stage.frames(for: 0.5)
        #expect(
            stage.messages.map(\.text) == [
                "http://h:1/8: lists lead to lists, more than 8 times. Open the address of an image."
            ])
        #expect(!stage.viewer.isOpening)
    }

    @Test func `while lists beside each other cannot be opened, each is tried as if it were the first`() {
        // Each list has one address, of which only the last one is a pyramid.
        let names = (0..<12).map { "http://h:1/list-\($0)" }
        var lists = ["http://h:1": AddressList(names.map { AddressList.Item($0, isList: true) })]
        for (number, name) in names.enumerated() {
            lists[name] = AddressList([AddressList.Item("\(name)/\(number == 11 ? "a.dzi" : "a")")])
        }
        let stage = stage(lists)
        type("http://h:1/", stage)
        stage.frames(for: 1)
        #expect(stage.viewer.document?.path == "http://h:1/list-11/a.dzi")
        #expect(
            !stage.messages.isEmpty
                && stage.messages.allSatisfy {
                    $0.text.hasPrefix("http://h:1/list-") && $0.text.hasSuffix("/a: this is not a pyramid.")
                })
    }

    @Test func `a server of which nothing can be opened is not asked for all that it lists, until the user steps`() {
        let opened = Locked<[String]>([])
        let list = AddressList((0..<100).map { AddressList.Item("http://h:1/\($0)") })
        let stage = ViewerStage([], opensFiles: false) { settings in
            settings.open = { path in
                opened.withLock { $0.append(path) }
                throw StoreError(.malformed, path: path, "this is not a pyramid.")
            }
            settings.filesInFolder = { _ in nil }
            settings.filesBeside = { [$0] }
            settings.filesAtAddress = { $0 == "http://h:1" ? list : nil }
        }
        stage.viewer.open(["http://h:1/"])
        stage.frames(for: 1)
        #expect(opened.withLock { $0 } == (0..<20).map { "http://h:1/\($0)" })
        #expect(
            stage.messages.last?.text
                == "20 addresses could not be opened, so the others are not tried. Open one of them by its own address."
        )
        #expect(!stage.viewer.isOpening)
        stage.tap(" ")
        stage.frames(for: 1)
        #expect(opened.withLock(\.count) == 40)
    }
}
