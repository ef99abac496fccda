import Controls
import LayerTree
import ScrollLayers
import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

@testable import TileViewing

/// The pointer's shape, which says what a press would do.
@MainActor
@Suite(.timeLimited) struct ViewerCursorTests {
    /// 1000×800 pixels at actual size in 800×600 points.
    private let stage: ViewerStage
    private let folder: TemporaryFolder

    init() throws {
        let folder = try TemporaryFolder()
        self.folder = folder
        stage = ViewerStage(view: ViewState(center: Point(x: 500, y: 400))) { settings in
            settings.annotations = folder.path("marks.geojson")
        }
    }

    private var cursor: Cursor { stage.viewer.cursor }

    private func cursor(_ x: Double, _ y: Double, _ modifiers: KeyModifiers = []) -> Cursor {
        stage.pointer(.moved, x, y, modifiers)
        return cursor
    }

    @Test func `an image that can be panned has a hand, which closes during a drag`() {
        #expect(cursor == .arrow, "the pointer is elsewhere")
        #expect(cursor(400, 300) == .openHand)
        stage.pointer(.down(.primary, clicks: 1), 400, 300)
        #expect(cursor == .openHand)
        #expect(cursor(420, 300) == .closedHand)
        stage.pointer(.up(.primary, clicks: 1), 420, 300)
        #expect(cursor == .openHand)
        stage.pointer(.exited, 420, 300)
        #expect(cursor == .arrow)
    }

    @Test func `an image that is seen as a whole, and what is around an image, have an arrow`() {
        stage.viewer.show(ViewState(center: Point(x: 500, y: 400), scale: 0.5), animated: false)
        #expect(cursor(400, 300) == .arrow)
        stage.viewer.show(ViewState(center: Point(x: 0, y: 0)), isExact: true, animated: false)
        #expect(cursor(100, 100) == .arrow)
        #expect(cursor(500, 400) == .openHand)
    }

    @Test func `Shift, with which a region is selected, makes a cross, also without a motion`() {
        #expect(cursor(400, 300, .shift) == .crosshair)
        stage.pointer(.down(.primary, clicks: 1), 400, 300, .shift)
        #expect(cursor(450, 350) == .crosshair)
        stage.pointer(.up(.primary, clicks: 1), 450, 350)
        #expect(cursor(200, 200) == .openHand)
        stage.viewer.handle(
            .key(KeyEvent(time: stage.clock.now, key: .other(1_073_742_049), isDown: true, modifiers: .shift)))
        #expect(cursor == .crosshair)
        stage.viewer.focusLost()
        #expect(cursor(200, 200) == .openHand)
    }

    @Test func `the handles of a selection have the arrows of their directions, as it is seen, also during a drag`() {
        stage.viewer.select(PixelRect(x: 400, y: 300, width: 200, height: 200))
        stage.frame()
        // From 300, 200 to 500, 400 on the screen.
        #expect(cursor(300, 200) == .resizeDownRight && cursor(500, 400) == .resizeDownRight)
        #expect(cursor(500, 200) == .resizeUpRight && cursor(300, 400) == .resizeUpRight)
        #expect(cursor(300, 300) == .resizeLeftRight && cursor(500, 300) == .resizeLeftRight)
        #expect(cursor(400, 200) == .resizeUpDown && cursor(400, 400) == .resizeUpDown)
        #expect(cursor(400, 300) == .move && cursor(250, 300) == .openHand)
        #expect(cursor(500, 400, .shift) == .resizeDownRight && cursor(400, 300, .shift) == .crosshair)
        #expect(cursor(500, 400) == .resizeDownRight)
        stage.pointer(.down(.primary, clicks: 1), 500, 400)
        #expect(cursor(560, 480) == .resizeDownRight)
        stage.pointer(.up(.primary, clicks: 1), 560, 480)
        stage.viewer.select(PixelRect(x: 400, y: 300, width: 200, height: 200))
        stage.viewer.show(ViewState(center: Point(x: 500, y: 400), angle: 90), animated: false)
        stage.frame()
        #expect(cursor(300, 200) == .resizeDownRight || cursor(300, 200) == .resizeUpRight)
        #expect(cursor(400, 200) == .resizeUpDown && cursor(300, 300) == .resizeLeftRight)
        stage.viewer.show(ViewState(center: Point(x: 500, y: 400), isFlipped: true), animated: false)
        stage.frame()
        #expect(cursor(300, 200) == .resizeDownRight && cursor(500, 200) == .resizeUpRight)
    }

    @Test(
        arguments: [
            (1, 0, .resizeLeftRight), (-1, 0, .resizeLeftRight), (0, 1, .resizeUpDown), (0, -1, .resizeUpDown),
            (1, 1, .resizeDownRight), (-1, -1, .resizeDownRight), (1, -1, .resizeUpRight), (-1, 1, .resizeUpRight),
            (1, 0.4, .resizeLeftRight), (1, 0.45, .resizeDownRight), (-0.4, -1, .resizeUpDown),
        ] as [(Double, Double, Cursor)])
    func `arrows are those of the nearest of eight directions`(x: Double, y: Double, cursor: Cursor) {
        #expect(Cursor(resizingAlong: Point(x: x, y: y)) == cursor)
    }

    @Test func `what can be clicked has a pointing hand`() {
        stage.viewer.features = [.buttons, .adjustment]
        stage.viewer.post("A message that can be dismissed by a click.")
        stage.pointer(.moved, 400, 300)
        stage.frames(for: 1)
        #expect(cursor(32, 300) == .pointingHand, "a button")
        let message = stage.viewer.messages.layer.sublayers[0].frame
        #expect(cursor(message.minX + 5, message.minY + 5) == .pointingHand)
        let panel = stage.viewer.adjustmentPanel.layer.frame
        #expect(cursor(panel.minX + 5, panel.minY + 5) == .arrow, "the histogram")
        let below = stride(from: panel.minY + 60, to: panel.maxY, by: 4).map { cursor(panel.minX + 95, $0) }
        #expect(below.contains(.pointingHand), "a slider")
        stage.tap(.menu)
        stage.frame()
        let menu = stage.viewer.menu.menu.layer.frame
        #expect(cursor(menu.minX + 20, menu.minY + 15) == .pointingHand && cursor(2, 2) == .arrow)
    }

    @Test func `the files that were opened last have a pointing hand`() {
        let stage = ViewerStage(opensFiles: false)
        stage.viewer.start.recentFiles = ["/a.tif", "/b.tif"]
        stage.frame()
        stage.pointer(.moved, 400, 1)
        #expect(stage.viewer.cursor == .arrow)
        let files = stride(from: 0.0, to: 600, by: 4).filter { y in
            stage.pointer(.moved, 400, y)
            return stage.viewer.cursor == .pointingHand
        }
        #expect(files.count == 14, "two rows of 28 points")
    }

    @Test func `annotations are drawn with a cross, and moved and resized with arrows`() {
        stage.tap("k")
        stage.frame()
        #expect(cursor(400, 400) == .crosshair)
        stage.tap("7")
        for (x, y) in [(300.0, 300.0), (500, 400)] {
            stage.pointer(.down(.primary, clicks: 1), x, y)
            stage.pointer(.up(.primary, clicks: 1), x, y)
        }
        #expect(cursor(300, 300) == .resizeDownRight && cursor(500, 400) == .resizeDownRight)
        #expect(cursor(500, 300) == .resizeUpRight && cursor(300, 400) == .resizeUpRight)
        #expect(cursor(400, 350) == .crosshair)
        stage.tap("0")
        #expect(cursor(400, 350) == .move && cursor(600, 500) == .openHand)
        stage.pointer(.down(.primary, clicks: 1), 600, 500)
        stage.pointer(.up(.primary, clicks: 1), 600, 500)
        #expect(cursor(400, 350) == .pointingHand)
        let bar = stage.viewer.annotations.view.toolBar.layer.frame
        #expect(cursor(bar.minX + 20, bar.minY + 10) == .pointingHand)
        stage.tap("4")
        #expect(cursor(600, 500) == .crosshair)
    }

    @Test func `the corners of a mirrored rectangle have the arrows of what is seen`() {
        stage.frame()
        stage.tap("k")
        stage.tap("7")
        for (x, y) in [(300.0, 300.0), (500, 400)] {
            stage.pointer(.down(.primary, clicks: 1), x, y)
            stage.pointer(.up(.primary, clicks: 1), x, y)
        }
        stage.viewer.show(ViewState(center: Point(x: 500, y: 400), isFlipped: true), animated: false)
        stage.frame()
        #expect(cursor(500, 300) == .resizeUpRight && cursor(300, 300) == .resizeDownRight)
    }
}
