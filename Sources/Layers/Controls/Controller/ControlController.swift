public import LayerTree
internal import TextLayers
internal import VectorDrawing

/// Makes controls work in a window: it lays them out, passes them events and the time, and moves the keyboard focus.
///
/// ```swift
/// let controls = ControlController()
/// controls.add(ButtonBar([Button("Next") { showNext() }], in: controls.environment))
/// window.add(controls)
/// ```
///
/// It is added to a window after the controllers below it. Tab and Shift+Tab move the focus, Enter and Space activate what has it,
/// and Esc closes the control that was opened last. A finger on a control acts as the pointer.
@MainActor
public final class ControlController: LayerController {
    /// The layer of all controls, which fills the window; events beside the controls go to what is below.
    public let layer: Layer
    /// The environment of the controls.
    public let environment: ControlEnvironment
    /// The controls, from bottom to top.
    public private(set) var controls: [Control] = []

    /// The item that has the keyboard focus.
    private var focus: (control: Control, item: Int)?
    /// The control on which the pointer went down, until it goes up.
    private weak var captor: Control?
    /// Whether the pointer was on a control when it moved last, which has to learn that it leaves.
    private var isHovered = false
    /// The finger that acts as the pointer; nil if none does.
    private var finger: Int?
    /// The scene whose frames deliver what was drawn.
    private weak var scene: LayerScene?

    /// Creates a controller without controls, in an environment that is a new one by default.
    public init(environment: ControlEnvironment? = nil) {
        let layer = ControlsLayer()
        self.layer = layer
        self.environment = environment ?? ControlEnvironment()
        layer.isHit = { [weak self] in self?.isHit(at: $0) ?? false }
    }

    /// Adds a control over the others.
    public func add(_ control: Control) {
        controls.append(control)
        update()
    }

    /// Removes a control.
    public func remove(_ control: Control) {
        control.cancelInput()
        controls.removeAll { $0 === control }
        if focus?.control === control { focus = nil }
        for layer in [control.layer] + control.companionLayers { layer.removeFromSuperlayer() }
    }

    // MARK: Events

    /// Handles an event, with its position in points of the scene.
    ///
    /// - Returns: whether a control uses the event.
    @discardableResult
    public func handle(_ event: InputEvent) -> Bool {
        switch event {
        case .pointer(let event): point(with: event)
        case .touch(let event): touch(with: event)
        case .key(let event): press(event)
        case .wheel(let wheel): topmost.contains { isHit($0, at: wheel.position) && $0.handle(event) }
        }
    }

    /// Handles text that was typed, as `onText` of a window has it.
    ///
    /// - Returns: whether a control uses the text.
    @discardableResult
    public func handle(text: String) -> Bool { topmost.contains { $0.isOpen && $0.handle(text: text) } }

    /// Cancels drags and presses.
    public func cancelInput() {
        captor = nil
        isHovered = false
        finger = nil
        focus = nil
        controls.forEach { $0.cancelInput() }
    }

    /// The controls from top to bottom, those that are modal first.
    private var topmost: [Control] {
        let controls = controls.reversed()
        return controls.filter(\.isModal) + controls.filter { !$0.isModal }
    }

    private func isHit(_ control: Control, at point: Point) -> Bool {
        control.isOpen && (control.capturesPointer || control.contains(point))
    }

    private func isHit(at point: Point) -> Bool {
        captor != nil || isHovered || controls.contains { isHit($0, at: point) }
    }

    /// Passes an event of the pointer to the control that was pressed, or to the topmost one that uses it.
    private func point(with event: PointerEvent) -> Bool {
        defer { layer.cursor = topmost.lazy.compactMap { $0.cursor(at: event.position) }.first }
        let isUp = if case .up = event.phase { true } else { false }
        let isDown = if case .down = event.phase { true } else { false }
        if let captor {
            if isUp { self.captor = nil }
            return captor.handle(.pointer(event))
        }
        let user = topmost.first { $0.handle(.pointer(event)) }
        isHovered = user != nil && event.phase != .exited
        guard let user else { return false }
        focus = nil
        if isDown { captor = user }
        // Of the controls that lie over each other, one has the pointer.
        for control in controls where control !== user {
            control.handle(.pointer(PointerEvent(time: event.time, phase: .exited, position: event.position)))
        }
        return true
    }

    /// Handles a finger as the pointer, if it went down on a control.
    private func touch(with event: TouchEvent) -> Bool {
        func point(_ phase: PointerEvent.Phase) -> Bool {
            self.point(with: PointerEvent(time: event.time, phase: phase, position: event.position))
        }
        if event.phase == .down {
            guard finger == nil, isHit(at: event.position) else { return false }
            finger = event.finger
            _ = point(.moved)
            return point(.down(.primary, clicks: 1))
        }
        guard event.finger == finger else { return false }
        switch event.phase {
        case .down: break
        case .moved: _ = point(.moved)
        case .up:
            finger = nil
            _ = point(.up(.primary, clicks: 1))
            _ = point(.exited)
        case .cancelled: cancelInput()
        }
        return true
    }

    // MARK: Keys

    /// Passes a key to the topmost control that uses it, or else moves the focus.
    private func press(_ event: KeyEvent) -> Bool {
        if topmost.contains(where: { $0.handle(.key(event)) }) { return true }
        guard event.isDown else { return false }
        switch event.key {
        case .tab: return moveFocus(by: event.modifiers.contains(.shift) ? -1 : 1, at: event.time)
        case .enter, .character(" "):
            guard let focus, focus.item < focus.control.focusableItemCount,
                focus.control.highlightedItem == focus.item
            else { return false }
            if !event.isRepeat { focus.control.activate(focus.item, at: event.time) }
        case .escape:
            if let open = topmost.first(where: \.isModal) {
                open.close()
            } else if let focus {
                focus.control.highlight(nil, at: event.time)
                self.focus = nil
            } else {
                return false
            }
        default: return false
        }
        return true
    }

    /// Gives the focus to the next item or to the one before, and to the first after the last; returns whether there are items.
    private func moveFocus(by step: Int, at time: Double) -> Bool {
        let items = controls.flatMap { control in
            control.isOpen ? (0..<control.focusableItemCount).map { (control: control, item: $0) } : []
        }
        guard !items.isEmpty else { return false }
        let current = items.firstIndex { $0.control === focus?.control && $0.item == focus?.item }
        let next = current.map { ($0 + step + items.count) % items.count } ?? (step > 0 ? 0 : items.count - 1)
        if let focus, focus.control !== items[next].control { focus.control.highlight(nil, at: time) }
        items[next].control.highlight(items[next].item, at: time)
        focus = items[next]
        return true
    }

    // MARK: Time

    /// Lays the controls out, and brings them to the time of the scene.
    public func update() {
        connect()
        environment.textDrawing.queue.deliver()
        for control in controls {
            if control.isOpen {
                for part in [control.layer] + control.companionLayers where part.superlayer !== layer {
                    part.isHitTestable = false
                    layer.addSublayer(part)
                }
            }
            control.layOut(in: layer.bounds.size)
            if let scene { control.update(at: scene.clock.now) }
        }
    }

    /// The time at which a control changes next; at once if a text was drawn after the last ``update()``.
    public var nextFrameTime: Double? {
        // The frame that it requested may have been made without it.
        if let scene, environment.textDrawing.queue.hasResults { return scene.clock.now }
        return controls.compactMap(\.nextUpdateTime).min()
    }

    /// Takes the scale of the scene, whose frames deliver what was drawn.
    private func connect() {
        guard let scene = layer.scene else { return }
        environment.scale = scene.scale
        guard scene !== self.scene else { return }
        self.scene = scene
        environment.textDrawing.queue.onDelivery = { [requests = scene.requests] in requests.request() }
    }
}

/// The layer of all controls, which is hit where a control is.
private final class ControlsLayer: Layer {
    /// Whether a control is at a point of the window.
    var isHit: @MainActor (Point) -> Bool = { _ in false }

    override init() {
        super.init()
        name = "controls"
        actions = .none
        properties.anchorPoint = .zero
    }

    override func contains(_ point: Point, in tree: LayerTreeKind) -> Bool { isHit(point) }
}
