public import LayerTree
internal import ScrollLayers
internal import TiledLayers

extension Viewer {
    /// Handles an input event.
    ///
    /// - Parameter event: the event; positions are in points from the upper left corner of the view.
    /// - Returns: whether the viewer uses the event.
    @discardableResult
    public func handle(_ event: InputEvent) -> Bool {
        modifiers = event.modifiers ?? modifiers
        defer { endScrolling(with: event) }
        return switch event {
        case .key(let key): handle(key)
        case .pointer(let pointer): handle(pointer)
        case .wheel(let wheel) where controls.menu.isOpen: scrollMenu(by: wheel.scrolledPoints)
        case .wheel(let wheel) where !wheel.isPinch && overlays.scrollHelp(by: wheel.scrolledPoints): true
        case .wheel(let wheel) where bookmarkList.scroll(by: wheel.scrolledPoints, at: wheel.position): true
        case .wheel: controller.handle(localized(event))
        case .touch(let touch): handle(touch)
        }
    }

    /// Ends the drag or the motion of what was released, even over a panel that has opened meanwhile and has taken the event.
    private func endScrolling(with event: InputEvent) {
        switch event {
        case .key(let key) where !key.isDown: controller.handle(event)
        case .pointer(let pointer):
            guard controller.model.isTracking, case .up = pointer.phase else { break }
            controller.handle(localized(event))
        case .touch(var touch) where touch.phase == .up && controller.model.isTracking:
            // What was a tap or a stroke elsewhere moves nothing here.
            touch.phase = .cancelled
            controller.handle(localized(.touch(touch)))
        case .touch(let touch) where touch.phase == .cancelled && controller.model.isTracking:
            controller.handle(localized(event))
        default: break
        }
    }

    /// Handles text that was typed.
    ///
    /// - Returns: whether the viewer uses the text.
    @discardableResult
    public func handle(text: String) -> Bool {
        if handleEntryText(text) || handleAnnotationText(text) { return true }
        guard let command = settings.keys.commands[.text(text)] else { return false }
        perform(command)
        return true
    }

    /// Cancels drags and held keys, because the window no longer receives their events.
    public func focusLost() {
        selection.end()
        annotations.editor.cancelDrag()
        annotations.press = nil
        compared.drag = nil
        annotations.touch = AnnotationTouch()
        overlays.cancelInput()
        controls.cancelInput()
        entry.cancelInput()
        pointer = nil
        modifiers = []
        controller.change { $0.cancelInput(at: $1) }
    }

    /// Reloads tiles that have failed, and tiles whose files have changed.
    ///
    /// While the window had no focus, the user may have reconnected a disk or a network, or changed an image. Unchanged tiles
    /// are not read, and the main thread reads no file.
    public func focusGained() {
        perform(.retryFailures)
        allTiles.forEach { $0.revalidate() }
    }

    private func handle(_ event: KeyEvent) -> Bool {
        if handleMenuKey(event) || handleEntryKey(event) || handleBookmarkKey(event) || openRecentFile(event) {
            return true
        }
        if event.isDown, let distance = helpDistance(of: event.key), overlays.scrollHelp(by: distance) { return true }
        if handleAnnotationKey(event) || handleComparisonKey(event) { return true }
        let command = keyCommands[KeyMap.Stroke(event.key, event.modifiers)]
        guard event.isDown, let command else {
            // A key may be released with other modifiers than it was pressed with.
            return controller.handle(.key(event)) || command != nil
        }
        if !event.isRepeat {
            let wasTyping = entry.isOpen
            perform(command)
            if entry.isOpen, !wasTyping, case .character(let character) = event.key { openingText = String(character) }
        }
        return true
    }

    /// The distance in points by which a key scrolls the help sheet; nil for other keys.
    private func helpDistance(of key: Key) -> Double? {
        let page = 0.9 * windowSize.height
        return switch key {
        case .up: -40
        case .down: 40
        case .pageUp: -page
        case .pageDown: page
        case .home: -.greatestFiniteMagnitude
        case .end: .greatestFiniteMagnitude
        default: nil
        }
    }

    private func handle(_ event: PointerEvent) -> Bool {
        let windowEvent = event
        let event = localized(event)
        pointer = event.phase == .exited ? nil : event.position
        if selection.isDrawing {
            return drawSelection(event)
        }
        if !controller.model.isTracking, entry.handle(windowEvent) {
            scene.setNeedsFrame()
            return true
        }
        if handleBookmarkPointer(windowEvent) { return true }
        if handleOverlays(windowEvent) || handleComparisonPointer(windowEvent) { return true }
        if beginSelectionDrag(event) { return true }
        // A double click with shift zooms out.
        if event.phase == .down(.primary, clicks: 1), event.modifiers == .shift, document != nil,
            let imagePoint = content.convert(event.position, from: nil)
        {
            selection.begin(at: imagePoint, viewPoint: event.position)
            gridSelectionLayer.selection = nil
            return true
        }
        if handleAnnotationPointer(event) { return true }
        return controller.handle(.pointer(event))
    }

    /// Handles a pointer event on the controls or an overlay; returns whether it was there, and not on the image.
    func handleOverlays(_ event: PointerEvent) -> Bool {
        if handleControls(event) { return true }
        guard !controller.model.isTracking || overlays.isDragging,
            overlays.handle(event, at: event.time, open: { open([$0]) }, move: moveCenter)
        else { return false }
        scene.setNeedsFrame()
        return true
    }

    /// Centers the view on a point of the image, without an animation.
    private func moveCenter(to imagePoint: Point) {
        controller.change { model, time in
            var view = model.view
            view.center = imagePoint
            return model.setView(view, animated: false, at: time)
        }
    }

    private func drawSelection(_ event: PointerEvent) -> Bool {
        if let document, let imagePoint = content.convert(event.position, from: nil), event.phase != .exited {
            selection.draw(
                to: imagePoint, viewPoint: event.position, in: document.size,
                keepsAspect: event.modifiers.contains(.shift))
        }
        if case .up(.primary, _) = event.phase {
            if selection.isClick {
                controller.change { model, _ in
                    model.addClick()
                    return []
                }
            }
            selection.end()
        }
        gridSelectionLayer.selection = selection.rect
        return true
    }
}

extension WheelEvent {
    /// The distance in points by which text scrolls: three lines for a notch of a wheel; down is positive.
    fileprivate var scrolledPoints: Double { device == .trackpad ? -points.y : -40 * delta.y }
}
