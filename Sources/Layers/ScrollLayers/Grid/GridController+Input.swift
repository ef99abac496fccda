public import LayerTree
internal import VectorDrawing

extension GridController {
    /// Handles an input event.
    ///
    /// Arrow keys, Page Up, Page Down, Home and End move the focus; Enter opens the focused item.
    @discardableResult
    public func handle(_ event: InputEvent) -> Bool {
        guard isEnabled else { return false }
        guard case .key(let key) = event else {
            if event.isPress, !scrolling.model.isTracking { wasMoving = scrolling.model.isMoving }
            return scrolling.handle(event)
        }
        guard key.isDown, key.modifiers.isEmpty, wantedLayout.itemCount > 0 else { return false }
        let layout = layout
        let rows = max(1, Int(layer.bounds.size.height / (layout.cellSize.height + layout.spacing)))
        let target: Int
        switch key.key {
        case .left: target = layout.item(from: focusedItem, toward: .left)
        case .right: target = layout.item(from: focusedItem, toward: .right)
        case .up: target = layout.item(from: focusedItem, toward: .up)
        case .down: target = layout.item(from: focusedItem, toward: .down)
        case .pageUp: target = layout.item(from: focusedItem, toward: .up, by: rows)
        case .pageDown: target = layout.item(from: focusedItem, toward: .down, by: rows)
        case .home: target = 0
        case .end: target = layout.itemCount - 1
        case .enter:
            scroll(to: focusedItem, animated: false)
            onOpen?(focusedItem)
            return true
        default: return false
        }
        // The first key shows where the focus is.
        focus(on: focusLayer.isHidden && target != 0 && key.key != .end ? focusedItem : target, animated: true)
        return true
    }

    /// Whether the press of the current tap stops a motion, and so opens no item.
    var stopsMotion: Bool {
        // A press that gestures of cells have held back has stopped nothing yet.
        scrolling.model.isTracking ? wasMoving : scrolling.model.isMoving
    }

    /// Advances the grid to the clock's current time, and recycles cells.
    public func update() {
        scrolling.update()
        updateCells()
    }

    /// The time on the clock at which ``update()`` is needed next; nil if not until the next event.
    public var nextFrameTime: Double? { scrolling.nextFrameTime }

    /// Ends all input without a fling.
    public func cancelInput() { scrolling.cancelInput() }
}

extension InputEvent {
    /// Whether a button or a finger goes down.
    fileprivate var isPress: Bool {
        switch self {
        case .pointer(let event): if case .down = event.phase { true } else { false }
        case .touch(let event): event.phase == .down
        case .wheel, .key: false
        }
    }
}

extension ScrollModel {
    /// The ``contentOffset`` at the end of the current animation, or else the current one.
    var goalOffset: Point {
        var model = self
        model.view = goal
        return model.contentOffset
    }
}
