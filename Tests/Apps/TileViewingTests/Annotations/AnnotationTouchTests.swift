import Controls
import Foundation
import LayerTree
import ScrollLayers
import TestLimits
import Testing
import VectorDrawing

@testable import TileViewing

/// Fingers that draw, in a viewer of 800×600 points at actual size with the image point (500, 400) in the center.
@MainActor
@Suite(.timeLimited) final class AnnotationTouchTests {
    private let path = FileManager.default.temporaryDirectory.appending(path: "touches-\(UUID()).geojson").path
    private lazy var stage: ViewerStage = {
        let stage = ViewerStage(view: ViewState(center: Point(x: 500, y: 400))) { settings in
            settings.annotations = self.path
            settings.features = [.annotations]
        }
        stage.frame()
        stage.tap("k")
        stage.frame()
        return stage
    }()

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    private var editor: AnnotationEditor { stage.viewer.annotations.editor }
    private var shapes: [AnnotationShape] { editor.list.annotations.map(\.shape) }

    private func touch(_ phase: TouchEvent.Phase, _ x: Double, _ y: Double, finger: Int = 1) {
        let position = Point(x: x, y: y)
        stage.viewer.handle(
            .touch(TouchEvent(time: stage.clock.now, phase: phase, finger: finger, position: position)))
    }

    /// Taps, half a second after the event before.
    private func tap(_ x: Double, _ y: Double, after seconds: Double = 0.5) {
        stage.frame(after: seconds)
        touch(.down, x, y)
        stage.frame(after: 0.05)
        touch(.up, x, y)
    }

    private func drag(_ points: (Double, Double)...) {
        touch(.down, points[0].0, points[0].1)
        for point in points.dropFirst() {
            stage.frame(after: 0.1)
            touch(.moved, point.0, point.1)
        }
        stage.frame(after: 0.2)
        touch(.up, points[points.count - 1].0, points[points.count - 1].1)
    }

    @Test func `taps are the points of a line, which a double tap ends without zooming`() {
        tap(300, 300)
        tap(400, 300)
        tap(400, 350)
        tap(403, 352, after: 0.1)
        #expect(shapes == [.line([Point(x: 400, y: 400), Point(x: 500, y: 400), Point(x: 500, y: 450)])])
        stage.frames(for: 1)
        #expect(stage.view == ViewState(center: Point(x: 500, y: 400)))
        // The message that says where the file is has gone.
        stage.frames(for: 6)
        #expect(stage.viewer.nextFrameTime == nil)
    }

    @Test func `a tap on the first corner closes an outline`() {
        stage.tap("6")
        tap(300, 300)
        tap(400, 300)
        tap(400, 400)
        tap(312, 291)
        #expect(shapes == [.polygon([Point(x: 400, y: 400), Point(x: 500, y: 400), Point(x: 500, y: 500)])])
        #expect(editor.draft.isEmpty && editor.selection != nil)
    }

    @Test func `a drag draws a rectangle, and two taps draw one, too`() {
        stage.tap("7")
        drag((300, 200), (340, 230), (400, 280))
        #expect(shapes == [.polygon(Rect(x: 400, y: 300, width: 100, height: 80).corners)])
        tap(500, 400)
        #expect(editor.draft.count == 1)
        tap(560, 430)
        #expect(shapes.last == .polygon(Rect(x: 600, y: 500, width: 60, height: 30).corners))
        drag((200, 450), (200, 500))
        #expect(shapes.count == 2 && editor.draft.isEmpty, "what has no width is not a rectangle")
        #expect(stage.view == ViewState(center: Point(x: 500, y: 400)))
    }

    @Test func `a drag with another tool pans, and its end is not a tap`() {
        drag((400, 300), (350, 300), (300, 300))
        stage.frames(for: 1)
        #expect(stage.view.center.x > 590 && shapes.isEmpty && editor.draft.isEmpty)
    }

    @Test func `handles are as large as fingers, and are dragged with any tool`() {
        tap(300, 300)
        tap(400, 300)
        stage.tap(.enter)
        drag((318, 312), (318, 400), (350, 420))
        #expect(shapes == [.line([Point(x: 450, y: 520), Point(x: 500, y: 400)])])
        stage.tap("z", .control)
        #expect(shapes == [.line([Point(x: 400, y: 400), Point(x: 500, y: 400)])])
        stage.frame(after: 1)
        touch(.down, 300, 300)
        touch(.moved, 340, 340)
        touch(.cancelled, 340, 340)
        #expect(shapes == [.line([Point(x: 400, y: 400), Point(x: 500, y: 400)])] && !editor.isDragging)
    }

    @Test(arguments: ["7", "0", "1"] as [Character]) func `a second finger pans and zooms, and nothing is drawn`(
        tool: Character
    ) {
        tap(300, 300)
        tap(400, 300)
        stage.tap(.enter)
        let before = shapes
        stage.tap(tool)
        stage.frame(after: 1)
        touch(.down, 300, 350)
        touch(.moved, 320, 350)
        touch(.down, 500, 350, finger: 2)
        for step in 1...10 {
            stage.frame(after: 0.02)
            touch(.moved, 320 - Double(step) * 10, 350)
            touch(.moved, 500 + Double(step) * 10, 350, finger: 2)
        }
        stage.frame(after: 0.5)
        touch(.up, 220, 350)
        touch(.up, 600, 350, finger: 2)
        stage.frames(for: 2)
        #expect(abs(stage.view.scale - 380.0 / 180) < 0.02, "\(stage.view.scale)")
        #expect(shapes == before && editor.draft.isEmpty && !editor.isDragging)
        #expect(stage.viewer.annotations.touch.finger == nil)
    }

    @Test func `a second finger leaves a dragged handle where it was`() {
        tap(300, 300)
        tap(400, 300)
        stage.tap(.enter)
        stage.frame(after: 1)
        touch(.down, 300, 300)
        touch(.moved, 330, 330)
        #expect(editor.isDragging)
        touch(.down, 500, 350, finger: 2)
        touch(.moved, 350, 330)
        touch(.up, 350, 330)
        touch(.up, 500, 350, finger: 2)
        #expect(shapes == [.line([Point(x: 400, y: 400), Point(x: 500, y: 400)])] && !editor.isDragging)
    }

    @Test func `tools and colors are tapped`() throws {
        let bar = stage.viewer.annotations.view.toolBar
        let frame = bar.layer.frame
        let points = stride(from: frame.minY, to: frame.maxY, by: 2).flatMap { y in
            stride(from: frame.minX, to: frame.maxX, by: 2).map { Point(x: $0, y: y) }
        }
        let area = try #require(points.first { bar.tool(at: $0) == .area })
        tap(area.x, area.y)
        #expect(editor.tool == .area && editor.draft.isEmpty)
        let red = try #require(points.first { bar.color(at: $0) == AnnotationPalette.colors[1] })
        tap(red.x, red.y)
        #expect(editor.color == AnnotationPalette.colors[1] && editor.draft.isEmpty)
    }

    @Test func `a finger that is down while the editing ends leaves nothing behind`() {
        stage.tap("7")
        touch(.down, 300, 300)
        touch(.moved, 400, 400)
        stage.tap("k")
        // What is unfinished is dropped on request only.
        stage.tap(.tab)
        stage.tap(.enter)
        touch(.up, 400, 400)
        #expect(shapes.isEmpty && stage.viewer.annotations.touch.finger == nil)
        stage.tap("k")
        tap(300, 300)
        #expect(editor.draft.count == 1)
    }

    @Test func `a finger that stays opens the menu, and draws nothing when it is lifted`() {
        stage.frame(after: 1)
        touch(.down, 400, 300)
        stage.frames(for: 0.7)
        #expect(stage.viewer.menu.menu.isOpen)
        touch(.up, 400, 300)
        #expect(editor.draft.isEmpty && stage.viewer.annotations.touch.finger == nil)
        stage.tap(.escape)
        tap(400, 300)
        #expect(editor.draft.count == 1)
    }
}
