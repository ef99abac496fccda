import Controls
import Foundation
import LayerTree
import ScrollLayers
import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

@testable import TileViewing

@MainActor
@Suite(.timeLimited) struct ViewerBookmarksTests {
    private let folder: TemporaryFolder
    private let store: BookmarkStore
    private let views: LastViews

    init() throws {
        folder = try TemporaryFolder()
        store = BookmarkStore(path: folder.path("bookmarks"))
        views = LastViews(path: folder.path("views"))
        for name in ["a.png", "b.png"] { try folder.write(Data(), to: name) }
    }

    private func stage(_ change: (inout ViewerSettings) -> Void = { _ in }) -> ViewerStage {
        let stage = ViewerStage(opensFiles: false) { settings in
            settings.open = { Document(path: $0, source: PaintedSource()) }
            settings.bookmarks = store
            settings.lastViews = views
            change(&settings)
        }
        stage.viewer.open([folder.path("a.png"), folder.path("b.png")])
        stage.frames(for: 0.2)
        return stage
    }

    private func stored(_ name: String = "a.png") throws -> [String] {
        try store.bookmarks(of: folder.path(name)).map(\.name)
    }

    private func add(_ name: String?, in stage: ViewerStage) {
        stage.tap("d", .control)
        if let name { stage.viewer.handle(text: name) }
        stage.tap(.enter)
        stage.frame()
    }

    @Test func `Ctrl+d keeps the view under a name that is typed, or the first free number`() throws {
        let stage = stage()
        add(nil, in: stage)
        add("Peak", in: stage)
        add(nil, in: stage)
        add("   ", in: stage)
        #expect(try stored() == ["Place 1", "Peak", "Place 2", "Place 3"])
        #expect(stage.messages.last?.text == "Kept: Place 3")
        stage.tap("d", .control)
        stage.tap(.escape)
        #expect(try stored().count == 4)
    }

    @Test func `J lists the bookmarks, and Enter or a click flies to one`() throws {
        let stage = stage()
        stage.viewer.show(ViewState(center: Point(x: 300, y: 200), scale: 4), animated: false)
        add("Peak", in: stage)
        stage.viewer.show(ViewState(center: Point(x: 700, y: 500), scale: 2), animated: false)
        add("Lake", in: stage)
        stage.tap("0")
        stage.frames(for: 2)
        stage.tap("j", .shift)
        // Until the messages are gone.
        stage.frames(for: 5)
        #expect(stage.viewer.bookmarks.list.bookmarks.map(\.name) == ["Peak", "Lake"])
        #expect(stage.viewer.nextFrameTime == nil)
        stage.tap(.enter)
        stage.frames(for: 3)
        #expect(stage.view == ViewState(center: Point(x: 300, y: 200), scale: 4))
        let list = stage.viewer.bookmarks.list.layer.frame
        let y = list.maxY - 12 - 16 - 6 - 13
        stage.pointer(.moved, list.minX + 60, y)
        #expect(stage.viewer.bookmarks.list.chosen == 1)
        stage.pointer(.down(.primary, clicks: 1), list.minX + 60, y)
        stage.pointer(.up(.primary, clicks: 1), list.minX + 60, y)
        stage.frames(for: 3)
        #expect(stage.view == ViewState(center: Point(x: 700, y: 500), scale: 2))
        // The list stays open; other keys mean what they always do.
        stage.tap("r")
        stage.frames(for: 2)
        #expect(stage.view.angle == 90 && stage.viewer.bookmarks.list.isOpen)
        stage.tap(.escape)
        stage.frame()
        #expect(stage.viewer.bookmarks.list.layer.superlayer == nil)
    }

    @Test func `a list that is too long for the window has a scroll bar, and as many rows as there is room for`() throws
    {
        for count in [3, 20] {
            _ = try store.change(folder.path("a.png")) { bookmarks in
                bookmarks = (1...count).map { Bookmark(name: "Place \($0)", view: ViewState(center: .zero)) }
            }
            let stage = stage { $0.size = PixelSize(width: 400, height: 300) }
            stage.tap("j", .shift)
            stage.frames(for: 0.1)
            let list = stage.viewer.bookmarks.list
            #expect(list.bookmarks.count == count && list.showsScrollBar == (count == 20))
            guard count == 20 else { continue }
            #expect((7..<20).contains(list.visibleRows.count))
            // There is no room for another row.
            #expect(280 - list.layer.frame.size.height < BookmarkRow.height)
        }
    }

    @Test func `bookmarks are renamed and deleted, and Ctrl+z brings back what was deleted, where it was`() throws {
        let stage = stage()
        for name in ["A", "B", "C"] { add(name, in: stage) }
        stage.tap("j", .shift)
        stage.frame()
        stage.tap(.down)
        stage.tap(.function(2))
        #expect(stage.viewer.entry.editor.text == "B")
        stage.viewer.handle(text: "Bay")
        stage.tap(.enter)
        #expect(try stored() == ["A", "Bay", "C"])
        stage.frame()
        stage.tap(.delete)
        stage.frame()
        stage.tap(.up)
        stage.tap(.delete)
        #expect(try stored() == ["C"])
        stage.frame()
        stage.tap("z", .control)
        stage.tap("z", .control)
        #expect(try stored() == ["A", "Bay", "C"])
        stage.tap("z", .control)
        #expect(stage.messages.last?.text == "No bookmark was deleted.")
    }

    @Test func `the cross at the end of the highlighted row deletes`() throws {
        let stage = stage()
        for name in ["A", "B"] { add(name, in: stage) }
        stage.tap("j", .shift)
        stage.frames(for: 0.3)
        let list = stage.viewer.bookmarks.list.layer.frame
        let y = list.maxY - 12 - 16 - 6 - 13
        stage.pointer(.moved, list.maxX - 20, y)
        stage.pointer(.down(.primary, clicks: 1), list.maxX - 20, y)
        #expect(try stored() == ["A", "B"])
        stage.pointer(.up(.primary, clicks: 1), list.maxX - 20, y)
        #expect(try stored() == ["A"])
    }

    @Test(arguments: [1.0, 2.0])
    func `a long list scrolls in a small window, by keys, the wheel and a drag`(scale: Double) throws {
        let all = (1...50).map { Bookmark(name: "Place \($0)", view: ViewState(center: .zero)) }
        _ = try store.change(folder.path("a.png")) { $0 = all }
        let stage = stage {
            $0.size = PixelSize(width: Int(400 * scale), height: Int(300 * scale))
            $0.scale = scale
        }
        stage.tap("j", .shift)
        stage.frames(for: 0.3)
        let list = stage.viewer.bookmarks.list
        #expect(list.layer.frame.maxY <= 290 && list.layer.frame.maxX <= 390)
        let count = list.visibleRows.count
        #expect(list.visibleRows.lowerBound == 0 && (7...9).contains(count))
        stage.tap(.end)
        #expect(list.chosen == 49 && list.visibleRows == 50 - count..<50)
        stage.wheel(1, 60, 100)
        #expect(list.visibleRows == 49 - count..<49)
        stage.tap(.home)
        #expect(list.chosen == 0 && list.visibleRows.lowerBound == 0)
        stage.pointer(.down(.primary, clicks: 1), 60, 200)
        stage.pointer(.moved, 60, 200 - 3 * BookmarkRow.height)
        stage.pointer(.up(.primary, clicks: 1), 60, 200 - 3 * BookmarkRow.height)
        stage.frames(for: 0.3)
        #expect(list.visibleRows == 3..<3 + count && list.isOpen, "a drag scrolls, and opens nothing")
        #expect(stage.view.scale == 300 / 800 * scale)
    }

    @Test func `each file has its own bookmarks, and damaged ones are reported`() throws {
        let stage = stage()
        add("A", in: stage)
        stage.tap(" ")
        stage.frame()
        #expect(stage.viewer.bookmarks.bookmarks.isEmpty)
        stage.tap(.backspace)
        stage.frames(for: 0.1)
        #expect(stage.viewer.bookmarks.bookmarks.map(\.name) == ["A"])
        try folder.write(Data("{".utf8), to: "bookmarks")
        stage.tap("j", .shift)
        stage.frame()
        #expect(stage.messages.last?.text.contains("bookmarks-damaged.json") ?? false)
    }

    // MARK: The last view

    @Test func `a file is opened again in its last view, rotated and mirrored as it was`() {
        var stage = stage()
        let last = ViewState(center: Point(x: 300, y: 250), scale: 4, angle: 90, isFlipped: true)
        stage.viewer.show(last, animated: false)
        stage.viewer.close()
        stage = self.stage()
        #expect(stage.view == last)
        // One that was asked for counts more.
        let view = ViewState(center: Point(x: 1, y: 2))
        #expect(self.stage { $0.view = view }.view == view)
    }

    @Test func `a view is also kept when another file is opened, and that of the whole image depends on the window`() {
        var stage = stage()
        stage.viewer.show(ViewState(center: Point(x: 300, y: 250), scale: 4), animated: false)
        stage.tap(" ")
        stage.frame()
        #expect(views.view(of: folder.path("a.png")) == ViewState(center: Point(x: 300, y: 250), scale: 4))
        stage.tap(.backspace)
        stage.frame()
        stage.tap("0")
        stage.frames(for: 3)
        stage.viewer.close()
        #expect(views.view(of: folder.path("a.png")) == nil)
        stage = self.stage { $0.size = PixelSize(width: 400, height: 300) }
        #expect(stage.view == ViewState(center: Point(x: 500, y: 400), scale: 0.375))
    }

    @Test func `in a larger window, a last view near a corner shows nothing beyond it`() {
        var stage = stage { $0.size = PixelSize(width: 160, height: 120) }
        stage.viewer.show(ViewState(center: Point(x: 80, y: 60)), animated: false)
        stage.viewer.close()
        stage = self.stage()
        #expect(stage.view == ViewState(center: Point(x: 400, y: 300)))
    }

    @Test func `a file that has changed is shown whole`() throws {
        var stage = stage()
        stage.viewer.show(ViewState(center: Point(x: 300, y: 250), scale: 4), animated: false)
        stage.viewer.close()
        try folder.write(Data([1]), to: "a.png")
        stage = self.stage()
        #expect(stage.view == ViewState(center: Point(x: 500, y: 400), scale: 0.75))
    }
}
