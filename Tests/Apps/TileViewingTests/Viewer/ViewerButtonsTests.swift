import Controls
import LayerTree
import ScrollLayers
import TestLimits
import Testing
import TilePyramid
import VectorDrawing

@testable import TileViewing

/// The buttons at the left edge, with events as a window sends them.
@MainActor
@Suite(.timeLimited) struct ViewerButtonsTests {
    private let stage = ViewerStage { $0.features = [.buttons] }
    private var bar: ButtonBar { stage.viewer.buttons.buttons }

    /// The middle of a button, if the buttons are in 800×600 points.
    private func middle(_ button: ViewButton) -> Point {
        let layout = ButtonLayout(
            ViewButton.allCases.count, inColumn: Rect(x: 12, y: 195, width: 40, height: 210))
        let frame = layout.buttonFrame(ViewButton.allCases.firstIndex(of: button) ?? 0)
        return Point(x: layout.frame.minX + frame.minX + 17, y: layout.frame.minY + frame.minY + 17)
    }

    private func move(to point: Point) { stage.pointer(.moved, point.x, point.y) }

    private func click(_ button: ViewButton) {
        let point = middle(button)
        move(to: point)
        stage.pointer(.down(.primary, clicks: 1), point.x, point.y)
        stage.pointer(.up(.primary, clicks: 1), point.x, point.y)
    }

    @Test func `they appear when the pointer moves, fade two seconds later, and nothing is due after that`() {
        stage.frames(for: 2)
        #expect(!bar.isVisible && bar.layer.contents == nil && stage.viewer.nextFrameTime == nil)
        stage.pointer(.moved, 400, 300)
        #expect(bar.isVisible)
        stage.frames(for: 1)
        #expect(!bar.layer.isHidden && bar.layer.contents != nil)
        #expect(stage.viewer.nextFrameTime.map { $0 > stage.clock.now } ?? false)
        stage.pointer(.moved, 401, 300)
        stage.frame(after: 1.9)
        #expect(bar.isVisible)
        stage.frames(for: 1)
        #expect(!bar.isVisible && bar.layer.isHidden && bar.layer.contents == nil)
        #expect(stage.viewer.buttons.layer.superlayer == nil)
        stage.frame()
        #expect(stage.viewer.nextFrameTime == nil)
    }

    @Test func `they stay while the pointer is on one, without a frame once its tooltip is shown`() {
        move(to: middle(.zoomOut))
        stage.frames(for: 0.5)
        #expect(bar.tooltip.shownText == nil)
        stage.frames(for: 0.3)
        #expect(bar.tooltip.shownText == "Zoom out (-)")
        stage.frames(for: 60)
        #expect(bar.isVisible && stage.viewer.buttons.hovered == .zoomOut && stage.viewer.nextFrameTime == nil)
        stage.pointer(.exited, 0, 0)
        #expect(bar.tooltip.shownText == nil)
        stage.frames(for: 1)
        #expect(!bar.isVisible)
    }

    @Test(
        arguments: [
            (.zoomIn, "Zoom in (+)"), (.zoomOut, "Zoom out (-)"), (.fit, "Fit into the window (0)"),
            (.fullScreen, "Full screen (f)"), (.open, "Open… (o)"), (.help, "Help (F1)"),
        ] as [(ViewButton, String)])
    func `each tooltip has the key that does the same`(button: ViewButton, text: String) {
        move(to: middle(button))
        stage.frames(for: 0.7)
        #expect(bar.tooltip.shownText == text)
    }

    @Test func `a click does what the button says`() {
        let fitted = stage.view
        click(.zoomIn)
        stage.frames(for: 2)
        #expect(abs(stage.view.scale - 2 * fitted.scale) < 1e-6)
        click(.zoomOut)
        stage.frames(for: 2)
        #expect(abs(stage.view.scale - fitted.scale) < 1e-6)
        click(.zoomIn)
        click(.fit)
        stage.frames(for: 3)
        #expect(stage.view == fitted)
        click(.fullScreen)
        click(.open)
        #expect(stage.requests == [.setFullScreen(true), .chooseFiles(folder: ".")])
        click(.help)
        stage.frame()
        #expect(stage.viewer.features.contains(.help) && !bar.isVisible)
    }

    @Test func `the button under the pointer is lighter, and more so while it is pressed`() {
        let highlight = bar.layer.sublayers[0]
        func alpha() -> Double? { highlight.isHidden ? nil : highlight.backgroundColor?.alpha }
        let first = middle(.fit)
        let second = middle(.open)
        stage.pointer(.moved, 400, 300)
        #expect(alpha() == nil)
        move(to: first)
        #expect(alpha() == 0.14 && highlight.frame.contains(first - bar.layer.position))
        stage.pointer(.down(.primary, clicks: 1), first.x, first.y)
        #expect(alpha() == 0.3)
        move(to: second)
        #expect(alpha() == nil, "a release there would click nothing")
        stage.pointer(.up(.primary, clicks: 1), second.x, second.y)
        #expect(alpha() == 0.14 && highlight.frame.contains(second - bar.layer.position))
    }

    @Test func `a press that is released elsewhere does nothing, and pans nothing`() {
        stage.viewer.show(ViewState(center: Point(x: 500, y: 400), scale: 2), animated: false)
        let view = stage.view
        let point = middle(.zoomIn)
        move(to: point)
        stage.pointer(.down(.primary, clicks: 1), point.x, point.y)
        stage.pointer(.moved, 300, 300)
        stage.pointer(.up(.primary, clicks: 1), 300, 300)
        stage.frames(for: 1)
        #expect(stage.view == view)
    }

    @Test func `a drag that begins on the image goes on over the buttons, and where they are not seen`() {
        stage.viewer.show(ViewState(center: Point(x: 500, y: 400), scale: 2), animated: false)
        let point = middle(.fit)
        // Nothing has moved before, as after a touch of a key.
        stage.pointer(.down(.primary, clicks: 1), point.x, point.y)
        stage.pointer(.moved, point.x + 20, point.y)
        stage.frames(for: 0.2)
        stage.pointer(.up(.primary, clicks: 1), point.x + 20, point.y)
        #expect(stage.view.center == Point(x: 490, y: 400))
        stage.pointer(.moved, 400, 300)
        stage.frames(for: 0.2)
        stage.pointer(.down(.primary, clicks: 1), 400, 300)
        stage.pointer(.moved, point.x, 300)
        stage.frames(for: 0.2)
        #expect(bar.isVisible && stage.viewer.buttons.hovered == nil)
        stage.pointer(.up(.primary, clicks: 1), point.x, 300)
        #expect(stage.view.center == Point(x: 490 + (400 - point.x) / 2, y: 400))
        #expect(stage.requests == [])
    }

    @Test func `without an image there are those that work without one, and none over the files opened last`() {
        let stage = ViewerStage(opensFiles: false) { $0.features = [.buttons] }
        stage.viewer.showStartScreen()
        stage.frame()
        stage.pointer(.moved, 1, 1)
        stage.frame()
        let point = Point(x: 12 + 20, y: 300)
        stage.pointer(.moved, point.x, point.y)
        #expect(stage.viewer.buttons.hovered == .open)
        stage.viewer.resize(to: PixelSize(width: 400, height: 300), scale: 1)
        stage.frame()
        #expect(stage.viewer.buttons.hovered == nil)
    }

    @Test func `where there is room for some, the help is among them`() {
        for (height, expected) in [
            (150, [.zoomIn, .zoomOut, .help]), (200, [.zoomIn, .zoomOut, .fit, .fullScreen, .help]),
        ] as [(Int, [ViewButton])] {
            let stage = ViewerStage {
                $0.features = [.buttons]
                $0.size = PixelSize(width: 300, height: height)
            }
            stage.pointer(.moved, 200, 70)
            stage.frames(for: 0.2)
            let frame = stage.viewer.buttons.buttons.layer.frame
            let found = stride(from: frame.minY + 3, to: frame.maxY - 3, by: 17).compactMap { y in
                stage.pointer(.moved, frame.minX + 20, y)
                return stage.viewer.buttons.hovered
            }
            #expect(found.reduce(into: [ViewButton]()) { if $0.last != $1 { $0.append($1) } } == expected)
        }
    }

    @Test func `a feature switches them off`() {
        stage.pointer(.moved, 400, 300)
        stage.viewer.perform(.toggle(.buttons))
        stage.frame()
        #expect(!bar.isVisible)
        stage.pointer(.moved, 401, 300)
        #expect(!bar.isVisible)
    }

    @Test func `a finger reveals and uses them`() {
        let fitted = stage.view
        func touch(_ phase: TouchEvent.Phase, _ point: Point) {
            stage.viewer.handle(.touch(TouchEvent(time: stage.clock.now, phase: phase, finger: 7, position: point)))
        }
        touch(.down, Point(x: 400, y: 300))
        touch(.up, Point(x: 400, y: 300))
        stage.frames(for: 0.5)
        #expect(bar.isVisible)
        touch(.down, middle(.zoomIn))
        touch(.up, middle(.zoomIn))
        stage.frames(for: 1)
        #expect(stage.view.scale > 1.9 * fitted.scale && stage.viewer.buttons.hovered == nil)
        stage.frames(for: 3)
        #expect(!bar.isVisible && stage.viewer.nextFrameTime == nil)
    }
}

/// The places of the buttons in windows of several sizes.
@Suite(.timeLimited) struct ViewButtonLayoutTests {
    /// The frame of the buttons beside other overlays, which are placed first.
    private func buttonsFrame(_ width: Double, _ height: Double, besides others: [(OverlayAnchor, Size)] = []) -> Rect?
    {
        let layout = OverlayLayout(size: Size(width: width, height: height))
        var buttons = OverlayRequest(
            ButtonsPart.id, .buttons, at: .left,
            sizes: (3...ViewButton.allCases.count).reversed().map { ButtonLayout.columnSize($0) })
        buttons.staysAtEdge = true
        let requests = others.enumerated().map { index, other in
            OverlayRequest(OverlayID("other", number: index), .page, at: other.0, sizes: [other.1])
        }
        return OverlayArrangement([buttons] + requests, in: layout).frames[ButtonsPart.id]
    }

    @Test func `they are in the middle of the left edge`() throws {
        let frame = try #require(buttonsFrame(800, 600))
        #expect(frame == Rect(x: 12, y: 195, width: 40, height: 210))
        let layout = ButtonLayout(ViewButton.allCases.count, inColumn: frame)
        #expect(layout.count == 6 && layout.frame == frame)
        #expect(layout.button(at: Point(x: 20, y: 2)) == nil && layout.button(at: Point(x: 20, y: 3)) == 0)
        #expect(layout.button(at: Point(x: 20, y: 206.9)) == 5)
    }

    @Test(
        arguments: [
            (1920, 1080, 6), (640, 480, 6), (400, 300, 6), (300, 200, 4), (200, 150, 3), (100, 60, 0),
        ] as [(Double, Double, Int)])
    func `the last ones are left out where there is no room`(width: Double, height: Double, count: Int) {
        let line = (OverlayAnchor.bottomLeft, Size(width: width / 2, height: 26))
        let frame = buttonsFrame(width, height, besides: height > 100 ? [line] : [])
        #expect(frame.map { ButtonLayout(6, inColumn: $0).count } ?? 0 == count)
    }

    @Test func `they are below or above what is at the left, or nowhere`() {
        let below = buttonsFrame(800, 600, besides: [(.topLeft, Size(width: 300, height: 250))])
        #expect(below == Rect(x: 12, y: 268, width: 40, height: 210))
        let above = buttonsFrame(800, 600, besides: [(.bottomLeft, Size(width: 300, height: 250))])
        #expect(above == Rect(x: 12, y: 122, width: 40, height: 210))
        #expect(buttonsFrame(400, 300, besides: [(.center, Size(width: 380, height: 150))]) == nil)
        #expect(buttonsFrame(400, 300, besides: [(.topRight, Size(width: 280, height: 150))])?.size.height == 210)
    }
}
