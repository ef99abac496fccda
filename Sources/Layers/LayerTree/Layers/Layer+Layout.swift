extension Layer {
    /// Requests ``layoutSublayers()`` for the next layout; repeated requests are merged.
    public func setNeedsLayout() {
        needsLayout = true
    }

    /// Lays out all layers of the subtree that need layout, superlayers first.
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
