public import LayerTree

/// A layer that shows a part of what is in it, and can be scrolled to other parts.
///
/// Scrolling is nothing but moving the origin of its bounds: no part has an end, nothing is clamped and nothing moves
/// by itself. A ``ScrollController`` adds all that, and gestures. As with any change of a layer, the transaction says
/// whether scrolling glides. What lies outside its bounds is cut off, unless `masksToBounds` is turned off.
open class ScrollLayer: Layer {
    /// In which directions it can be scrolled; default both.
    public var scrollMode = ScrollMode.both

    /// Who decides about requests to scroll; nil while nobody does, and they are carried out as they are.
    weak var controller: ScrollController?

    /// An empty layer, scrolled to the origin.
    public override init() {
        super.init()
        self.masksToBounds = true
    }

    /// Scrolls so that a place of its coordinates lies in its upper left corner, as far as ``scrollMode`` allows.
    ///
    /// With a ``ScrollController``, content ends at its edges; without one any place will do.
    open func scroll(to point: Point) {
        let origin = scrollMode.destination(from: self.bounds.origin, to: point)
        guard origin != self.bounds.origin else { return }
        if let controller {
            controller.scroll(toOffset: origin)
        } else {
            self.bounds.origin = origin
        }
    }

    /// Scrolls as little as needed to show all of a rectangle of its coordinates, or as much of it as there is room for.
    open func scroll(to rect: Rect) {
        let bounds = self.bounds
        scroll(
            to: Point(
                x: Self.origin(
                    nearest: bounds.minX, showing: (rect.minX, rect.maxX), length: bounds.size.width),
                y: Self.origin(
                    nearest: bounds.minY, showing: (rect.minY, rect.maxY), length: bounds.size.height)))
    }

    /// Along one axis: between the origin at which a part begins and that at which it ends it is seen whole, or, if it is
    /// longer than there is room, nothing else is seen.
    private static func origin(nearest origin: Double, showing part: (Double, Double), length: Double) -> Double {
        let (begin, end) = (part.0, part.1 - length)
        return min(max(origin, min(begin, end)), max(begin, end))
    }
}
