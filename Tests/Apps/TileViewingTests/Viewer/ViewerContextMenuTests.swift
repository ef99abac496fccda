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

    /// Items as text: the check mark, the title and the key.
    private func rows(_ items: [MenuItem]) -> [String] {
        items.map { item in
            let check = item.isChecked.map { $0 ? "✓ " : "  " } ?? ""
            return "\(check)\(item.title)\(item.key.isEmpty ? "" : " [\(item.key)]")"
        }
    }

    /// The items of a submenu of the menu at a point of a viewer's window, as text.
    private func submenu(_ title: String, of stage: ViewerStage) -> [String]? {
        let all = stage.viewer.menu.sections(at: Point(x: 100, y: 120)).flatMap(\.self)
        return all.first { $0.title == title }.map { rows($0.submenu.flatMap(\.self)) }
    }

    /// A point of the window on the item with a title.
    private func point(of title: String) throws -> Point {
        let index = try #require(titles.firstIndex(of: title))
        let y = menu.rows.tops[index]
        let frame = menu.layer.frame
        return Point(x: frame.minX + 40, y: frame.minY + Menu.padding + y + 12 - menu.scrollOffset)
    }

    @Test func `a right click opens what fits the place, with the keys`() {
        press(.secondary, 100, 120)
        #expect(
            rows(menu.items) == [
                "Open… [o]", "Files [›]", "Zoom in [+]", "Zoom out [-]", "Fit into the window [0]", "Actual size [1]",
                "Rotate and flip [›]", "  Full screen [f]", "Copy the picture [Ctrl+c]", "Copy [›]",
                "Save the view as PNG [Ctrl+s]", "Export the view [e]", "  Measure and annotate [k]",
                "Go to a place… [j]",
                "Show or hide [›]", "Help [F1]", "Quit [q]",
            ])
        #expect(menu.layer.frame.minX == 100 && menu.layer.frame.minY == 120 && !menu.layer.isHidden)
        stage.frame()
        #expect(stage.viewer.nextFrameTime == nil)
    }

    @Test func `submenus have the rest, each with its key and its check mark`() {
        #expect(
            submenu("Files", of: stage) == [
                "Open an address… [Ctrl+l]", "Open from the clipboard [Ctrl+v]", "  Filmstrip [F]",
                "Close the file [Ctrl+w]",
            ])
        #expect(
            submenu("Rotate and flip", of: stage) == [
                "Rotate right [r]", "Rotate left [R]", "Set the angle… [Alt+r]", "Flip horizontally [h]",
                "Flip vertically [v]",
            ])
        #expect(
            submenu("Copy", of: stage) == [
                "Copy a link to this view [c]", "Copy the position 200, 220", "Copy the color #C8DC00",
            ])
        #expect(
            submenu("Show or hide", of: stage) == [
                "  About the image [p]", "  Adjust the colors [a]", "  Statistics of the selection [y]",
                "  Profile along a line [Y]", "✓ Overview map [m]", "  Scale bar [l]", "  Status line [i]",
                "✓ Pixel grid [g]", "  Annotations [t]", "  Buttons", "Next background [B]",
            ])
    }

    @Test func `of several files there are a slideshow, a grid, an order and an overlay, with marks on what is on`() {
        let stage = ViewerStage([PaintedSource(), PaintedSource(), PaintedSource()]) {
            $0.annotations = "/nowhere/marks.geojson"
        }
        #expect(
            submenu("Files", of: stage) == [
                "Open an address… [Ctrl+l]", "Open from the clipboard [Ctrl+v]", "  Slideshow [S]", "  All files [T]",
                "  Filmstrip [F]", "  Sort by name", "  Sort by date", "  Sort by size", "Close the file [Ctrl+w]",
            ])
        #expect(
            submenu("Compare", of: stage) == [
                "Compare with the next file [w]", "  Lay the second image over this one [Alt+o]",
            ])
        for command in [.toggleSlideshow, .toggle(.filmstrip), .toggle(.profile), .compare(.overlay)] as [ViewerCommand]
        {
            stage.viewer.perform(command)
        }
        stage.frame()
        #expect(submenu("Files", of: stage)?[2...4] == ["✓ Slideshow [S]", "  All files [T]", "✓ Filmstrip [F]"])
        #expect(submenu("Show or hide", of: stage)?.contains("✓ Profile along a line [Y]") == true)
        #expect(
            submenu("Compare", of: stage) == ["Compare in the next way [w]", "✓ Blend in the next way [Alt+o]"])
    }

    @Test func `all that is of use for one of several files fits into a window of 600 points`() {
        let stage = ViewerStage([PaintedSource(), PaintedSource()]) { settings in
            settings.annotations = "/nowhere/marks.geojson"
            settings.bookmarks = BookmarkStore(path: "/nowhere/bookmarks")
        }
        stage.tap("k")
        stage.frame()
        stage.tap("4")
        for x in [300.0, 500] {
            stage.pointer(.down(.primary, clicks: 1), x, 300)
            stage.pointer(.up(.primary, clicks: 1), x, 300)
        }
        stage.tap("z", .control)
        stage.viewer.perform(.contextMenu)
        stage.frame()
        let menu = stage.viewer.menu.menu
        #expect(Set(menu.items.map(\.title)).isSuperset(of: ["Undo", "Redo", "Compare", "Places", "Next file"]))
        #expect(menu.items.count == 22 && menu.scrollLimit == 0)
    }

    @Test func `a submenu is shown in place of the menu, and its first item leads back`() throws {
        press(.secondary, 100, 120)
        var item = try point(of: "Rotate and flip")
        press(.primary, item.x, item.y)
        #expect(menu.isOpen && titles.first == "‹ Rotate and flip" && menu.layer.frame.minX == 100)
        item = try point(of: "‹ Rotate and flip")
        press(.primary, item.x, item.y)
        #expect(menu.isOpen && titles.first == "Open…")
        stage.tap(.escape)
        stage.tap(.menu)
        stage.tap(.down)
        stage.tap(.right)
        #expect(titles[menu.highlightedItem ?? 0] == "Open an address…")
        stage.tap(.left)
        #expect(titles[menu.highlightedItem ?? 0] == "Files")
        stage.tap(.enter)
        stage.tap(.escape)
        #expect(menu.isOpen && titles.first == "Open…")
        stage.tap(.right)
        stage.tap(.enter)
        #expect(!menu.isOpen && stage.viewer.entry.isOpen)
    }

    @Test func `outside of the image there is nothing to copy, and without one little to do`() {
        stage.viewer.show(ViewState(center: .zero), isExact: true, animated: false)
        press(.secondary, 100, 120)
        #expect(titles.filter { $0.hasPrefix("Copy") } == ["Copy the picture", "Copy a link to this view"])
        let empty = ViewerStage(opensFiles: false)
        #expect(
            empty.viewer.menu.sections(at: .zero).map { $0.map(\.title) } == [
                ["Open…", "Open an address…", "Open from the clipboard"], ["Full screen"], ["Help", "Quit"],
            ])
    }

    @Test func `a click on an item does it and closes the menu`() throws {
        press(.secondary, 100, 120)
        let copy = try point(of: "Copy")
        press(.primary, copy.x, copy.y)
        let item = try point(of: "Copy the position 200, 220")
        press(.primary, item.x, item.y)
        #expect(!menu.isOpen && menu.layer.superlayer == nil)
        #expect(stage.requests == [.copy("200, 220")] && stage.messages.map(\.text) == ["Copied: 200, 220"])
        press(.secondary, 100, 120)
        let shown = try point(of: "Show or hide")
        press(.primary, shown.x, shown.y)
        let grid = try point(of: "Pixel grid")
        press(.primary, grid.x, grid.y)
        #expect(stage.viewer.features == [.overviewMap])
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
        let last = try point(of: "Files")
        press(.primary, last.x, last.y + 12 + 4)
        press(.primary, last.x, last.y, releasedAt: Point(x: 700, y: 500))
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
        #expect(titles[menu.highlightedItem ?? 0] == "Files")
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
        #expect(abs(menu.scrollLimit - max(0, menu.rows.height + 10 - frame.size.height)) < 1)
        stage.tap(.end)
        #expect(menu.scrollOffset == menu.scrollLimit)
        #expect(menu.item(at: Point(x: frame.minX + 20, y: frame.maxY - 8)) == menu.items.count - 1)
        stage.wheel(50, frame.minX + 20, frame.minY + 20)
        #expect(menu.scrollOffset == 0)
        #expect(menu.item(at: Point(x: frame.minX + 20, y: frame.minY + 8)) == 0)
        guard menu.scrollLimit > 0 else { return }
        let x = frame.minX + 20
        press(.primary, x, frame.maxY - 20, releasedAt: Point(x: x, y: frame.maxY - 60))
        #expect(menu.isOpen && menu.scrollOffset == 40, "a drag scrolls, and chooses nothing")
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
        #expect(
            submenu("Places", of: stage) == ["Go to a place… [j]", "Keep this view… [Ctrl+d]", "  Bookmarks [J]"])
        #expect(submenu("Compare", of: stage)?.first == "Compare with the next file [w]")
        stage.tap("w")
        stage.frames(for: 1)
        #expect(submenu("Compare", of: stage)?.first == "Compare in the next way [w]")
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
