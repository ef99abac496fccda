extension Layer {
    /// Asks for ``layoutSublayers()`` at the next layout; several requests until then are one.
    public func setNeedsLayout() {
        needsLayout = true
    }

    /// Lays out this layer and all in it, from the outside inwards, where it was asked for.
    ///
    /// - Complexity: O(layers of the tree).
    public func layoutIfNeeded() {
        if needsLayout {
            needsLayout = false
            layoutSublayers()
        }
        for sublayer in sublayers {
            sublayer.layoutIfNeeded()
        }
    }
}
