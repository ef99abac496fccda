internal import VectorDrawing

/// Passes the events of a scene to gestures and controllers, and decides between them.
///
/// ```swift
/// let dispatcher = InputDispatcher(scene: scene)
/// dispatcher.add(scrollController)
/// pin.addGesture(TapRecognizer { _ in open(pin) })
/// dispatcher.handle(event)
/// dispatcher.update()  // before each frame, and at nextUpdateTime
/// ```
///
/// Hit tests use presented values. See ``GestureRecognizer`` for the rules of precedence.
@MainActor
public final class InputDispatcher {
    /// The scene of the events.
    public let scene: LayerScene
    /// The controllers, in the order of adding.
    public private(set) var controllers: [any LayerController] = []

    /// The routes of contacts that are down or still undecided.
    var routes: [ContactRoute] = []
    /// The number of the last contact.
    var lastNumber = 0
    /// The controller that got the press of a non-primary button, until its release.
    private var captor: (any LayerController)?
    /// The position of the pointer; nil while it is outside the window.
    private var pointer: Point?

    /// Creates a dispatcher for the events of a scene.
    public init(scene: LayerScene) {
        self.scene = scene
    }

    /// Adds a controller; among nested controllers, the innermost gets an event.
    public func add(_ controller: any LayerController) {
        controllers.append(controller)
    }

    /// Removes a controller.
    public func remove(_ controller: any LayerController) {
        controllers.removeAll { $0 === controller }
    }

    /// Handles an event, with its position in points of the scene.
    ///
    /// - Returns: whether a gesture or a controller uses the event, or may still do so.
    @discardableResult
    public func handle(_ event: InputEvent) -> Bool {
        advance(to: event.time)
        if case .pointer(let event) = event {
            pointer = event.phase == .exited ? nil : event.position
        }
        if case .key = event {
            // Each of them has to know which keys are up.
            return controllers.reduce(false) { isUsed, controller in controller.handle(event) || isUsed }
        }
        guard let (source, phase, position) = event.contact else { return passOn(event) }
        if phase == .down {
            return begin(source, at: position, event)
        }
        guard let index = routes.lastIndex(where: { $0.isDown && $0.contact.source == source }) else {
            return passOn(event)
        }
        continueContact(at: index, phase, position, event)
        return true
    }

    /// Recognizes gestures that depend on time alone, such as a long press, and updates the controllers.
    public func update() {
        advance(to: scene.clock.now)
        for controller in controllers {
            controller.update()
        }
    }

    /// The time on the scene's clock at which ``update()`` is needed next; nil if not until the next event.
    public var nextUpdateTime: Double? {
        let deadlines = participants.compactMap(\.deadline) + controllers.compactMap(\.nextFrameTime)
        return deadlines.min()
    }

    /// Cancels all gestures and the input of controllers, for example when the window loses the focus.
    public func cancelInput() {
        let cancelled = participants
        routes = []
        captor = nil
        for gesture in cancelled {
            gesture.cancel()
            gesture.reset()
        }
        for controller in controllers {
            controller.cancelInput()
        }
    }

    /// The pointer's shape, from the layer at the pointer or, while a button is down, from the pressed layer.
    public var cursor: Cursor {
        guard let pointer else { return .arrow }
        let pressed = routes.last { $0.isDown && $0.contact.source == .pointer }
        let layer = pressed == nil ? scene.root.hitTest(pointer, in: .presentation) : pressed?.layer
        return layer.flatMap { sequence(first: $0, next: \.superlayer).lazy.compactMap(\.cursor).first } ?? .arrow
    }
}

// MARK: Other events

extension InputDispatcher {
    /// Passes an event without a contact to the innermost controller that uses it.
    private func passOn(_ event: InputEvent) -> Bool {
        if let captor {
            if case .pointer(let event) = event, case .up = event.phase { self.captor = nil }
            return captor.handle(event)
        }
        let layers = event.position.flatMap { scene.root.hitTest($0, in: .presentation) }
            .map { sequence(first: $0, next: \.superlayer) }
        let inner = layers?.compactMap { layer in controllers.first { $0.layer === layer } } ?? []
        let others = controllers.filter { controller in !inner.contains { $0 === controller } }
        guard let user = (inner + others).first(where: { $0.handle(event) }) else { return false }
        if case .pointer(let event) = event, case .down = event.phase { captor = user }
        return true
    }
}
