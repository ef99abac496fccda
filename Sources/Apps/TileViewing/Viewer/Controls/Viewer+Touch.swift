internal import LayerTree
internal import ScrollLayers

extension Viewer {
    /// Handles a finger: on an overlay it acts as a pointer, a long press opens the context menu, and all else scrolls.
    ///
    /// - Returns: whether the event means something here.
    func handle(_ event: TouchEvent) -> Bool {
        switch event.phase {
        case .down:
            revealButtons()
            guard controls.touch.finger == nil, annotations.touch.finger == nil, !controller.model.isTracking else {
                controls.touch.stopWaiting()
                break
            }
            if handleOverlays(event.pointerEvent(.down(.primary, clicks: 1))) {
                controls.touch.finger = event.finger
                return true
            }
            controls.touch.waiting = (event.finger, event.position)
            controls.touch.menuTime = settings.clock.now + TouchRouting.longPressDuration
        case .moved:
            guard event.finger != controls.touch.finger else {
                return controls.touch.isSpent || handleOverlays(event.pointerEvent(.moved))
            }
            if let waiting = controls.touch.waiting,
                !waiting.point.isClose(to: event.position, within: ViewerControls.pressSlop)
            {
                controls.touch.stopWaiting()
            }
        case .up, .cancelled:
            controls.touch.stopWaiting()
            guard event.finger == controls.touch.finger else { break }
            let isSpent = controls.touch.isSpent
            controls.touch = TouchRouting()
            if !isSpent {
                // What is under a finger is not hovered any more once it is lifted.
                if event.phase == .up { _ = handleOverlays(event.pointerEvent(.up(.primary, clicks: 1))) }
                overlays.cancelInput()
                controls.buttons.cancelInput()
            }
            return true
        }
        let local = localized(.touch(event))
        guard case .touch(let touch) = local else { return false }
        return handleAnnotationTouch(touch) ?? controller.handle(local)
    }

    /// Opens the context menu if a finger has stayed long enough.
    func openMenuAfterLongPress() {
        guard let time = controls.touch.menuTime, settings.clock.now >= time, let waiting = controls.touch.waiting
        else {
            return
        }
        controls.touch = TouchRouting(finger: waiting.finger, isSpent: true)
        annotations.touch = AnnotationTouch()
        controller.change { $0.cancelInput(at: $1) }
        openContextMenu(at: waiting.point)
    }
}

extension TouchRouting {
    /// Opens no menu for the finger that is waiting.
    mutating func stopWaiting() { (waiting, menuTime) = (nil, nil) }
}

extension TouchEvent {
    /// The event as one of a pointer.
    fileprivate func pointerEvent(_ phase: PointerEvent.Phase) -> PointerEvent {
        PointerEvent(time: time, phase: phase, position: position)
    }
}
