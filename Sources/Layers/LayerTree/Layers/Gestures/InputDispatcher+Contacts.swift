internal import VectorDrawing

extension InputDispatcher {
    /// The maximum number of held-back events of a contact: more than a screen reports before a decision.
    private static let heldEventLimit = 4096

    /// The recognizers that have seen contacts, from the deepest layer to the root for each contact.
    var participants: [GestureRecognizer] {
        var seen: Set<ObjectIdentifier> = []
        return routes.flatMap(\.recognizers).filter { seen.insert(ObjectIdentifier($0)).inserted }
    }

    func begin(_ source: Contact.Source, at position: Point, _ event: InputEvent) -> Bool {
        let hit = scene.root.hitTest(position, in: .presentation)
        let layers = hit.map { Array(sequence(first: $0, next: \.superlayer)) } ?? []
        let place = layers.lazy.enumerated().compactMap { place, layer in
            self.controllers.first { $0.layer === layer }.map { (place, $0) }
        }.first
        let inner = layers.prefix((place?.0 ?? layers.count - 1) + 1)
        let outer = layers.dropFirst((place?.0 ?? layers.count) + 1)
        // Outside a controller's layer, what it does with a drag has precedence.
        let gestures = (
            inner.flatMap(\.gestures).filter(\.isEnabled),
            outer.flatMap(\.gestures).filter { $0.isEnabled && !($0 is PanRecognizer || $0 is PinchRecognizer) }
        )
        // The release of a press may be lost, as when the button is released outside the window.
        if let lost = routes.last(where: { $0.isDown && $0.contact.source == source }) {
            endLostContact(lost)
        }
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
            gesture.begin(contact, on: hit)
        }
        settle()
        return !route.recognizers.isEmpty || route.controller != nil
    }

    /// Ends a contact without further events.
    private func endLostContact(_ route: ContactRoute) {
        guard let index = place(ofContact: route.contact.number) else { return }
        routes[index].isDown = false
        for gesture in route.recognizers {
            gesture.update(route.contact, .cancelled)
        }
        if route.status == .forwarded { route.controller?.cancelInput() }
        settle()
    }

    func continueContact(at index: Int, _ phase: ContactPhase, _ position: Point, _ event: InputEvent) {
        routes[index].contact.position = position
        routes[index].contact.time = event.time
        if phase == .up || phase == .cancelled { routes[index].isDown = false }
        let route = routes[index]
        for gesture in route.recognizers {
            gesture.update(route.contact, phase)
        }
        decide()
        // An action may have cancelled all input.
        guard let index = place(ofContact: route.contact.number) else { return }
        switch routes[index].status {
        case .held:
            routes[index].events.append(event)
            if routes[index].events.count > Self.heldEventLimit { release(routes[index].contact.number) }
        case .forwarded: routes[index].controller?.handle(event)
        case .claimed: break
        }
        settle()
    }

    /// Returns the index of the route of a contact; nil if the contact is over.
    private func place(ofContact number: Int) -> Int? { routes.firstIndex { $0.contact.number == number } }

    /// Passes the held-back and all further events of a contact to its controller.
    private func release(_ number: Int) {
        guard let index = place(ofContact: number) else { return }
        routes[index].status = .forwarded
        let events = routes[index].events
        let controller = routes[index].controller
        routes[index].events = []
        for event in events {
            controller?.handle(event)
        }
    }

    /// Recognizes gestures that depend on time alone.
    func advance(to time: Double) {
        let waiting = participants.filter { $0.deadline.map { $0 <= time } ?? false }
        guard !waiting.isEmpty else { return }
        for gesture in waiting {
            gesture.timePassed(to: time)
        }
        settle()
    }

    /// Makes due decisions, releases contacts that no gesture claims, and removes contacts that are over.
    private func settle() {
        decide()
        // What a controller calls may cancel all input, so contacts are looked up one by one.
        for route in routes where route.status == .held && !route.isUndecided {
            release(route.contact.number)
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

    /// Claims contacts for a gesture and takes them from all other recognizers.
    private func claim(_ contacts: Set<Int>, for gesture: GestureRecognizer) {
        for index in routes.indices where contacts.contains(routes[index].contact.number) {
            let route = routes[index]
            for other in route.recognizers where other !== gesture && other.progress != .finished {
                guard other.isExclusive else {
                    other.isClaimedByAnother = true
                    continue
                }
                if !(other.layer === gesture.layer && other.canAccompany(gesture)) { other.cancel() }
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
