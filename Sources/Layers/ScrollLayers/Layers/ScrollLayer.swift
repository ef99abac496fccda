public import LayerTree
public import VectorDrawing

/// A layer that shows a scrollable part of its sublayers.
///
/// Scrolling sets the origin of the layer's bounds and nothing more: there are no edges, no limits and no inertia. A
/// ``ScrollController`` adds those, and gestures. As with any layer property, the transaction decides whether the
/// change is animated. Sublayers are clipped to the bounds unless `masksToBounds` is set to `false`.
open class ScrollLayer: Layer {
    /// The directions in which the layer scrolls.
    ///
    /// The default is ``ScrollMode/both``.
    public var scrollMode = ScrollMode.both

    /// The controller that carries out scroll requests; nil if the layer scrolls itself.
    weak var controller: ScrollController?

    /// Creates an empty layer, scrolled to the origin.
    public override init() {
        super.init()
        self.masksToBounds = true
    }

    /// Returns the action of a change; a scroll layer appears and disappears at once.
    override open class func defaultAction(for key: ActionKey) -> LayerActionResult {
        key == .onOrderIn || key == .onOrderOut ? .none : super.defaultAction(for: key)
    }

    /// Scrolls so that a point in the layer's coordinates is in its upper left corner, as far as ``scrollMode`` allows.
    ///
    /// With a ``ScrollController`` the scrolling ends at the content's edges; without one there is no limit.
    open func scroll(to point: Point) {
        let origin = scrollMode.destination(from: self.bounds.origin, to: point)
        guard origin != self.bounds.origin else { return }
        if let controller {
            controller.change { $0.scroll(toOffset: origin, animated: false, at: $1) }
        } else {
            self.bounds.origin = origin
        }
    }

    /// Scrolls by the least amount that makes a rectangle in the layer's coordinates visible, or fills the view with
    /// it.
    open func scroll(to rect: Rect) {
        let bounds = self.bounds
        func origin(nearest origin: Double, between first: Double, and second: Double) -> Double {
            min(max(origin, min(first, second)), max(first, second))
        }
        scroll(
            to: Point(
                x: origin(nearest: bounds.minX, between: rect.minX, and: rect.maxX - bounds.size.width),
                y: origin(nearest: bounds.minY, between: rect.minY, and: rect.maxY - bounds.size.height)))
    }
}
