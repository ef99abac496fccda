internal import LayerTree
internal import ScrollLayers
internal import VectorDrawing

extension ViewerContext {
    /// The event at the place of the first image that its place in another pane shows too.
    func localized(_ event: InputEvent) -> InputEvent {
        guard panes.panes.count > 1, let position = event.position else { return event }
        return event.moved(to: localized(position))
    }

    /// The event of the pointer, as ``localized(_:)-(InputEvent)`` has it.
    func localized(_ event: PointerEvent) -> PointerEvent {
        guard case .pointer(let moved) = localized(InputEvent.pointer(event)) else { return event }
        return moved
    }
}

extension InputEvent {
    /// The modifiers that are held down; nil for fingers.
    var modifiers: KeyModifiers? {
        switch self {
        case .pointer(let event): event.modifiers
        case .wheel(let event): event.modifiers
        case .key(let event): event.modifiers
        case .touch: nil
        }
    }
}
