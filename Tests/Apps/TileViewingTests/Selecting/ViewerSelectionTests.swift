import Controls
import LayerTree
import ScrollLayers
import TestLimits
import Testing
import TilePyramid
import VectorDrawing

@testable import TileViewing

@MainActor
@Suite(.timeLimited) struct ViewerSelectionTests {
    /// Actual size, with the image point (500, 400) in the center of 800×600 points.
    private let stage = ViewerStage(view: ViewState(center: Point(x: 500, y: 400)))

    @Test func `a drag with Shift selects the whole pixels between two points, and does not move the image`() {
        stage.pointer(.down(.primary, clicks: 1), 300, 200, .shift)
        stage.pointer(.moved, 500.5, 350, .shift)
        stage.pointer(.up(.primary, clicks: 1), 500.5, 350, .shift)
        stage.pointer(.moved, 700, 550)
        #expect(stage.viewer.selection.rect == PixelRect(x: 400, y: 300, width: 201, height: 150))
        #expect(stage.view == ViewState(center: Point(x: 500, y: 400)))
    }

    @Test func `a selection has a frame and is unchanged inside, and everything else is darker`() {
        let stage = ViewerStage(view: ViewState(center: Point(x: 80, y: 60))) {
            $0.size = PixelSize(width: 160, height: 120)
        }
        let before = stage.snapshot()
        stage.pointer(.down(.primary, clicks: 1), 30, 20, .shift)
        stage.pointer(.up(.primary, clicks: 1), 130, 100, .shift)
        let after = stage.snapshot()
        // Between the handles, and below the size.
        for (x, y) in [(40, 60), (119, 90), (80, 70), (129, 80)] {
            #expect(after[x, y] == before[x, y] && after[x, y] == PaintedSource.pixel(x, y))
        }
        for (x, y) in [(29, 40), (130, 40), (50, 19), (50, 100)] {
            #expect(after[x, y] == 0xFFFF_FFFF)
        }
        for (x, y) in [(28, 10), (150, 110), (10, 60)] {
            #expect(after[x, y] >> 16 & 255 < before[x, y] >> 16 & 255)
        }
    }

    @Test func `the handles are white squares with a black edge, at the corners and in the middle of long edges`() {
        let stage = ViewerStage(view: ViewState(center: Point(x: 80, y: 60))) {
            $0.size = PixelSize(width: 160, height: 120)
        }
        stage.viewer.select(PixelRect(x: 30, y: 20, width: 100, height: 80))
        var picture = stage.snapshot()
        for (x, y) in [(30, 20), (80, 20), (130, 20), (130, 60), (130, 100), (80, 100), (30, 100), (30, 60)] {
            #expect(picture[x, y] == 0xFFFF_FFFF && picture[x - 4, y - 4] == 0xFF00_0000)
        }
        stage.viewer.select(PixelRect(x: 30, y: 20, width: 100, height: 39))
        picture = stage.snapshot()
        #expect(picture[76, 16] == 0xFF00_0000 && picture[126, 36] != 0xFF00_0000)
    }

    @Test func `a click with Shift that does not move selects nothing`() {
        stage.pointer(.down(.primary, clicks: 1), 300, 200, .shift)
        stage.pointer(.moved, 301, 201, .shift)
        stage.pointer(.up(.primary, clicks: 1), 301, 201, .shift)
        #expect(stage.viewer.selection.rect == nil)
    }

    @Test func `two clicks with Shift zoom out, a selection and a click with Shift do not`() {
        stage.viewer.show(ViewState(center: Point(x: 500, y: 400), scale: 4), isExact: true, animated: false)
        let scale = stage.view.scale
        stage.pointer(.down(.primary, clicks: 1), 300, 200, .shift)
        stage.pointer(.moved, 340, 240, .shift)
        stage.pointer(.up(.primary, clicks: 1), 340, 240, .shift)
        stage.pointer(.down(.primary, clicks: 2), 300, 200, .shift)
        stage.pointer(.up(.primary, clicks: 2), 300, 200, .shift)
        stage.frames(for: 1)
        #expect(stage.view.scale == scale)
        for clicks in 1...2 {
            stage.pointer(.down(.primary, clicks: clicks), 300, 200, .shift)
            stage.pointer(.up(.primary, clicks: clicks), 300, 200, .shift)
        }
        stage.frames(for: 1)
        #expect(abs(stage.view.scale / scale - 0.5) < 1e-9)
    }

    @Test func `a selection ends at the edges of the image`() {
        stage.viewer.show(ViewState(center: .zero), isExact: true, animated: false)
        stage.pointer(.down(.primary, clicks: 1), 100, 100, .shift)
        stage.pointer(.up(.primary, clicks: 1), 410, 320, .shift)
        #expect(stage.viewer.selection.rect == PixelRect(x: 0, y: 0, width: 10, height: 20))
    }

    @Test func `the size of the selection is not under the line in which it is typed`() throws {
        stage.viewer.select(PixelRect(x: 400, y: 330, width: 200, height: 100))
        stage.frame()
        let home = try #require(stage.viewer.selectionMarks.labelFrame)
        #expect(home.maxY < 230, "above the selection")
        stage.viewer.perform(.typeSelection)
        stage.frame()
        let entry = stage.viewer.entry.layer.frame
        let label = try #require(stage.viewer.selectionMarks.labelFrame)
        #expect(entry.intersection(home) != nil && entry.intersection(label) == nil)
        stage.tap(.escape)
        stage.frame()
        #expect(stage.viewer.selectionMarks.labelFrame == home)
    }

    @Test func `Esc clears a selection before it does anything else`() {
        stage.pointer(.down(.primary, clicks: 1), 300, 200, .shift)
        stage.pointer(.up(.primary, clicks: 1), 500, 350, .shift)
        stage.tap(.escape)
        #expect(stage.viewer.selection.rect == nil)
        stage.tap(.escape)
        #expect(stage.requests.isEmpty)
    }
}
