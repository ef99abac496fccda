public import LayerTree

extension ScrollModel {
    /// Handles an input event with its position in points from the view's upper left corner.
    ///
    /// Events with invalid numbers, and events without a meaning for scrolling, are ignored.
    ///
    /// - Returns: the events since the last call, including the events of this input, in order.
    @discardableResult
    public mutating func handle(_ event: InputEvent) -> [ScrollEvent] {
        guard event.time.isFinite, event.position?.isValid ?? true else { return [] }
        return record(at: event.time) { model in
            switch event {
            case .pointer(let event): model.handle(event)
            case .wheel(let event): model.handle(event)
            case .touch(let event): model.handle(event)
            case .key(let event): model.handle(event)
            }
        }
    }

    /// Ends all input without a fling, as when the window loses the focus.
    @discardableResult
    public mutating func cancelInput(at moment: Double) -> [ScrollEvent] {
        record(at: moment) { model in
            model.touches = []
            model.clicks.reset()
            model.taps = TapCounter()
            model.keys.removeAll()
            model.updateKeyMotion()
            if model.gesture != nil {
                model.release(isFling: false)
            }
        }
    }

    /// Counts a single click that was handled elsewhere, so that a second click here makes a double click.
    ///
    /// It is for apps in which a press on the content may begin another action, such as a selection, and then turns out to be a
    /// click.
    public mutating func addClick() { clicks.addClick() }

    private mutating func handle(_ event: PointerEvent) {
        switch event.phase {
        case .down(.primary, let presses) where touches.isEmpty:
            clicks.down(at: event.position, presses: presses)
            beginTracking(.pointer, at: [event.position])
        case .down(.middle, _) where touches.isEmpty:
            clicks.reset()
            beginTracking(.pointer, at: [event.position])
        case .moved where gesture?.source == .pointer:
            clicks.moved(to: event.position)
            drag(to: [event.position], at: event.time)
        case .up(.primary, _) where gesture?.source == .pointer:
            drag(to: [event.position], at: event.time)
            let isDoubleClick = clicks.up(at: event.position)
            release(isFling: !isDoubleClick)
            if isDoubleClick {
                zoomByClick(about: event.position, outwards: !event.modifiers.isDisjoint(with: [.shift, .alt]))
            }
        case .up(.middle, _) where gesture?.source == .pointer:
            drag(to: [event.position], at: event.time)
            release()
        default: break
        }
    }

    private mutating func handle(_ event: TouchEvent) {
        let index = touches.firstIndex { $0.finger == event.finger }
        switch (event.phase, index) {
        case (.down, nil):
            clicks.reset()
            touches.append((event.finger, event.position))
            taps.fingerDown(at: event.position, time: time, isOnly: touches.count == 1)
            beginTracking(.touch, at: touches.map(\.position))
        case (.moved, let index?):
            touches[index].position = event.position
            drag(to: touches.map(\.position), at: event.time)
        case (.up, let index?), (.cancelled, let index?):
            touches.remove(at: index)
            guard touches.isEmpty else { return beginTracking(.touch, at: touches.map(\.position)) }
            release(isFling: event.phase == .up)
            if event.phase == .up, taps.fingerUp(at: event.position, time: time) {
                zoomByClick(about: event.position, outwards: false)
            }
        default: break
        }
    }

    private mutating func handle(_ event: KeyEvent) {
        if !event.isDown {
            keys.release(event.key, at: time, tapDuration: settings.keyTapDuration)
            keys.removeReleased(at: time)
            updateKeyMotion()
        } else if !event.isRepeat,
            let command = settings.keys.commands[KeyMap.Stroke(event.key, event.modifiers)]
        {
            if command.isContinuous {
                keys.press(event.key, for: command, at: time)
                updateKeyMotion()
            } else {
                carryOut(command)
            }
        }
    }
}
