import Controls
import LayerTree
import ScrollLayers
import TestLimits
import Testing
import TilePyramid
import VectorDrawing

@testable import TileViewing

/// The context menu, with events as a window sends them.
@MainActor
@Suite(.timeLimited) struct ViewerContextMenuTests {
    private let stage = ViewerStage(view: ViewState(center: Point(x: 500, y: 400))) {
        $0.features = [.overviewMap, .pixelGrid]
    }
    init() {
        stage.frames(for: 1)
    }

    private var menu: Menu { stage.viewer.menu.menu }
    private var titles: [String] { menu.items.map(\.title) }

    private func press(_ button: PointerButton, _ x: Double, _ y: Double, releasedAt end: Point? = nil) {
        stage.pointer(.down(button, clicks: 1), x, y)
        if let end { stage.pointer(.moved, end.x, end.y) }
        stage.pointer(.up(button, clicks: 1), end?.x ?? x, end?.y ?? y)
        stage.frame()
    }

    /// A point of the window on the item with a title.
    private func point(of title: String) throws -> Point {
        let index = try #require(titles.firstIndex(of: title))
        let y = MenuLayout(stage.viewer.menu.sections(at: .zero).map(\.count)).tops[index]
        let frame = menu.layer.frame
        return Point(x: frame.minX + 40, y: frame.minY + Menu.padding + y + 12 - menu.scrollOffset)
    }

    @Test func `a right click opens what fits the place, with the keys`() {
        press(.secondary, 100, 120)
        let rows = menu.items.map { item in
            let check = item.isChecked.map { $0 ? "✓ " : "  " } ?? ""
            return "\(check)\(item.title)\(item.key.isEmpty ? "" : " [\(item.key)]")"
        }
        #expect(
            rows == [
                "Open… [o]", "Zoom in [+]", "Zoom out [-]", "Fit into the window [0]", "Actual size [1]",
                "  Full screen [f]", "Rotate right [r]", "Rotate left [R]", "Flip horizontally [h]",
                "Flip vertically [v]", "Go to a place… [j]", "Copy the picture [Ctrl+c]",
                "Copy a link to this view [c]", "Copy the position 200, 220", "Copy the color #C8DC00",
                "Save the view as PNG [s]", "Export the view [e]", "  About the image [p]", "  Adjust the colors [a]",
                "  Measure and annotate [k]", "✓ Overview map [m]", "  Scale bar [l]", "  Status line [i]",
                "✓ Pixel grid [g]", "  Annotations [t]", "  Buttons", "Help [F1]", "Quit [q]",
            ])
        #expect(menu.layer.frame.minX == 100 && menu.layer.frame.maxY == 596 && !menu.layer.isHidden)
        stage.frame()
        #expect(stage.viewer.nextFrameTime == nil)
    }

    @Test func `outside of the image there is nothing to copy, and without one little to do`() {
        stage.viewer.show(ViewState(center: .zero), isExact: true, animated: false)
        press(.secondary, 100, 120)
        #expect(titles.filter { $0.hasPrefix("Copy") } == ["Copy the picture", "Copy a link to this view"])
        let empty = ViewerStage(opensFiles: false)
        #expect(
            empty.viewer.menu.sections(at: .zero).map { $0.map(\.title) } == [
                ["Open…", "Full screen"], ["Help", "Quit"],
            ])
    }

    @Test func `a click on an item does it and closes the menu`() throws {
        press(.secondary, 100, 120)
        let item = try point(of: "Copy the position 200, 220")
        press(.primary, item.x, item.y)
        #expect(!menu.isOpen && menu.layer.superlayer == nil)
        #expect(stage.requests == [.copy("200, 220")] && stage.messages.map(\.text) == ["Copied: 200, 220"])
        press(.secondary, 100, 120)
        let grid = try point(of: "Pixel grid")
        press(.primary, grid.x, grid.y)
        #expect(stage.viewer.features == [.overviewMap, .pixelGrid])
    }

    @Test func `a press outside closes it and is nothing else, and a right click opens it elsewhere`() {
        press(.secondary, 100, 120)
        let view = stage.view
        press(.primary, 700, 500, releasedAt: Point(x: 600, y: 400))
        stage.frames(for: 1)
        #expect(!menu.isOpen && stage.view == view)
        press(.secondary, 100, 20)
        press(.secondary, 600, 30)
        #expect(menu.isOpen && menu.layer.position.x == min(600, 796 - menu.layer.bounds.size.width))
    }

    @Test func `a right drag, a press on a line, and one that leaves the menu do nothing`() throws {
        press(.secondary, 100, 120, releasedAt: Point(x: 120, y: 120))
        #expect(!menu.isOpen)
        press(.secondary, 100, 20)
        let first = try point(of: "Open…")
        press(.primary, first.x, first.y + 12 + 4)
        press(.primary, first.x, first.y, releasedAt: Point(x: 700, y: 500))
        #expect(menu.isOpen && stage.requests == [])
    }

    @Test func `arrows, Home and End go through the items, Enter chooses and Esc closes`() {
        stage.pointer(.moved, 50, 20)
        stage.tap(.menu)
        #expect(menu.isOpen && menu.highlightedItem == 0 && menu.layer.position.x == 50)
        stage.tap(.up)
        #expect(titles[menu.highlightedItem ?? 0] == "Quit")
        stage.tap(.down)
        stage.tap(.down)
        #expect(titles[menu.highlightedItem ?? 0] == "Zoom in")
        stage.tap(.end)
        stage.tap(.home)
        #expect(menu.highlightedItem == 0)
        stage.tap(.enter)
        #expect(!menu.isOpen && stage.requests == [.chooseFiles(folder: ".")])
        stage.tap(.function(10), .shift)
        #expect(menu.isOpen)
        stage.tap(.other(1_073_742_049))
        #expect(menu.isOpen, "Shift alone closes nothing")
        let view = stage.view
        stage.tap(.left)
        stage.tap(.escape)
        #expect(!menu.isOpen)
        stage.frames(for: 1)
        #expect(stage.view != view, "another key closes the menu and does what it always does")
    }

    @Test func `the Menu key opens it in the middle if the pointer is elsewhere, and closes it`() {
        stage.pointer(.exited, 0, 0)
        stage.tap(.menu)
        stage.frame()
        #expect(menu.layer.frame.minX == 400 && menu.layer.frame.maxY == 596)
        stage.tap(.menu)
        #expect(!menu.isOpen)
    }

    @Test(arguments: [(800, 600, 1), (400, 300, 1), (800, 600, 2), (320, 200, 1)] as [(Int, Int, Double)])
    func `it stays inside the window, and scrolls in a low one`(width: Int, height: Int, scale: Double) {
        stage.viewer.resize(to: PixelSize(width: width, height: height), scale: scale)
        stage.frame()
        let size = stage.viewer.view.bounds.size
        press(.secondary, size.width - 1, size.height - 1)
        let frame = menu.layer.frame
        #expect(frame.minX >= 4 && frame.minY >= 4 && frame.maxX <= size.width - 4 && frame.maxY <= size.height - 4)
        let rows = MenuLayout(stage.viewer.menu.sections(at: .zero).map(\.count))
        #expect(abs(menu.scrollLimit - max(0, rows.height + 10 - frame.size.height)) < 1)
        stage.tap(.end)
        #expect(menu.scrollOffset == menu.scrollLimit)
        #expect(menu.item(at: Point(x: frame.minX + 20, y: frame.maxY - 8)) == menu.items.count - 1)
        stage.wheel(50, frame.minX + 20, frame.minY + 20)
        #expect(menu.scrollOffset == 0)
        #expect(menu.item(at: Point(x: frame.minX + 20, y: frame.minY + 8)) == 0)
    }

    @Test func `it closes when the window is resized or loses the focus, and draws nothing then`() {
        press(.secondary, 100, 120)
        stage.viewer.resize(to: PixelSize(width: 700, height: 600), scale: 1)
        #expect(!menu.isOpen)
        press(.secondary, 100, 120)
        stage.viewer.focusLost()
        #expect(!menu.isOpen)
        stage.frames(for: 1)
        #expect(stage.viewer.nextFrameTime == nil)
    }

    @Test func `failed tiles can be loaded again`() {
        let stage = ViewerStage([PaintedSource { _ in throw TestError("damaged") }])
        stage.frames(for: 60)
        let first = stage.viewer.menu.sections(at: .zero).first ?? []
        #expect(first.map(\.title) == ["Load failed tiles again"] && first.map(\.key) == ["F5"])
    }

    @Test func `of several files the next one can be compared, and bookmarks are listed where they are kept`() {
        let stage = ViewerStage([PaintedSource(), PaintedSource()]) { settings in
            settings.bookmarks = BookmarkStore(path: "/nowhere/bookmarks")
        }
        stage.frames(for: 1)
        func places() -> [String]? {
            stage.viewer.menu.sections(at: .zero).first { $0.contains { $0.title == "Go to a place…" } }?.map {
                "\($0.title) [\($0.key)]"
            }
        }
        #expect(
            places() == [
                "Go to a place… [j]", "Keep this view… [Ctrl+d]", "Bookmarks [J]", "Compare with the next file [w]",
            ])
        stage.tap("w")
        stage.frames(for: 1)
        #expect(places()?.last == "Compare in the next way [w]")
    }

    @Test func `a selection is what is exported`() {
        stage.pointer(.down(.primary, clicks: 1), 100, 100, .shift)
        stage.pointer(.moved, 200, 200, .shift)
        stage.pointer(.up(.primary, clicks: 1), 200, 200, .shift)
        press(.secondary, 100, 120)
        #expect(titles.contains("Export the selection"))
    }

    @Test func `a finger that stays opens it, one that moves or is lifted does not`() {
        func touch(_ phase: TouchEvent.Phase, _ x: Double, finger: Int = 3) {
            let position = Point(x: x, y: 120)
            stage.viewer.handle(
                .touch(TouchEvent(time: stage.clock.now, phase: phase, finger: finger, position: position)))
        }
        touch(.down, 100)
        stage.frames(for: 0.4)
        touch(.up, 100)
        stage.frames(for: 1)
        #expect(!menu.isOpen && stage.viewer.nextFrameTime == nil)
        touch(.down, 100)
        touch(.moved, 120)
        stage.frames(for: 1)
        touch(.up, 120)
        #expect(!menu.isOpen)
        stage.frames(for: 3)
        let view = stage.view
        touch(.down, 100)
        #expect(stage.viewer.nextFrameTime.map { $0 <= stage.clock.now + 0.5 } ?? false)
        stage.frames(for: 0.6)
        #expect(menu.isOpen && menu.layer.frame.minX == 100)
        touch(.moved, 150)
        touch(.up, 150)
        stage.frames(for: 1)
        #expect(menu.isOpen && stage.view == view)
    }

    @Test func `a click closes the help, a drag scrolls it where it is too long`() {
        stage.viewer.resize(to: PixelSize(width: 400, height: 300), scale: 1)
        stage.tap(.function(1))
        stage.frame()
        press(.primary, 200, 200, releasedAt: Point(x: 200, y: 150))
        #expect(stage.viewer.features.contains(.help))
        press(.primary, 200, 200)
        #expect(!stage.viewer.features.contains(.help))
    }
}
