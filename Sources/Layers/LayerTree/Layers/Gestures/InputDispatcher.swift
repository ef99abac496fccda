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
/// Layers are hit as they are presented. See ``GestureRecognizer`` for what has precedence.
@MainActor
public final class InputDispatcher {
    /// The scene whose events are passed.
    public let scene: LayerScene
    /// The controllers that were added, in that order.
    public private(set) var controllers: [any LayerController] = []

    private(set) var routes: [ContactRoute] = []
    private var lastNumber = 0
    /// The controller that got the press of another button, until it is released.
    private var captor: (any LayerController)?
    /// The position of the pointer; nil while it is outside the window.
    private var pointer: Point?

    /// The most events of a contact that are held back: more than a screen reports in the time that decides about it.
    private static let heldEventLimit = 4096

    /// Creates a dispatcher for the events of a scene.
    public init(scene: LayerScene) {
        self.scene = scene
    }

    /// Adds a controller; of controllers in one another, the innermost one gets an event.
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

    /// Recognizes what time alone decides, such as a long press, and updates the controllers.
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

    /// Ends all gestures and what controllers do, as when the window loses the focus.
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

    /// The pointer's shape: that of the layer at the pointer, or, while the button is down, of the layer that was pressed.
    public var cursor: Cursor {
        guard let pointer else { return .arrow }
        let pressed = routes.last { $0.isDown && $0.contact.source == .pointer }
        let layer = pressed == nil ? scene.root.hitTest(pointer, in: .presentation) : pressed?.layer
        return layer.flatMap { sequence(first: $0, next: \.superlayer).lazy.compactMap(\.cursor).first } ?? .arrow
    }
}

// MARK: Contacts

extension InputDispatcher {
    /// The recognizers that have seen contacts, from the deepest layer to the root for each contact.
    private var participants: [GestureRecognizer] {
        var seen: Set<ObjectIdentifier> = []
        return routes.flatMap(\.recognizers).filter { seen.insert(ObjectIdentifier($0)).inserted }
    }

    private func begin(_ source: Contact.Source, at position: Point, _ event: InputEvent) -> Bool {
        let hit = scene.root.hitTest(position, in: .presentation)
        let layers = hit.map { Array(sequence(first: $0, next: \.superlayer)) } ?? []
        let place = layers.lazy.enumerated().compactMap { place, layer in
            self.controllers.first { $0.layer === layer }.map { (place, $0) }
        }.first
        let (inner, outer) = (
            layers.prefix((place?.0 ?? layers.count - 1) + 1), layers.dropFirst((place?.0 ?? layers.count) + 1)
        )
        // Outside a controller's layer, what it does with a drag has precedence.
        let gestures = (
            inner.flatMap(\.gestures).filter(\.isEnabled),
            outer.flatMap(\.gestures).filter { $0.isEnabled && !($0 is PanRecognizer || $0 is PinchRecognizer) }
        )
        lastNumber += 1
        let contact = Contact(number: lastNumber, source: source, start: position, position: position, time: event.time)
        var route = ContactRoute(
            contact: contact, layer: hit, recognizers: gestures.0 + gestures.1, innerCount: gestures.0.count,
            controller: place?.1, events: [event])
        // A recognizer that waits for a press elsewhere has waited in vain.
        for gesture in participants where gesture.contacts.isEmpty && gesture.progress == .undecided {
            if !route.recognizers.contains(where: { $0 === gesture }) { gesture.finish() }
        }
        settle()
        let active = route.recognizers.first {
            $0.progress == .active && $0.isExclusive && !($0 is LongPressRecognizer)
        }
        if active != nil { route.status = .claimed }
        routes.append(route)
        for gesture in route.recognizers {
            guard active == nil || active === gesture || active.map(gesture.canAccompany) ?? true else { continue }
            gesture.begin(contact)
        }
        settle()
        return !route.recognizers.isEmpty || route.controller != nil
    }

    private func continueContact(at index: Int, _ phase: ContactPhase, _ position: Point, _ event: InputEvent) {
        routes[index].contact.position = position
        routes[index].contact.time = event.time
        if phase == .up || phase == .cancelled { routes[index].isDown = false }
        let route = routes[index]
        for gesture in route.recognizers {
            gesture.update(route.contact, phase)
        }
        // An action may have cancelled all input.
        guard let index = routes.firstIndex(where: { $0.contact.number == route.contact.number }) else { return }
        decide()
        switch routes[index].status {
        case .held:
            routes[index].events.append(event)
            if routes[index].events.count > Self.heldEventLimit { routes[index].status = .forwarded }
        case .forwarded: routes[index].controller?.handle(event)
        case .claimed: break
        }
        settle()
    }

    /// Recognizes what time alone decides.
    private func advance(to time: Double) {
        let waiting = participants.filter { $0.deadline.map { $0 <= time } ?? false }
        guard !waiting.isEmpty else { return }
        for gesture in waiting {
            gesture.timePassed(to: time)
        }
        settle()
    }

    /// Decides what can be decided, passes on what no gesture claims, and forgets what is over.
    private func settle() {
        decide()
        for index in routes.indices where routes[index].status == .held && !routes[index].isUndecided {
            routes[index].status = .forwarded
            let (events, controller) = (routes[index].events, routes[index].controller)
            routes[index].events = []
            for event in events {
                controller?.handle(event)
            }
        }
        let former = participants
        routes.removeAll(where: \.isOver)
        let left = Set(participants.map(ObjectIdentifier.init))
        for gesture in former where !left.contains(ObjectIdentifier(gesture)) {
            gesture.reset()
        }
    }

    /// Lets proposed gestures begin, the deepest first, unless they have to wait for others.
    private func decide() {
        while let gesture = participants.first(where: { $0.progress == .proposed && !mustWait($0) }) {
            gesture.recognize()
            if gesture.isExclusive { claim(gesture.contactNumbers, for: gesture) }
        }
    }

    /// Whether a recognizer of more taps, on the same layer or inside it, may still count instead.
    private func mustWait(_ gesture: GestureRecognizer) -> Bool {
        guard let tap = gesture as? TapRecognizer else { return false }
        return routes.contains { route in
            guard let place = route.recognizers.firstIndex(where: { $0 === tap }) else { return false }
            return route.recognizers.enumerated().contains { other, recognizer in
                guard let rival = recognizer as? TapRecognizer, rival.isOpen, rival.count > tap.count else {
                    return false
                }
                return (other < place || rival.layer === tap.layer)
                    && !rival.contactNumbers.isDisjoint(with: tap.contactNumbers)
            }
        }
    }

    /// Takes contacts from all others.
    private func claim(_ contacts: Set<Int>, for gesture: GestureRecognizer) {
        for index in routes.indices where contacts.contains(routes[index].contact.number) {
            let route = routes[index]
            for other in route.recognizers where other !== gesture && other.progress != .finished {
                if other.isExclusive, !(other.layer === gesture.layer && other.canAccompany(gesture)) { other.cancel() }
            }
            guard let place = route.recognizers.firstIndex(where: { $0 === gesture }), place < route.innerCount else {
                continue
            }
            if route.status == .forwarded { route.controller?.cancelInput() }
            routes[index].status = .claimed
            routes[index].events = []
        }
    }
}

// MARK: Other events

extension InputDispatcher {
    /// Passes an event that is of no contact to the innermost controller that uses it.
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
