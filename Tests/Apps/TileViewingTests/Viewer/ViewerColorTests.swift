import LayerTree
import ScrollLayers
import TestLimits
import Testing
import TilePyramid
import TiledLayers
import VectorDrawing

@testable import TileViewing

/// Tests of the viewer's color adjustment.
@MainActor
@Suite(.timeLimited) struct ViewerColorTests {
    private let stage = ViewerStage(view: ViewState(center: Point(x: 400, y: 300)))

    @Test func `x inverts, and the next file is shown as it is stored`() {
        let stage = ViewerStage([PaintedSource(), PaintedSource()])
        stage.tap("x")
        #expect(stage.viewer.colorAdjustment.isInverted && stage.viewer.tiles?.colorAdjustment.isInverted == true)
        stage.tap("x")
        #expect(stage.viewer.colorAdjustment.isNeutral)
        stage.tap("x")
        stage.tap(" ")
        stage.frames(for: 1)
        #expect(stage.viewer.colorAdjustment.isNeutral && stage.viewer.tiles?.colorAdjustment.isNeutral == true)
    }

    @Test func `u stretches what is in view to all that the screen can show, and back`() throws {
        stage.frames(for: 1)
        stage.tap("u")
        let histogram = try #require(stage.viewer.tiles).visibleHistogram()
        #expect(stage.viewer.colorAdjustment.blackPoint == histogram.value(below: 0.005))
        #expect(stage.viewer.colorAdjustment.whitePoint == histogram.value(below: 0.995))
        stage.tap("u")
        #expect(stage.viewer.colorAdjustment.isNeutral)
    }

    @Test func `a slider of the panel is dragged, and its buttons are clicked, without moving the image`() throws {
        stage.tap("a")
        stage.frames(for: 1)
        let panel = stage.viewer.adjustmentPanel.layer
        let view = stage.view
        #expect(!panel.isHidden && panel.bounds.size == DrawnAdjustmentPanel.size)
        func point(_ control: AdjustmentControl, _ x: Double) throws -> Point {
            let y = try #require(
                stride(from: 0, to: panel.bounds.size.height, by: 1).first {
                    DrawnAdjustmentPanel.control(at: Point(x: 20, y: $0)) == control
                })
            return Point(x: panel.position.x + x, y: panel.position.y + y + 5)
        }
        let start = try point(.brightness, 140)
        stage.pointer(.down(.primary, clicks: 1), start.x, start.y)
        #expect(stage.viewer.colorAdjustment.brightness == 0, "the slider snaps to the middle")
        stage.pointer(.moved, start.x + 25, start.y)
        #expect(stage.viewer.colorAdjustment.brightness == 0.5)
        stage.pointer(.moved, start.x + 500, start.y)
        stage.pointer(.up(.primary, clicks: 1), start.x + 500, start.y)
        #expect(stage.viewer.colorAdjustment.brightness == 1)
        stage.pointer(.moved, start.x, start.y)
        #expect(stage.viewer.colorAdjustment.brightness == 1, "nothing is dragged any more")
        for (control, isDone) in [
            (.isInverted, { $0.isInverted }), (.channel, { $0.channel == .red }), (.palette, { $0.palette == .heat }),
            (.reset, { $0.isNeutral }),
        ] as [(AdjustmentControl, (ColorAdjustment) -> Bool)] {
            let place = try point(control, 30)
            stage.pointer(.down(.primary, clicks: 1), place.x, place.y)
            stage.pointer(.up(.primary, clicks: 1), place.x, place.y)
            #expect(isDone(stage.viewer.colorAdjustment), "\(control)")
        }
        stage.frames(for: 1)
        #expect(stage.view == view)
        stage.tap("a")
        stage.frame()
        #expect(panel.isHidden && panel.contents == nil)
    }

    @Test(arguments: AdjustmentControl.allCases.filter(\.isSlider))
    func `a slider goes from end to end, and to the default`(control: AdjustmentControl) throws {
        var adjustment = ColorAdjustment()
        let neutral = try #require(control.position(in: adjustment))
        for position in [0, 0.25, 0.75, 1] where abs(position - neutral) > 0.1 {
            control.setPosition(position, in: &adjustment)
            #expect(abs(try #require(control.position(in: adjustment)) - position) < 1e-9)
            #expect(!adjustment.isNeutral && !control.value(in: adjustment).isEmpty)
        }
        control.setPosition(neutral + 0.01, in: &adjustment)
        #expect(adjustment.isNeutral)
    }
}
