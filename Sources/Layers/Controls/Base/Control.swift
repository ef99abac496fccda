public import LayerTree
internal import TextLayers
public import VectorDrawing

/// The base of all controls: a layer that is laid out in a window, with items that the pointer and keys choose.
///
/// A ``ControlController`` lays controls out, and passes events and the time to them. A subclass overrides what it needs: it
/// places its layers in ``arrange()``, and says in ``item(at:)`` what is at a point and in ``activate(_:at:)`` what a click there
/// does.
@MainActor
open class Control {
    /// The layer of the control, which is added to the layer that fills the window.
    public let layer: Layer
    /// The environment of the control.
    public let environment: ControlEnvironment
    /// The size of the window in points; zero before the first ``layOut(in:)``.
    public private(set) var containerSize = Size.zero

    /// The index of the item under the pointer, or that keys have chosen; nil for none.
    public private(set) var highlightedItem: Int?
    /// The index of the item on which the primary button is down; nil for none.
    public private(set) var pressedItem: Int?
    /// The time at which ``highlightedItem`` changed last.
    private(set) var highlightTime = -Double.infinity

    /// Creates a control.
    ///
    /// - Parameters:
    ///   - layer: the layer of the control.
    ///   - environment: the environment of the window.
    public init(_ layer: Layer, in environment: ControlEnvironment) {
        self.layer = layer
        self.environment = environment
        environment.textDrawing.addScaleObserver(self) { $0.arrange() }
    }

    // MARK: Layout

    /// Places the control in a window of a size in points.
    public final func layOut(in size: Size) {
        guard size != containerSize else { return }
        containerSize = size
        arrange()
    }

    /// Places the layers of the control in a window of ``containerSize``; called when that or the scale changes.
    ///
    /// The default does nothing.
    open func arrange() {}

    /// Whether the control is shown; the default is `true`.
    open var isOpen: Bool { true }

    /// Whether the control gets the keys before all others, and Esc closes it; the default is `false`.
    open var isModal: Bool { false }

    /// Whether the control gets all events of the pointer and of fingers, wherever they are; the default is `false`.
    open var capturesPointer: Bool { false }

    /// Closes the control, if it can be closed; the default does nothing.
    open func close() {}

    /// Whether the control is at a point of the window; the default is whether the point is in the layer's frame.
    open func contains(_ point: Point) -> Bool {
        isOpen && layer.superlayer != nil && !layer.isHidden && layer.frame.contains(point)
    }

    /// The layers beside ``layer`` that are added to the layer that fills the window.
    var companionLayers: [Layer] { [] }

    // MARK: Items

    /// The number of items that Tab reaches one after the other; the default is 0.
    open var focusableItemCount: Int { 0 }

    /// The index of the item at a point of the window; the default is nil, for none.
    open func item(at point: Point) -> Int? { nil }

    /// Does what a click on an item does; the default does nothing.
    open func activate(_ item: Int, at time: Double) {}

    /// Shows which item is highlighted and which one is pressed; the default does nothing.
    open func showHighlight() {}

    /// Highlights an item; nil for none.
    public final func highlight(_ item: Int?, at time: Double) {
        guard item != highlightedItem else { return }
        highlightedItem = item
        highlightTime = time
        showHighlight()
    }

    // MARK: Events

    /// Handles an event, with its position in points of the window.
    ///
    /// - Returns: whether the control uses the event.
    @discardableResult
    public final func handle(_ event: InputEvent) -> Bool {
        guard isOpen else { return false }
        return switch event {
        case .pointer(let event): handle(event)
        case .key(let event): event.isDown && handle(event)
        case .wheel(let event): handle(event)
        case .touch: false
        }
    }

    /// Handles an event of the pointer; returns whether the control uses it.
    ///
    /// The default highlights the item under the pointer, and activates it if the primary button goes down and up on it.
    open func handle(_ event: PointerEvent) -> Bool {
        let isInside = event.phase != .exited && contains(event.position)
        let item = isInside ? item(at: event.position) : nil
        highlight(item, at: event.time)
        switch event.phase {
        case .down(.primary, _) where isInside: press(item)
        case .up(.primary, _) where pressedItem != nil:
            let clicked = pressedItem == item ? item : nil
            press(nil)
            if let clicked { activate(clicked, at: event.time) }
            return true
        default: break
        }
        return isInside || pressedItem != nil
    }

    /// Handles a key that goes down; returns whether the control uses it.
    ///
    /// The default is `false`.
    open func handle(_ event: KeyEvent) -> Bool { false }

    /// Handles a wheel; returns whether the control uses it.
    ///
    /// The default is `false`.
    open func handle(_ event: WheelEvent) -> Bool { false }

    /// Handles text that was typed; returns whether the control uses it.
    ///
    /// The default is `false`.
    open func handle(text: String) -> Bool { false }

    /// Ends drags and presses without a result, because their events will not arrive.
    ///
    /// The default ends the press of an item, and highlights none.
    open func cancelInput() {
        press(nil)
        highlight(nil, at: highlightTime)
    }

    /// The pointer's shape at a point of the window; nil if the control is not there.
    ///
    /// The default is a hand over items.
    open func cursor(at point: Point) -> Cursor? {
        guard contains(point) else { return nil }
        return item(at: point) == nil ? .arrow : .pointingHand
    }

    private func press(_ item: Int?) {
        guard item != pressedItem else { return }
        pressedItem = item
        showHighlight()
    }

    // MARK: Time

    /// Brings the control to a time in seconds, before each frame; the default does nothing.
    open func update(at time: Double) {}

    /// The time at which ``update(at:)`` is needed even if nothing happens; nil, the default, for never.
    open var nextUpdateTime: Double? { nil }
}

extension Point {
    /// Whether another point lies no farther than a distance along each axis.
    package func isClose(to other: Point, within distance: Double) -> Bool {
        abs(x - other.x) <= distance && abs(y - other.y) <= distance
    }
}

extension WheelEvent {
    /// The distance in points by which text scrolls: three lines for a notch of a wheel; down is positive.
    package var scrolledPoints: Double { device == .trackpad ? -points.y : -40 * delta.y }
}
