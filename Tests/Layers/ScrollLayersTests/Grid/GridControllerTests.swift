import LayerTree
import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

@testable import ScrollLayers

@MainActor
@Suite(.timeLimited) struct GridControllerTests {
    /// A cell that knows its item.
    private final class Cell: Layer {
        var item = -1
        /// Whether it was in a scene whenever it was configured.
        var hasScene = true
    }

    /// Grids of 10,000 items in a window of 400 × 300, 4 in a row: cells of 90 × 90 points, 10 apart.
    @MainActor
    private final class Window {
        let clock = ManualClock()
        let root = Layer()
        let scene: LayerScene
        let dispatcher: InputDispatcher
        let grid: GridController<Cell>
        var opened: [Int] = []

        init(_ count: Int = 10_000) {
            root.frame = Rect(x: 0, y: 0, width: 400, height: 300)
            scene = LayerScene(
                root: root, size: PixelSize(width: 400, height: 300), background: .black, clock: clock)
            dispatcher = InputDispatcher(scene: scene)
            grid = GridController(
                layout: GridLayout(
                    itemCount: count, minimumCellWidth: 80, spacing: 10,
                    insets: EdgeInsets(top: 5, left: 5, bottom: 5, right: 5)),
                clock: clock
            ) {
                Cell()
            } configure: {
                $0.item = $1
                if $0.scene == nil { $0.hasScene = false }
            }
            root.addSublayer(grid.layer)
            grid.layer.frame = root.bounds
            dispatcher.add(grid)
            grid.onOpen = { [unowned self] in opened.append($0) }
            dispatcher.update()
        }

        func press(_ key: Key) {
            dispatcher.handle(.key(KeyEvent(time: clock.now, key: key, isDown: true)))
            settle()
        }

        func settle() {
            while grid.nextFrameTime != nil {
                clock.advance(by: 1 / 60)
                dispatcher.update()
            }
        }

        func pointer(_ phase: PointerEvent.Phase, _ x: Double, _ y: Double) {
            dispatcher.handle(.pointer(PointerEvent(time: clock.now, phase: phase, position: Point(x: x, y: y))))
        }

        /// The items whose cells are in the tree, by position.
        var shown: [Int] { grid.items.filter { grid.cell(of: $0)?.item == $0 && grid.cell(of: $0)?.superlayer != nil } }
    }

    @Test func `only the cells in view and one more row exist`() throws {
        let window = Window()
        #expect(window.grid.layout.cellSize == Size(width: 90, height: 90))
        #expect(window.shown == Array(0..<16))
        #expect(window.grid.statistics == GridStatistics(created: 16, configured: 16, greatestCellCount: 16))
        let cell = try #require(window.grid.cell(of: 5))
        #expect(cell.convert(cell.bounds, to: window.root) == Rect(x: 105, y: 105, width: 90, height: 90))
        #expect(window.grid.cell(of: 16) == nil)
    }

    @Test func `a fling through the whole grid makes no more cells than are near the view`() {
        let window = Window()
        window.pointer(.down(.primary, clicks: 1), 200, 280)
        for step in 1...6 {
            window.clock.advance(by: 1 / 60)
            window.pointer(.moved, 200, 280 - 40 * Double(step))
            window.dispatcher.update()
        }
        window.pointer(.up(.primary, clicks: 1), 200, 40)
        #expect(window.grid.scrolling.model.isDecelerating)
        window.settle()
        let top = window.grid.layer.bounds.minY
        #expect(top > 1000)
        #expect(window.shown == Array(window.grid.layout.items(in: top...top + 300, extraRows: 1)))
        // 300 points are at most 4 rows; one more on both sides.
        #expect(window.grid.statistics.greatestCellCount <= 6 * 4)
        #expect(window.grid.statistics.created <= 6 * 4)
        window.press(.end)
        #expect(window.grid.items.upperBound == 10_000)
        #expect(window.grid.statistics.created <= 6 * 4)
        #expect(window.opened.isEmpty)
    }

    @Test func `the wheel scrolls, and neither it nor a double click zooms`() {
        let window = Window()
        window.dispatcher.handle(
            .wheel(WheelEvent(time: window.clock.now, delta: Point(x: 0, y: -2), position: Point(x: 50, y: 50))))
        window.settle()
        #expect(window.grid.layer.bounds.origin == Point(x: 0, y: 160))
        window.dispatcher.handle(
            .wheel(
                WheelEvent(
                    time: window.clock.now, delta: Point(x: 0, y: 2), position: Point(x: 50, y: 50), modifiers: .control
                )))
        window.settle()
        #expect(window.grid.scrolling.model.view.scale == 1)
    }

    @Test func `a click opens the item there, and one between cells opens nothing`() {
        let window = Window()
        window.pointer(.down(.primary, clicks: 1), 150, 150)
        window.pointer(.up(.primary, clicks: 1), 150, 150)
        window.pointer(.down(.primary, clicks: 1), 100, 100)
        window.pointer(.up(.primary, clicks: 1), 100, 100)
        #expect(window.opened == [5])
        #expect(window.grid.focusedItem == 5)
        #expect(window.grid.focusLayer.isHidden)
    }

    @Test func `keys show the focus, move it, scroll it into view, and open it`() {
        let window = Window()
        window.press(.right)
        #expect(window.grid.focusedItem == 0 && !window.grid.focusLayer.isHidden)
        window.press(.right)
        window.press(.down)
        #expect(window.grid.focusedItem == 5)
        #expect(window.grid.focusLayer.frame == Rect(x: 101, y: 101, width: 98, height: 98))
        window.press(.pageDown)
        #expect(window.grid.focusedItem == 17)
        #expect(window.grid.layer.bounds.minY == 505 - 300)
        window.press(.enter)
        #expect(window.opened == [17])
        window.press(.home)
        #expect(window.grid.focusedItem == 0 && window.grid.layer.bounds.minY == 0)
        window.press(.end)
        #expect(window.grid.focusedItem == 9999)
        #expect(window.grid.layer.bounds.minY == window.grid.layout.height - 300)
        window.grid.isEnabled = false
        window.press(.home)
        #expect(window.grid.focusedItem == 9999)
    }

    @Test func `another width keeps the first visible item in view`() {
        let window = Window()
        window.grid.scroll(to: 4002, animated: false)
        let first = window.grid.layout.items(in: window.grid.layer.bounds.minY...window.grid.layer.bounds.minY)
            .lowerBound
        window.grid.layer.frame.size.width = 250
        window.dispatcher.update()
        #expect(window.grid.layout.columns == 2)
        let layout = window.grid.layout
        let top = window.grid.layer.bounds.minY
        #expect(layout.items(in: top...top + 300).contains(first))
        #expect(window.shown == Array(layout.items(in: top...top + 300, extraRows: 1)))
        #expect(window.grid.cell(of: first)?.frame == layout.frame(of: first))
    }

    @Test func `fewer items than fill the view begin at the top, and none show nothing`() throws {
        let window = Window(3)
        #expect(window.shown == [0, 1, 2])
        #expect(window.grid.layer.bounds.origin == .zero)
        let cell = try #require(window.grid.cell(of: 0))
        #expect(cell.convert(cell.bounds, to: window.root) == Rect(x: 5, y: 5, width: 90, height: 90))
        let empty = Window(0)
        #expect(empty.shown == [])
        empty.press(.down)
        empty.press(.enter)
        #expect(empty.opened == [])
    }

    @Test func `a press stops a fling and opens nothing, and the next click opens`() {
        let window = Window()
        window.pointer(.down(.primary, clicks: 1), 150, 280)
        for step in 1...6 {
            window.clock.advance(by: 1 / 60)
            window.pointer(.moved, 150, 280 - 40 * Double(step))
            window.dispatcher.update()
        }
        window.pointer(.up(.primary, clicks: 1), 150, 40)
        window.clock.advance(by: 0.2)
        window.dispatcher.update()
        let top = window.grid.layer.bounds.minY
        window.pointer(.down(.primary, clicks: 1), 150, 150)
        #expect(!window.grid.scrolling.model.isDecelerating)
        window.clock.advance(by: 0.1)
        window.pointer(.up(.primary, clicks: 1), 150, 150)
        window.settle()
        #expect(window.opened.isEmpty)
        #expect(window.grid.layer.bounds.minY == top)
        let cell = window.grid.items.first { window.grid.layout.frame(of: $0).minY >= top } ?? 0
        let y = window.grid.layout.frame(of: cell).minY + 45 - top
        window.pointer(.down(.primary, clicks: 1), 50, y)
        window.pointer(.up(.primary, clicks: 1), 50, y)
        #expect(window.opened == [cell])
    }

    @Test func `the focus is on the last item when items are removed`() {
        let window = Window(10)
        window.grid.focus(on: 9)
        window.grid.layout.itemCount = 5
        #expect(window.grid.focusedItem == 4)
        #expect(window.grid.focusLayer.frame.minX == window.grid.layout.frame(of: 4).minX - 4)
        window.press(.enter)
        #expect(window.opened == [4])
        window.grid.layout.itemCount = 0
        #expect(window.grid.focusLayer.isHidden)
    }

    @Test func `cells are in the scene when they are configured`() {
        let window = Window()
        window.press(.end)
        #expect(window.grid.items.allSatisfy { window.grid.cell(of: $0)?.hasScene == true })
    }

    @Test func `the grid stays where it is when it is reloaded`() {
        let window = Window()
        window.grid.scroll(to: 4002, animated: false)
        let top = window.grid.layer.bounds.minY
        let shown = window.shown
        window.grid.reload()
        #expect(window.grid.layer.bounds.minY == top && top > 0)
        #expect(window.shown == shown)
    }

    @Test func `cells are configured again when they are reloaded`() {
        let window = Window(3)
        window.grid.reload()
        #expect(window.grid.statistics.configured == 6)
        #expect(window.grid.statistics.created == 3)
        #expect(window.shown == [0, 1, 2])
    }
}
