import Controls
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

    @Test func `Esc closes the panel, and leaves the colors as they are`() {
        stage.tap("a")
        stage.tap("x")
        stage.frames(for: 1)
        #expect(stage.viewer.features.contains(.adjustment))
        stage.tap(.escape)
        stage.frames(for: 1)
        #expect(!stage.viewer.features.contains(.adjustment) && stage.viewer.adjustmentPanel.layer.isHidden)
        #expect(stage.viewer.colorAdjustment.isInverted)
    }

    @Test func `a slider of the panel is dragged, and its buttons are clicked, without moving the image`() throws {
        stage.tap("a")
        stage.frames(for: 1)
        let panel = stage.viewer.adjustmentPanel.layer
        let view = stage.view
        #expect(!panel.isHidden && panel.bounds.size == DrawnAdjustmentPanel.size)
        func middle(_ rect: Rect) -> Point {
            panel.position + rect.point(at: Point(x: 0.5, y: 0.5))
        }
        let start = middle(DrawnAdjustmentPanel.track(of: .brightness))
        stage.pointer(.down(.primary, clicks: 1), start.x, start.y)
        #expect(stage.viewer.colorAdjustment.brightness == 0, "the slider snaps to the middle")
        stage.pointer(.moved, start.x + 63.75, start.y)
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
            let place = middle(DrawnAdjustmentPanel.box(of: control))
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
            #expect(abs(try #require(control.position(in: adjustment)) - position) < 0.006)
            #expect(!adjustment.isNeutral && !control.value(in: adjustment).isEmpty)
        }
        control.setPosition(neutral + 0.002, in: &adjustment)
        #expect(adjustment.isNeutral)
    }

    @Test(arguments: [.blackPoint, .whitePoint] as [AdjustmentControl])
    func `a pointer on whole points reaches each of the 256 values`(control: AdjustmentControl) {
        let track = DrawnAdjustmentPanel.track(of: control)
        let values = (0...255).map { step in
            var adjustment = ColorAdjustment()
            let point = Point(x: track.minX + Double(step), y: track.minY)
            control.setPosition(DrawnAdjustmentPanel.position(at: point), in: &adjustment)
            return control.value(in: adjustment)
        }
        #expect(values == (0...255).map { "\($0)" })
    }

    @Test func `a pointer on whole points reaches each percent of brightness`() {
        let track = DrawnAdjustmentPanel.track(of: .brightness)
        let values = stride(from: track.minX, through: track.maxX, by: 1).map { x in
            var adjustment = ColorAdjustment()
            let position = DrawnAdjustmentPanel.position(at: Point(x: x, y: track.minY))
            AdjustmentControl.brightness.setPosition(position, in: &adjustment)
            return Int((adjustment.brightness * 100).rounded())
        }
        #expect(Set(values) == Set(-100...100))
    }

    @Test(
        arguments: [
            (.blackPoint, "51", 0.2), (.whitePoint, " 204 ", 0.8), (.gamma, "1,25", 1.25), (.contrast, "0.2", 0.2),
            (.brightness, "−40 %", -0.4),
        ] as [(AdjustmentControl, String, Double)])
    func `a value can be typed`(control: AdjustmentControl, text: String, value: Double) {
        var adjustment = ColorAdjustment()
        #expect(control.setText(text, in: &adjustment) == nil)
        let values = [
            adjustment.blackPoint, adjustment.whitePoint, adjustment.gamma, adjustment.contrast, adjustment.brightness,
        ]
        #expect(values.contains { abs($0 - value) < 1e-12 })
    }

    @Test(arguments: ["", "x", "300", "-1", "nan", "inf"]) func `what is not a value is refused, and changes nothing`(
        text: String
    ) {
        var adjustment = ColorAdjustment()
        #expect(AdjustmentControl.blackPoint.setText(text, in: &adjustment) == "Type a number from 0 to 255.")
        #expect(adjustment.isNeutral)
    }

    @Test func `a click on the value of a slider lets the user type it`() {
        stage.tap("a")
        stage.frames(for: 1)
        let box = DrawnAdjustmentPanel.box(of: .gamma)
        let point = stage.viewer.adjustmentPanel.layer.position + box.point(at: Point(x: 0.5, y: 0.5))
        stage.pointer(.moved, point.x, point.y)
        #expect(stage.viewer.cursor == .pointingHand)
        stage.pointer(.down(.primary, clicks: 1), point.x, point.y)
        stage.pointer(.up(.primary, clicks: 1), point.x, point.y)
        stage.frame()
        #expect(stage.viewer.entry.question?.title == "gamma" && stage.viewer.entry.editor.text == "1")
        stage.viewer.handle(text: "2.5")
        stage.tap(.enter)
        #expect(stage.viewer.colorAdjustment.gamma == 2.5 && !stage.viewer.entry.isOpen)
    }
}
