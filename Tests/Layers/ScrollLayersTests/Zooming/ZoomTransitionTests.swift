import LayerTree
import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

@testable import ScrollLayers

@MainActor
@Suite(.timeLimited) struct ZoomTransitionTests {
    private let clock = ManualClock()
    private let root = Layer()
    private let cell = Layer()
    private let opened = Layer()
    private let scene: LayerScene
    private let zoom: ZoomTransition
    private let image = PixelBuffer(size: PixelSize(width: 20, height: 10), isOpaque: true) {
        $0.update(repeating: 0xFF20_4060)
    }

    init() {
        root.frame = Rect(x: 0, y: 0, width: 400, height: 400)
        cell.frame = Rect(x: 300, y: 0, width: 100, height: 100)
        opened.frame = root.bounds
        opened.isHidden = true
        root.addSublayer(cell)
        root.addSublayer(opened)
        scene = LayerScene(root: root, size: PixelSize(width: 400, height: 400), background: .black, clock: clock)
        zoom = ZoomTransition(in: root)
        _ = scene.frame()
    }

    private func show(after seconds: Double) {
        clock.advance(by: seconds)
        _ = scene.frame()
        _ = scene.frame()
    }

    @Test func `an image flies from its cell until it fills the view, and then what is opened appears`() throws {
        var completions = 0
        zoom.open(opened, from: cell, showing: image) { completions += 1 }
        show(after: 0)
        let picture = try #require(root.sublayers.last)
        #expect(root.sublayers.count == 4 && cell.isHidden && opened.isHidden)
        #expect(picture.presented.frame == Rect(x: 300, y: 0, width: 100, height: 100))
        #expect(picture.contentsGravity == .resizeAspectFill && picture.masksToBounds)
        show(after: 0.15)
        let frame = picture.presented.frame
        #expect(frame.size.width > 100 && frame.size.width < 400)
        show(after: 0.2)
        #expect(root.sublayers.count == 2 && completions == 1)
        #expect(!cell.isHidden && !opened.isHidden && !zoom.isFlying)
    }

    @Test func `it flies back to the cell, which is shown when it has arrived`() throws {
        opened.isHidden = false
        zoom.close(opened, to: cell, showing: image)
        show(after: 0)
        #expect(opened.isHidden && cell.isHidden)
        let picture = try #require(root.sublayers.last)
        #expect(picture.presented.frame == Rect(x: 0, y: 100, width: 400, height: 200))
        show(after: 0.4)
        #expect(root.sublayers.count == 2 && !cell.isHidden)
    }

    @Test func `a flight that another one interrupts ends at once`() {
        var events: [String] = []
        zoom.open(opened, from: cell, showing: image) { events.append("opened") }
        show(after: 0.1)
        zoom.close(opened, to: cell, showing: image) { events.append("closed") }
        #expect(events == ["opened"])
        show(after: 0.1)
        #expect(opened.isHidden && zoom.isFlying)
        show(after: 0.4)
        #expect(events == ["opened", "closed"])
        #expect(opened.isHidden && root.sublayers.count == 2)
    }

    @Test func `a press ends the flight and reaches what is opened, other events do not`() {
        let position = Point(x: 200, y: 200)
        func pointer(_ phase: PointerEvent.Phase) -> InputEvent {
            .pointer(PointerEvent(time: clock.now, phase: phase, position: position))
        }
        func touch(_ phase: TouchEvent.Phase) -> InputEvent {
            .touch(TouchEvent(time: clock.now, phase: phase, finger: 1, position: position))
        }
        let others = [
            pointer(.moved), pointer(.up(.primary, clicks: 1)), pointer(.down(.primary, clicks: 2)), touch(.moved),
            touch(.up), .wheel(WheelEvent(time: clock.now, delta: Point(x: 0, y: 1), position: position)),
            .key(KeyEvent(time: clock.now, key: .right, isDown: true)),
        ]
        for press in [pointer(.down(.primary, clicks: 1)), touch(.down)] {
            opened.isHidden = true
            zoom.open(opened, from: cell, showing: image)
            show(after: 0.28)
            for event in others { zoom.interrupt(by: event) }
            #expect(zoom.isFlying && root.hitTest(position, in: .presentation) !== opened)
            zoom.interrupt(by: press)
            #expect(!zoom.isFlying && root.hitTest(position, in: .presentation) === opened)
        }
    }

    @Test func `without a cell or an image the layer fades`() {
        var isOpen = false
        zoom.open(opened, from: nil, showing: image) { isOpen = true }
        show(after: 0)
        #expect(!opened.isHidden && opened.presented.opacity == 0 && !isOpen)
        show(after: 0.4)
        #expect(opened.presented.opacity == 1 && isOpen)
        zoom.close(opened, to: cell, showing: nil) { isOpen = false }
        show(after: 0.4)
        show(after: 0.4)
        #expect(opened.isHidden && !isOpen)
    }
}
