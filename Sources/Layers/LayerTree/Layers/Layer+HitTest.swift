extension Layer {
    /// Whether a place in the layer's own coordinates lies within its bounds.
    public func contains(_ point: Point) -> Bool { properties.bounds.contains(point) }

    /// The deepest layer at a place, this one or one in it.
    ///
    /// Layers are asked in the order of the tree, the last sublayer first, whatever their depth. Hidden and wholly
    /// transparent ones are passed over with all in them; a layer that clips hides what lies outside it.
    ///
    /// - Parameters:
    ///   - point: a place in the superlayer's coordinates; for a root, in its own superlayer's if it had one.
    ///   - tree: where the layers are: as they are set, the default, or as they are on the screen.
    /// - Returns: nil when there is none.
    public func hitTest(_ point: Point, in tree: LayerTreeKind = .model) -> Layer? {
        hitTest(point, in: tree, space: .identity)
    }

    /// The deepest layer at a place of the superlayer, which does `space` to its sublayers.
    private func hitTest(_ point: Point, in tree: LayerTreeKind, space: Transform3D) -> Layer? {
        let shown = tree == .model ? properties : presented
        guard !shown.isInvisible, let own = shown.transformToParent.followed(by: space).unproject(point)
        else { return nil }
        let isInside = shown.bounds.contains(own)
        if isInside || !shown.masksToBounds {
            let inner = shown.effectiveSublayerTransform
            for sublayer in sublayers.reversed() {
                if let hit = sublayer.hitTest(own, in: tree, space: inner) {
                    return hit
                }
            }
        }
        return isInside ? self : nil
    }
}

/// Which values of layers count.
public enum LayerTreeKind: Hashable, Sendable {
    /// Those that are set.
    case model
    /// Those that are on the screen, animations included; see ``Layer/presentation``.
    case presentation
}
