public import LayerTree
internal import ScrollLayers

extension Viewer {
    /// Does what the user asks for.
    ///
    /// - Parameter event: what was done; positions are in points from the upper left corner of the picture.
    /// - Returns: whether it means something here.
    @discardableResult
    public func handle(_ event: InputEvent) -> Bool {
        switch event {
        case .key(let key): handle(key)
        case .pointer(let pointer): handle(pointer)
        case .wheel, .touch: controller.handle(event)
        }
    }

    /// Does what typed text asks for.
    ///
    /// - Returns: whether it means something here.
    @discardableResult
    public func handle(text: String) -> Bool {
        guard let command = settings.keys.commands[.text(text)] else { return false }
        perform(command)
        return true
    }

    /// Lets go of all that is held: the window does not hear of the mouse and the keys any more.
    public func focusLost() {
        selection.end()
        overlays.cancelInput()
        pointer = nil
        controller.change { $0.cancelInput(at: $1) }
    }

    private func handle(_ event: KeyEvent) -> Bool {
        let command = settings.keys.commands[.key(KeyMap.Stroke(event.key, event.modifiers))]
        if event.isDown, let command {
            if case .scroll = command {
                return controller.handle(.key(event))
            }
            if !event.isRepeat {
                perform(command)
            }
            return true
        }
        // A key may go up with other modifiers than it went down with.
        return controller.handle(.key(event)) || command != nil
    }

    private func handle(_ event: PointerEvent) -> Bool {
        pointer = event.phase == .exited ? nil : event.position
        if selection.isDrawing {
            return drawSelection(event)
        }
        if !controller.model.isTracking || overlays.isHeld, overlays.handle(event, at: event.time, move: moveCenter) {
            return true
        }
        // A double click with shift zooms out.
        if event.phase == .down(.primary, clicks: 1), event.modifiers == .shift, document != nil,
            let imagePoint = content.convert(event.position, from: nil)
        {
            selection.begin(at: imagePoint, viewPoint: event.position)
            gridSelectionLayer.selection = nil
            return true
        }
        return controller.handle(.pointer(event))
    }

    /// Puts a place of the image into the middle of the view, at once.
    private func moveCenter(to imagePoint: Point) {
        controller.change { model, time in
            var view = model.view
            view.center = imagePoint
            return model.setView(view, animated: false, at: time)
        }
    }

    private func drawSelection(_ event: PointerEvent) -> Bool {
        if let document, let imagePoint = content.convert(event.position, from: nil), event.phase != .exited {
            selection.draw(to: imagePoint, viewPoint: event.position, in: document.size)
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
