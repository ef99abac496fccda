public import VectorDrawing

extension Layer {
    /// Returns the deepest layer at a point: this one or one in its subtree.
    ///
    /// Sublayers are tested from last to first, whatever their depth; sublayers that are not flattened, such as those of a
    /// `TransformLayer`, are tested from the nearest to the farthest. Hidden and fully transparent layers, and layers that are
    /// not ``isHitTestable``, are skipped with their subtrees. A layer that masks to its bounds hides sublayers outside its
    /// bounds. A layer itself is hit if it ``contains(_:in:)`` the point.
    ///
    /// - Parameters:
    ///   - point: a point in the superlayer's coordinates; for a root, in points of the scene.
    ///   - tree: whether model values, the default, or presented values count.
    /// - Returns: the layer; nil if there is no layer at the point.
    public func hitTest(_ point: Point, in tree: LayerTreeKind = .model) -> Layer? {
        hitTest(point, in: tree, space: .identity)
    }

    /// Hit-tests a point of the superlayer, whose sublayer transform is `space`.
    private func hitTest(_ point: Point, in tree: LayerTreeKind, space: Transform3D) -> Layer? {
        guard flattensSublayers else { return nearestHit(point, in: tree, space: space)?.layer }
        let shown = tree == .model ? properties : presented
        guard isHitTestable, !shown.isInvisible, let own = shown.transformToParent.followed(by: space).unproject(point)
        else { return nil }
        if !shown.masksToBounds || shown.bounds.contains(own) {
            let inner = shown.effectiveSublayerTransform
            for sublayer in sublayers.reversed() {
                if let hit = sublayer.hitTest(own, in: tree, space: inner) {
                    return hit
                }
            }
        }
        return contains(own, in: tree) ? self : nil
    }

    /// Returns the nearest hit layer of a space, and its depth at the hit.
    private func nearestHit(
        _ point: Point, in tree: LayerTreeKind, space: Transform3D
    ) -> (layer: Layer, depth: Double)? {
        let shown = tree == .model ? properties : presented
        guard isHitTestable, !shown.isInvisible else { return nil }
        let toPlane = shown.transformToParent.followed(by: space)
        guard !flattensSublayers else {
            guard let layer = hitTest(point, in: tree, space: space), let own = toPlane.unproject(point)
            else { return nil }
            return (layer, toPlane.depth(at: own))
        }
        let inner = shown.effectiveSublayerTransform.followed(by: toPlane)
        var nearest: (layer: Layer, depth: Double)?
        for sublayer in sublayers.reversed() {
            guard let hit = sublayer.nearestHit(point, in: tree, space: inner) else { continue }
            if let found = nearest, found.depth >= hit.depth { continue }
            nearest = hit
        }
        return nearest
    }
}

/// The values of a layer tree that an operation uses: model or presentation.
public enum LayerTreeKind: Hashable, Sendable {
    /// The model: the set values.
    case model
    /// The values on the screen, animations included; see ``Layer/presentation``.
    case presentation
}
