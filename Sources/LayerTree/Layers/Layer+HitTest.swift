extension Layer {
    /// Whether a place in the layer's own coordinates lies within its bounds.
    public func contains(_ point: Point) -> Bool { properties.bounds.contains(point) }

    /// The deepest layer at a place, this one or one in it.
    ///
    /// Layers are asked in the order of the tree, the last sublayer first, whatever their depth. Hidden and wholly
    /// transparent ones are passed over with all in them; a layer that clips hides what lies outside it.
    ///
    /// - Parameter point: a place in the superlayer's coordinates; for a root, in its own superlayer's if it had one.
    /// - Returns: nil when there is none.
    public func hitTest(_ point: Point) -> Layer? { hitTest(point, in: .identity) }

    /// The deepest layer at a place of the superlayer, which does `space` to its sublayers.
    private func hitTest(_ point: Point, in space: Transform3D) -> Layer? {
        guard !properties.isInvisible,
            let own = properties.transformToParent.followed(by: space).unproject(point)
        else { return nil }
        let isInside = contains(own)
        if isInside || !properties.masksToBounds {
            let inner = properties.transformOfSublayers
            for sublayer in sublayers.reversed() {
                if let hit = sublayer.hitTest(own, in: inner) {
                    return hit
                }
            }
        }
        return isInside ? self : nil
    }
}
