import Controls
import LayerTree
import TestLimits
import Testing
import TextLayers
import TilePyramid
import VectorDrawing

/// Tests of the common behavior of overlays with one bitmap.
@MainActor
@Suite(.timeLimited) struct DrawnOverlayTests {
    private let queue = DrawingQueue()
    private let environment: ControlEnvironment
    private let overlay: DrawnOverlay

    init() {
        environment = ControlEnvironment(queue: queue, scale: 1.5)
        environment.reducesMotion = true
        overlay = DrawnOverlay("sample", in: environment)
        overlay.place { Rect(origin: Point(x: 100 - $0.width, y: 10.4), size: $0) }
    }

    /// Draws 60×30 points.
    private func draw() {
        overlay.draw { theme, scale in
            PixelBuffer.panel(PixelSize(width: Int(60 * scale), height: Int(30 * scale)), theme: theme, scale: scale) {
                _ in
            }
        }
    }

    @Test func `it appears once it is drawn, in its place on whole pixels`() {
        draw()
        #expect(overlay.layer.isHidden && overlay.localPoint(Point(x: 50, y: 20)) == nil)
        queue.waitAndDeliver()
        #expect(!overlay.layer.isHidden && overlay.layer.contents?.size == PixelSize(width: 90, height: 45))
        #expect(overlay.layer.frame == Rect(x: 40, y: 16.0 / 1.5, width: 60, height: 30))
        #expect(overlay.localPoint(Point(x: 50, y: 32.0 / 1.5)) == Point(x: 10, y: 16.0 / 1.5))
        #expect(overlay.localPoint(Point(x: 39, y: 20)) == nil)
    }

    @Test func `it is drawn again for another scale`() {
        draw()
        queue.waitAndDeliver()
        environment.scale = 2
        queue.waitAndDeliver()
        #expect(overlay.layer.contents?.size == PixelSize(width: 120, height: 60))
        #expect(overlay.layer.bounds.size == Size(width: 60, height: 30))
    }

    @Test func `when it is hidden it is freed, and neither a drawing in progress nor another scale brings it back`() {
        draw()
        queue.waitAndDeliver()
        draw()
        overlay.hide()
        #expect(overlay.layer.isHidden && overlay.layer.contents == nil)
        queue.waitAndDeliver()
        environment.scale = 2
        #expect(overlay.layer.isHidden && overlay.layer.contents == nil)
    }

    @Test func `in a frame that is too low it is scrolled, from its first row to its last`() {
        draw()
        queue.waitAndDeliver()
        overlay.place(in: Rect(x: 12, y: 18, width: 80, height: 20))
        #expect(overlay.contentSize == Size(width: 60, height: 30) && overlay.scrollLimit == 10)
        #expect(overlay.layer.frame == Rect(x: 12, y: 18, width: 60, height: 20))
        #expect(overlay.layer.contentsRect == Rect(x: 0, y: 0, width: 1, height: 20.0 / 30))
        #expect(overlay.scroll(by: 6) && overlay.localPoint(Point(x: 13, y: 19)) == Point(x: 1, y: 7))
        #expect(overlay.scroll(by: 100) && overlay.scrollOffset == 10)
        #expect(abs(overlay.layer.contentsRect.maxY - 1) < 1e-9)
        #expect(overlay.scroll(by: -100) && overlay.scrollOffset == 0)
        overlay.place(in: Rect(x: 12, y: 18, width: 80, height: 40))
        #expect(!overlay.scroll(by: 6) && overlay.layer.contentsRect == .unit)
    }

    @Test func `where a few points are missing its padding is less, and nothing scrolls`() {
        draw()
        queue.waitAndDeliver()
        overlay.place(in: Rect(x: 12, y: 18, width: 80, height: 24))
        #expect(overlay.scrollLimit == 0 && !overlay.scroll(by: 6) && abs(overlay.scrollOffset - 3) < 0.4)
        let part = overlay.layer.contentsRect
        #expect(abs(part.size.height - 0.8) < 1e-9 && abs(part.minY - overlay.scrollOffset / 30) < 1e-9)
        #expect(overlay.layer.sublayers.allSatisfy { $0.isHidden })
        #expect(overlay.layer.masksToBounds && overlay.layer.cornerRadius == environment.theme.radius)
    }

    @Test func `what is scrolled has rounded corners, a bar, and fades at the edges at which it goes on`() {
        draw()
        queue.waitAndDeliver()
        func seen() -> [String] { overlay.layer.sublayers.filter { !$0.isHidden }.compactMap(\.name) }
        /// The upper edges of the fades that are seen.
        func fades() -> [Double] {
            overlay.layer.sublayers.filter { !$0.isHidden && $0.name == "fade" }.map(\.frame.minY)
        }
        #expect(seen().isEmpty && !overlay.layer.masksToBounds)
        overlay.place(in: Rect(x: 12, y: 18, width: 80, height: 20))
        #expect(seen() == ["fade", "scroll bar"] && fades() == [10])
        #expect(overlay.layer.masksToBounds && overlay.layer.cornerRadius == environment.theme.radius)
        #expect(overlay.scroll(by: 4) && fades() == [0, 10])
        #expect(overlay.scroll(by: 40) && fades() == [0])
        overlay.place(in: Rect(x: 12, y: 18, width: 80, height: 40))
        #expect(seen().isEmpty && !overlay.layer.masksToBounds && overlay.layer.cornerRadius == 0)
    }

    @Test func `a wheel scrolls it where it is, and nowhere else`() {
        draw()
        queue.waitAndDeliver()
        overlay.place(in: Rect(x: 12, y: 18, width: 60, height: 20))
        func wheel(_ x: Double, _ y: Double) -> WheelEvent {
            WheelEvent(time: 0, delta: Point(x: 0, y: -1), position: Point(x: x, y: y))
        }
        #expect(!overlay.scroll(by: wheel(5, 5)) && overlay.scrollOffset == 0)
        #expect(overlay.scroll(by: wheel(20, 20)) && overlay.scrollOffset == 10)
    }

    @Test func `a drag that begins on it scrolls it while there is more than is seen, and until it is released`() {
        draw()
        queue.waitAndDeliver()
        overlay.place(in: Rect(x: 12, y: 18, width: 60, height: 20))
        func pointer(_ phase: PointerEvent.Phase, _ y: Double, x: Double = 20) -> Bool {
            overlay.scroll(by: .pointer(PointerEvent(time: 0, phase: phase, position: Point(x: x, y: y))))
        }
        #expect(!pointer(.down(.primary, clicks: 1), 30, x: 5) && !pointer(.moved, 10))
        #expect(overlay.cursor(at: Point(x: 20, y: 30)) == .openHand && overlay.cursor(at: .zero) == nil)
        #expect(pointer(.down(.primary, clicks: 1), 30) && overlay.isDragging)
        #expect(pointer(.moved, 26) && overlay.scrollOffset == 0, "a click may move a little")
        #expect(pointer(.moved, 22) && overlay.scrollOffset == 8)
        #expect(pointer(.moved, -50, x: 300) && overlay.scrollOffset == 10)
        #expect(overlay.cursor(at: .zero) == .closedHand)
        #expect(pointer(.up(.primary, clicks: 1), -50) && !overlay.isDragging && !pointer(.moved, 30))
        overlay.place(in: Rect(x: 12, y: 18, width: 60, height: 40))
        #expect(!pointer(.down(.primary, clicks: 1), 30) && overlay.cursor(at: Point(x: 20, y: 30)) == nil)
    }
}
