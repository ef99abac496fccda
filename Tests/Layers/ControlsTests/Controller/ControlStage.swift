import Compositing
import Controls
import LayerTree
import TextLayers
import TilePyramid
import VectorDrawing

/// A window of 400 × 300 points without a screen, with controls over a controller that counts the events it gets.
@MainActor
final class ControlStage {
    /// A controller below the controls, which uses every event of the pointer as a map does.
    final class Background: LayerController {
        let layer = Layer()
        private(set) var events: [InputEvent] = []
        /// The number of presses among the events.
        var presses: Int {
            events.count { if case .pointer(let event) = $0, case .down = event.phase { true } else { false } }
        }

        func handle(_ event: InputEvent) -> Bool {
            if case .key = event { return false }
            events.append(event)
            return true
        }

        func cancelInput() {}
        func update() {}
        var nextFrameTime: Double? { nil }
    }

    let clock = ManualClock()
    let scene: LayerScene
    let dispatcher: InputDispatcher
    let background = Background()
    let controls = ControlController(environment: ControlEnvironment(drawing: .immediate))
    /// The titles of the buttons and items that were chosen.
    var chosen: [String] = []

    init() {
        let size = Size(width: 400, height: 300)
        let root = Layer()
        root.frame = Rect(origin: .zero, size: size)
        scene = LayerScene(root: root, size: PixelSize(width: 400, height: 300), background: .black, clock: clock)
        dispatcher = InputDispatcher(scene: scene)
        for controller in [background, controls] as [any LayerController] {
            controller.layer.frame = Rect(origin: .zero, size: size)
            root.addSublayer(controller.layer)
            dispatcher.add(controller)
        }
        controls.environment.reducesMotion = true
        frame()
    }

    /// A button that notes that it was clicked.
    func button(_ title: String, icon: ButtonIcon? = nil) -> Button {
        Button(title, icon: icon) { [unowned self] in chosen.append(title) }
    }

    /// An item of a menu that notes that it was chosen.
    func item(_ title: String) -> MenuItem {
        MenuItem(title) { [unowned self] in chosen.append(title) }
    }

    /// Makes a frame after some seconds.
    func frame(after seconds: Double = 0) {
        clock.advance(by: seconds)
        dispatcher.update()
        _ = scene.frame()
    }

    func pointer(_ phase: PointerEvent.Phase, _ position: Point) {
        dispatcher.handle(.pointer(PointerEvent(time: clock.now, phase: phase, position: position)))
    }

    func click(_ position: Point) {
        pointer(.moved, position)
        pointer(.down(.primary, clicks: 1), position)
        pointer(.up(.primary, clicks: 1), position)
        frame()
    }

    func touch(_ phase: TouchEvent.Phase, _ position: Point) {
        dispatcher.handle(.touch(TouchEvent(time: clock.now, phase: phase, finger: 5, position: position)))
    }

    func tap(_ key: Key, _ modifiers: KeyModifiers = []) {
        for isDown in [true, false] {
            dispatcher.handle(.key(KeyEvent(time: clock.now, key: key, isDown: isDown, modifiers: modifiers)))
        }
        frame()
    }

    /// Draws the window.
    func snapshot() -> PixelBuffer { Compositor(workerCount: 1).draw(scene.frame()) }
}
