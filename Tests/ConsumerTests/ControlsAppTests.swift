import Compositing
import Controls
import LayerTree
import TestLimits
import Testing
import TextLayers
import TilePyramid
import VectorDrawing

/// An app that has buttons and messages over its own layers, and a control that it draws itself, without the viewer.
@MainActor
@Suite(.timeLimited) struct ControlsAppTests {
    /// A control of the app: a square that counts its clicks.
    private final class Counter: Control {
        private(set) var count = 0

        override func arrange() {
            layer.frame = Rect(x: containerSize.width - 30, y: 10, width: 20, height: 20)
        }

        override var focusableItemCount: Int { 1 }

        override func item(at point: Point) -> Int? { contains(point) ? 0 : nil }

        override func activate(_ item: Int, at time: Double) { count += 1 }
    }

    private let clock = ManualClock()
    private let scene: LayerScene
    private let dispatcher: InputDispatcher
    private let controls: ControlController

    init() {
        let root = Layer()
        root.frame = Rect(x: 0, y: 0, width: 300, height: 200)
        scene = LayerScene(
            root: root, size: PixelSize(width: 300, height: 200), background: .black, clock: clock)
        dispatcher = InputDispatcher(scene: scene)
        var theme = ControlTheme()
        theme.panelColor = Color(red: 0, green: 0, blue: 1)
        let environment = ControlEnvironment(theme: theme, drawing: .immediate)
        environment.reducesMotion = true
        controls = ControlController(environment: environment)
        controls.layer.frame = root.frame
        root.addSublayer(controls.layer)
        dispatcher.add(controls)
    }

    private func click(_ point: Point) {
        for phase in [.moved, .down(.primary, clicks: 1), .up(.primary, clicks: 1)] as [PointerEvent.Phase] {
            dispatcher.handle(.pointer(PointerEvent(time: clock.now, phase: phase, position: point)))
        }
        dispatcher.update()
    }

    @Test func `a button shows a message, in the colors of the app`() {
        let messages = MessageBar(in: controls.environment)
        messages.bottomInset = 100
        let button = Button("Hello") { messages.post(Message(.information, "Hello", duration: 2)) }
        let buttons = ButtonBar([button], in: controls.environment)
        controls.add(messages)
        controls.add(buttons)
        dispatcher.update()
        let before = Compositor().draw(scene.frame())
        #expect(before[150, 155] == 0xFF00_00FF && before[150, 98] == 0xFF00_0000)
        click(Point(x: 150, y: 175))
        #expect(messages.count == 1 && Compositor().draw(scene.frame())[150, 98] == 0xFF00_00FF)
        clock.advance(by: 2)
        dispatcher.update()
        #expect(messages.count == 0)
    }

    @Test func `a control of the app is clicked, and activated by keys`() {
        let counter = Counter(Layer(), in: controls.environment)
        controls.add(counter)
        dispatcher.update()
        click(Point(x: 280, y: 20))
        click(Point(x: 200, y: 20))
        for key in [Key.tab, .enter] {
            dispatcher.handle(.key(KeyEvent(time: clock.now, key: key, isDown: true)))
        }
        #expect(counter.count == 2)
        #expect(dispatcher.cursor == .arrow)
    }
}
