public import LayerTree

extension Layer {
    /// The nearest layer it lies in that scrolls; nil when there is none.
    public var enclosingScrollLayer: ScrollLayer? {
        guard let superlayer else { return nil }
        for case let layer as ScrollLayer in sequence(first: superlayer, next: \.superlayer) {
            return layer
        }
        return nil
    }

    /// Scrolls the nearest layer it lies in that scrolls, so that a place of this layer lies in the upper left corner.
    ///
    /// Nothing happens when it lies in none; layers farther out are left as they are.
    public func scrollPoint(_ point: Point) {
        guard let scrollLayer = enclosingScrollLayer, let target = convert(point, to: scrollLayer) else { return }
        scrollLayer.scroll(to: target)
    }

    /// Scrolls the nearest layer it lies in that scrolls, as little as needed to show a rectangle of this layer.
    ///
    /// Nothing happens when it lies in none; layers farther out are left as they are.
    public func scrollRectToVisible(_ rect: Rect) {
        guard let scrollLayer = enclosingScrollLayer, let target = convert(rect, to: scrollLayer) else { return }
        scrollLayer.scroll(to: target)
    }
}
