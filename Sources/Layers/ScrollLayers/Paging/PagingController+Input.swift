public import LayerTree
internal import VectorDrawing

extension PagingController {
    /// Handles an input event.
    ///
    /// - Parameter event: the event, with its position in points of the scene.
    /// - Returns: whether the event was used.
    @discardableResult
    public func handle(_ event: InputEvent) -> Bool {
        guard isEnabled, isInside(event) || gesture != nil else { return false }
        switch event {
        case .key(let event): return handle(event)
        case .wheel(let event): return handle(event)
        case .touch(let touch):
            handle(event, of: touch.finger, at: touch.position, touch.phase, slop: 10)
        case .pointer(let pointer):
            switch pointer.phase {
            case .down(.primary, _): handle(event, of: -1, at: pointer.position, .down, slop: ClickCounter.slop)
            case .up(.primary, _): handle(event, of: -1, at: pointer.position, .up, slop: 0)
            case .moved where fingers.contains(-1): handle(event, of: -1, at: pointer.position, .moved, slop: 0)
            default: return pageController?.handle(event) ?? false
            }
        }
        return true
    }

    /// Whether an event is in the layer, or has no position.
    private func isInside(_ event: InputEvent) -> Bool {
        guard let position = event.position else { return true }
        return layer.convertFromScene(position).map { layer.contains($0) } ?? false
    }

    // MARK: Fingers, and the pointer's primary button

    private func handle(
        _ event: InputEvent, of finger: Int, at position: Point, _ phase: TouchEvent.Phase, slop: Double
    ) {
        switch phase {
        case .down: press(event, finger, at: position, slop: slop)
        case .moved: drag(event, finger, at: position)
        case .up, .cancelled: lift(event, finger, at: position, isFlick: phase == .up)
        }
    }

    private func press(_ event: InputEvent, _ finger: Int, at position: Point, slop: Double) {
        fingers.insert(finger)
        if var gesture {
            if case .pages = gesture.use { return }
            if case .content = gesture.use {
                change { $0.endDrag(isFlick: false, at: $1) }
            }
            gesture.use = .free
            self.gesture = gesture
        } else {
            gesture = PageGesture(
                contact: finger, page: model.page, start: position, pageShift: shift(of: model.page),
                room: pageController?.model.horizontalRoom ?? 0...0, slop: slop)
        }
        pass(event, at: position)
    }

    private func drag(_ event: InputEvent, _ finger: Int, at position: Point) {
        guard var gesture else { return }
        if case .undecided = gesture.use {
            gesture.decide(at: position)
            self.gesture = gesture
            if case .pages = gesture.use {
                pageController(of: gesture.page)?.cancelInput()
                change { model, _ in model.beginDrag(at: event.time) }
            }
        }
        let translation = position.x - gesture.start.x
        switch gesture.use {
        case .pages:
            guard finger == gesture.contact else { return }
            change { model, _ in model.drag(by: translation, at: event.time) }
        case .content(let handsOver):
            var shown = position
            let excess = gesture.excess(of: translation)
            if handsOver {
                change { model, _ in
                    if excess != 0 { model.beginDrag(at: event.time) }
                    model.drag(by: excess, at: event.time)
                }
                shown.x -= excess
                self.gesture?.shift = -excess
            } else if gesture.room == 0...0 {
                // Content that is narrower than the view stays in its middle.
                shown.x = gesture.start.x
                self.gesture?.shift = -translation
            }
            pass(event, at: shown)
        case .undecided, .free:
            pass(event, at: Point(x: position.x + gesture.shift, y: position.y))
        }
    }

    private func lift(_ event: InputEvent, _ finger: Int, at position: Point, isFlick: Bool) {
        fingers.remove(finger)
        guard let gesture else { return }
        if finger == gesture.contact, model.isTracking {
            change { model, _ in model.endDrag(isFlick: isFlick, at: event.time) }
        }
        if case .pages = gesture.use {
        } else {
            pass(event, at: Point(x: position.x + gesture.shift, y: position.y))
        }
        if fingers.isEmpty { self.gesture = nil }
    }

    /// Passes an event to the pressed page, as if the page had not moved since the press.
    private func pass(_ event: InputEvent, at position: Point) {
        guard let gesture else { return }
        let moved = shift(of: gesture.page) - gesture.pageShift
        pageController(of: gesture.page)?.handle(event.moved(to: Point(x: position.x + moved, y: position.y)))
    }

    /// Returns the distance in points of a page to the right of its rest position.
    private func shift(of page: Int) -> Double { Double(page) * model.stride - model.offset }

    private func pageController(of index: Int) -> ScrollController? { pages.first { $0.index == index }?.controller }

    // MARK: Wheels and keys

    private func handle(_ event: WheelEvent) -> Bool {
        let isTrackpad = wheel.classifier.device(of: event, guesses: settings.guessesTrackpad) == .trackpad
        let isHorizontal = abs(event.delta.x) > abs(event.delta.y) && !event.isPinch && event.phase == .moved
        if isHorizontal, !isTrackpad {
            turn(by: wheel.turn(by: event.delta.x))
            return true
        }
        guard isTrackpad, settings.trackpad == .pan, !event.isPinch, !event.modifiers.contains(.control) else {
            return pageController?.handle(.wheel(event)) ?? false
        }
        if event.phase == .ended, wheel.translation != nil {
            endTrackpadDrag(isOver: true)
            return true
        }
        let room = pageController?.model.horizontalRoom ?? 0...0
        let reach = event.delta.x > 0 ? -room.lowerBound : room.upperBound
        guard wheel.translation != nil || isHorizontal && reach <= 1 && gesture == nil else {
            return pageController?.handle(.wheel(event)) ?? false
        }
        if wheel.translation == nil {
            pageController?.cancelInput()
            change { model, _ in model.beginDrag(at: event.time) }
        }
        wheel.drag(by: event.points.x, at: event.time)
        change { [translation = wheel.translation ?? 0] model, _ in model.drag(by: translation, at: event.time) }
        return true
    }

    /// Ends a drag of two fingers on a trackpad if they are lifted or lie still.
    func endTrackpadDrag(isOver: Bool = false) {
        guard let end = wheel.endTime, isOver || end <= clock.now else { return }
        wheel.endDrag()
        // Fingers that lie still have no velocity.
        change { $0.endDrag(isFlick: isOver, at: $1) }
    }

    private func handle(_ event: KeyEvent) -> Bool {
        guard event.isDown else {
            // Every page has to know which keys are up.
            return pages.reduce(false) { $1.controller?.handle(.key(event)) ?? false || $0 }
        }
        let step =
            switch event.key {
            case .left, .pageUp: -1
            case .right, .pageDown: 1
            default: 0
            }
        let room = pageController?.model.horizontalRoom ?? 0...0
        let isArrow = event.key == .left || event.key == .right
        let reach = !isArrow ? 0 : step < 0 ? room.upperBound : -room.lowerBound
        guard step != 0, event.modifiers.isEmpty, reach <= 1 else {
            return pageController?.handle(.key(event)) ?? false
        }
        // A key that is held turns one page after the other.
        if !event.isRepeat || !model.isMoving { turn(by: step) }
        return true
    }

    private func turn(by step: Int) {
        if step != 0 { show(page + step) }
    }
}
