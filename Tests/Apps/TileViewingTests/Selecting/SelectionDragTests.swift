import LayerTree
import ScrollLayers
import TestLimits
import Testing
import TilePyramid
import VectorDrawing

@testable import TileViewing

@MainActor
@Suite(.timeLimited) struct SelectionDragTests {
    /// Actual size, with the image point (500, 400) in the center of 800×600 points: points are pixels less (100, 100).
    private let stage = ViewerStage(view: ViewState(center: Point(x: 500, y: 400)))
    private let rect = PixelRect(x: 400, y: 300, width: 200, height: 100)

    private init() {
        stage.viewer.select(rect)
        stage.frame()
    }

    private func drag(_ from: (Double, Double), _ to: (Double, Double), _ modifiers: KeyModifiers = []) {
        stage.pointer(.down(.primary, clicks: 1), from.0, from.1, modifiers)
        stage.pointer(.moved, (from.0 + to.0) / 2, (from.1 + to.1) / 2, modifiers)
        stage.pointer(.up(.primary, clicks: 1), to.0, to.1, modifiers)
        stage.frame()
    }

    @Test func `a drag inside moves the selection, and one elsewhere moves the image`() {
        drag((400, 250), (430.4, 240))
        #expect(stage.viewer.selection.rect == PixelRect(x: 430, y: 290, width: 200, height: 100))
        #expect(stage.view.center == Point(x: 500, y: 400))
        drag((150, 150), (160, 170))
        #expect(stage.view.center != Point(x: 500, y: 400))
        #expect(stage.viewer.selection.rect == PixelRect(x: 430, y: 290, width: 200, height: 100))
    }

    @Test func `a handle resizes the selection from where it was pressed, and with Shift in proportion`() {
        drag((502, 303), (522, 313))
        #expect(stage.viewer.selection.rect == PixelRect(x: 400, y: 300, width: 220, height: 110))
        drag((300, 200), (190, 200), .shift)
        #expect(stage.viewer.selection.rect == PixelRect(x: 290, y: 245, width: 330, height: 165))
        // The middle of the right edge, at (620, 327.5) of the image.
        drag((520, 227), (530, 290))
        #expect(stage.viewer.selection.rect == PixelRect(x: 290, y: 245, width: 340, height: 165))
    }

    @Test func `in a rotated and mirrored view, handles move the edges at which they are seen`() {
        stage.viewer.show(
            ViewState(center: Point(x: 500, y: 350), scale: 1, angle: 90, isFlipped: true), isExact: true,
            animated: false)
        stage.frame()
        // Mirrored and turned, the image's x runs upwards and its y to the left: the corner at (400, 300) is at the lower right.
        drag((450, 400), (440, 380))
        #expect(stage.viewer.selection.rect == PixelRect(x: 420, y: 310, width: 180, height: 90))
    }

    @Test func `the middle of a small selection moves it, and its surroundings resize it`() {
        stage.viewer.select(PixelRect(x: 500, y: 400, width: 8, height: 8))
        drag((404, 304), (414, 304))
        #expect(stage.viewer.selection.rect == PixelRect(x: 510, y: 400, width: 8, height: 8))
        drag((420, 310), (430, 320))
        #expect(stage.viewer.selection.rect == PixelRect(x: 510, y: 400, width: 18, height: 18))
    }

    @Test func `a selection around the whole view cannot be dragged, so that the image can`() {
        stage.viewer.select(PixelRect(x: 0, y: 0, width: 1000, height: 800))
        drag((400, 300), (390, 290))
        #expect(stage.viewer.selection.rect == PixelRect(x: 0, y: 0, width: 1000, height: 800))
        #expect(stage.view.center != Point(x: 500, y: 400))
        #expect(stage.viewer.selectionMarks.labelFrame != nil)
    }

    @Test func `clicks on a selection are clicks, and two of them zoom`() {
        for clicks in 1...2 {
            stage.pointer(.down(.primary, clicks: clicks), 400, 250)
            stage.pointer(.up(.primary, clicks: clicks), 400, 250)
        }
        stage.frames(for: 1)
        #expect(stage.viewer.selection.rect == rect)
        #expect(abs(stage.view.scale - 2) < 1e-9)
    }

    @Test func `the window's losing the focus ends a drag, and Esc clears what was selected`() {
        stage.pointer(.down(.primary, clicks: 1), 400, 250)
        stage.pointer(.moved, 410, 250)
        stage.viewer.focusLost()
        stage.pointer(.moved, 450, 250)
        #expect(stage.viewer.selection.rect == PixelRect(x: 410, y: 300, width: 200, height: 100))
        stage.tap(.escape)
        #expect(stage.viewer.selection.rect == nil)
        stage.frame()
        #expect(stage.viewer.selectionMarks.layer.superlayer == nil)
    }

    @Test func `while annotations are edited, clicks inside are theirs`() {
        stage.tap("k")
        stage.tap(AnnotationTool.point.key)
        stage.pointer(.down(.primary, clicks: 1), 400, 250)
        stage.pointer(.up(.primary, clicks: 1), 400, 250)
        #expect(stage.viewer.annotations.editor.list.annotations.count == 1)
        #expect(stage.viewer.selection.rect == rect)
    }

    @Test func `arrow keys pan, whatever is selected`() {
        stage.tap(.right)
        stage.frames(for: 1)
        #expect(stage.viewer.selection.rect == rect)
        #expect(stage.view.center.x > 500)
    }

    @Test func `the size is at the selection and in the status, while it is dragged and after, and then nothing moves`()
    {
        #expect(stage.viewer.selectionMarks.text == "200×100 px")
        stage.pointer(.down(.primary, clicks: 1), 500, 300)
        stage.pointer(.moved, 520, 310)
        stage.frame()
        #expect(stage.viewer.selectionMarks.text == "220×110 px")
        #expect(stage.viewer.status.selection == PixelRect(x: 400, y: 300, width: 220, height: 110))
        #expect(StatusValues(stage.viewer.status).selection == "selected 220×110 px")
        stage.pointer(.up(.primary, clicks: 1), 520, 310)
        stage.frames(for: 0.5)
        #expect(stage.viewer.nextFrameTime == nil)
    }

    @Test(arguments: [1.0, 2.0])
    func `the label is above the selection, below it at the top of the view, and always in view`(scale: Double) throws {
        let stage = ViewerStage(view: ViewState(center: Point(x: 500, y: 400), scale: scale)) {
            $0.size = PixelSize(width: Int(400 * scale), height: Int(300 * scale))
            $0.scale = scale
        }
        func labelFrame(_ rect: PixelRect) throws -> Rect {
            stage.viewer.select(rect)
            stage.frame()
            return try #require(stage.viewer.selectionMarks.labelFrame)
        }
        // Points of the view are pixels less (300, 250).
        let above = try labelFrame(PixelRect(x: 400, y: 350, width: 50, height: 60))
        #expect(above.minX == 100 && abs(above.maxY - 92) <= 0.5)
        let below = try labelFrame(PixelRect(x: 400, y: 240, width: 50, height: 60))
        #expect(abs(below.minY - 58) <= 0.5)
        let inside = try labelFrame(PixelRect(x: 200, y: 200, width: 600, height: 500))
        #expect(inside.minX == 8 && inside.minY == 8)
        let right = try labelFrame(PixelRect(x: 690, y: 350, width: 50, height: 60))
        #expect(abs(right.maxX - 392) <= 0.5)
        stage.viewer.select(PixelRect(x: 0, y: 0, width: 50, height: 60))
        stage.frame()
        #expect(stage.viewer.selectionMarks.labelFrame == nil)
    }
}
