public import LayerTree
public import VectorDrawing

extension Layer {
    /// The nearest scroll layer that contains this layer; nil if there is none.
    public var enclosingScrollLayer: ScrollLayer? {
        superlayer as? ScrollLayer ?? superlayer?.enclosingScrollLayer
    }

    /// Scrolls the nearest enclosing scroll layer so that a point of this layer is in its upper left corner.
    ///
    /// Without an enclosing scroll layer nothing happens. Scroll layers farther out do not scroll.
    public func scrollPoint(_ point: Point) {
        guard let scrollLayer = enclosingScrollLayer, let target = convert(point, to: scrollLayer) else { return }
        scrollLayer.scroll(to: target)
    }

    /// Scrolls the nearest enclosing scroll layer by the least amount that makes a rectangle of this layer visible.
    ///
    /// Without an enclosing scroll layer nothing happens. Scroll layers farther out do not scroll.
    public func scrollRectToVisible(_ rect: Rect) {
        guard let scrollLayer = enclosingScrollLayer, let target = convert(rect, to: scrollLayer) else { return }
        scrollLayer.scroll(to: target)
    }
}
