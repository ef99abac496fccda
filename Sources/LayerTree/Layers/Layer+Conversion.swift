extension Layer {
    /// From this layer's coordinates to those of the root of its tree; each layer is flattened into the one it lies in.
    var projectionToRoot: Projection {
        var projection = Projection.identity
        var layer = self
        while let parent = layer.superlayer {
            let toParent = layer.properties.transformToParent.followed(by: parent.properties.transformOfSublayers)
            projection = projection.followed(by: Projection(toParent))
            layer = parent
        }
        return projection
    }

    /// Converts a place of this layer to the coordinates of another one of the same tree, or of the root for nil.
    ///
    /// - Parameters:
    ///   - point: a place in this layer's coordinates.
    ///   - layer: the other layer; nil for the root.
    /// - Returns: nil when the layers are of different trees, or when there is no such place: one of them is seen from its
    ///   edge, or the place lies behind the viewer.
    public func convert(_ point: Point, to layer: Layer?) -> Point? {
        let target = layer ?? root
        guard target.root === root, let seen = projectionToRoot.project(point) else { return nil }
        return target.projectionToRoot.inverse?.project(seen)
    }

    /// Converts a place of another layer, or of the root for nil, to this layer's coordinates; see ``convert(_:to:)``.
    public func convert(_ point: Point, from layer: Layer?) -> Point? { (layer ?? root).convert(point, to: self) }

    /// Converts a rectangle of this layer to the smallest upright one of another layer that holds it.
    ///
    /// - Parameters:
    ///   - rect: a rectangle in this layer's coordinates.
    ///   - layer: the other layer; nil for the root.
    /// - Returns: nil when one of its corners has no place there; see ``convert(_:to:)``.
    public func convert(_ rect: Rect, to layer: Layer?) -> Rect? {
        let corners = rect.corners.compactMap { convert($0, to: layer) }
        return corners.count == 4 ? Rect(enclosing: corners) : nil
    }

    /// Converts a rectangle of another layer, or of the root for nil, to this layer's coordinates.
    public func convert(_ rect: Rect, from layer: Layer?) -> Rect? { (layer ?? root).convert(rect, to: self) }
}
