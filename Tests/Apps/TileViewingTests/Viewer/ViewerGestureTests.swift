import LayerTree
import ScrollLayers
import TestLimits
import Testing
import TilePyramid
import VectorDrawing

@testable import TileViewing

/// Gestures as a window sends them, and what the next frame shows of them.
@MainActor
@Suite(.timeLimited) struct ViewerGestureTests {
    /// A large image at actual size, in 800×600 points.
    private let stage = ViewerStage(
        [PaintedSource(PixelSize(width: 20_000, height: 20_000)) { $0.level < 2 }],
        view: ViewState(center: Point(x: 10_000, y: 10_000)))

    @Test func `the image point under the pointer stays there during a drag, in each frame`() {
        let imagePoint = stage.imagePoint(400, 300)
        stage.pointer(.down(.primary, clicks: 1), 400, 300)
        for step in 1...20 {
            let x = 400 + 7 * Double(step)
            let y = 300 - 3.5 * Double(step)
            stage.pointer(.moved, x, y)
            stage.frame(after: 1.0 / 60)
            #expect(stage.imagePoint(x, y).isNear(imagePoint, 0.5))
        }
    }

    @Test func `an image that was held for a tenth of a second stays, one released in motion goes on`() {
        for (hold, goesOn) in [(0.1, false), (0.02, true)] {
            stage.viewer.show(ViewState(center: Point(x: 10_000, y: 10_000)), animated: false)
            stage.pointer(.down(.primary, clicks: 1), 400, 300)
            for step in 1...5 {
                stage.frame(after: 0.01)
                stage.pointer(.moved, 400 + 20 * Double(step), 300)
            }
            stage.frame(after: hold)
            stage.pointer(.up(.primary, clicks: 1), 500, 300)
            let center = stage.view.center.x
            #expect(abs(center - 9_900) < 0.5)
            stage.frames(for: 0.5)
            #expect(goesOn ? stage.view.center.x < 9_600 : stage.view.center.x == center, "after \(hold) s")
        }
    }

    @Test(arguments: [1, 2, 5])
    func `a notch of the wheel zooms a quarter of an octave at the pointer, also if several come in a frame`(
        notches: Int
    ) {
        let imagePoint = stage.imagePoint(200, 100)
        for _ in 0..<notches {
            stage.wheel(1, 200, 100)
        }
        stage.frame(after: 1.0 / 60)
        #expect(stage.view.scale > 1)
        stage.frames(for: 2)
        #expect(abs(stage.view.octaves - 0.25 * Double(notches)) < 1e-6)
        #expect(stage.imagePoint(200, 100).isNear(imagePoint, 0.5))
    }

    @Test func `with --wheel pan the wheel pans, and zooms with Control`() {
        let stage = ViewerStage(view: ViewState(center: Point(x: 500, y: 400), scale: 2)) { $0.wheel = .pan }
        stage.wheel(-1, 400, 300)
        stage.frames(for: 1)
        #expect(stage.view.center == Point(x: 500, y: 440))
        stage.viewer.handle(
            .wheel(
                WheelEvent(
                    time: stage.clock.now, delta: Point(x: 0, y: 4), position: Point(x: 400, y: 300),
                    modifiers: .control)))
        stage.frames(for: 2)
        #expect(abs(stage.view.scale - 4) < 1e-6)
    }

    @Test func `a press on the image stops an animation where it is`() {
        stage.tap("0")
        stage.frame(after: 0.1)
        stage.frame(after: 0.1)
        let view = stage.view
        #expect(view.scale > 0.03 && view.scale < 1)
        stage.pointer(.down(.primary, clicks: 1), 100, 100)
        stage.frames(for: 1)
        #expect(abs(stage.view.scale / view.scale - 1) < 1e-3)
    }

    @Test func `each kind of event shows in the next frame`() {
        let actions: [() -> Void] = [
            { stage.wheel(1, 1, 1) }, { stage.tap("+") }, { stage.tap(.left) }, { stage.tap("r") }, { stage.tap("h") },
            {
                for clicks in 1...2 {
                    stage.pointer(.down(.primary, clicks: clicks), 300, 300)
                    stage.pointer(.up(.primary, clicks: clicks), 300, 300)
                }
            },
        ]
        for (number, act) in actions.enumerated() {
            stage.frames(for: 2)
            let before = stage.view
            act()
            #expect(stage.viewer.nextFrameTime.map { $0 <= stage.clock.now } ?? false, "\(number)")
            stage.frame(after: 1.0 / 60)
            #expect(stage.view != before, "\(number)")
        }
    }

    @Test func `when nothing moves no frame is due, however much time passes`() {
        stage.frames(for: 10)
        #expect(stage.viewer.nextFrameTime == nil)
        stage.wheel(1, 400, 300)
        stage.frames(for: 10)
        #expect(stage.viewer.nextFrameTime == nil)
    }

    @Test func `a drag ends when the window loses the keyboard focus`() {
        stage.pointer(.down(.primary, clicks: 1), 400, 300)
        stage.pointer(.moved, 420, 300)
        stage.viewer.focusLost()
        let view = stage.view
        stage.pointer(.moved, 500, 300)
        stage.frames(for: 1)
        #expect(stage.view == view)
    }

    @Test func `on a screen with two pixels per point, 1 shows actual size`() {
        let stage = ViewerStage { settings in
            settings.size = PixelSize(width: 1600, height: 1200)
            settings.scale = 2
        }
        stage.tap("1")
        stage.frames(for: 2)
        #expect(stage.view.scale == 1)
        #expect(stage.viewer.controller.model.view.scale == 0.5)
    }
}

extension Point {
    /// Whether another point is this near on each axis.
    func isNear(_ other: Point, _ tolerance: Double) -> Bool {
        abs(x - other.x) <= tolerance && abs(y - other.y) <= tolerance
    }
}
