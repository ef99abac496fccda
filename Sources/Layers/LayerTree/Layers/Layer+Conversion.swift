extension Layer {
    /// The projection from this layer to the root of its tree; each layer is flattened into its superlayer.
    var projectionToRoot: Projection {
        guard let superlayer else { return .identity }
        return Projection(transformToSuperlayer).followed(by: superlayer.projectionToRoot)
    }

    /// The transform to the superlayer's coordinates; the identity for the root.
    ///
    /// Each step is projected by itself, so a point behind the viewer in any step has no image.
    private var transformToSuperlayer: Transform3D {
        guard let superlayer else { return .identity }
        return properties.transformToParent.followed(by: superlayer.properties.effectiveSublayerTransform)
    }

    private func pointInRoot(_ point: Point) -> Point? {
        guard let superlayer else { return point }
        return transformToSuperlayer.project(point).flatMap(superlayer.pointInRoot)
    }

    private func localPoint(ofRoot point: Point) -> Point? {
        guard let superlayer else { return point }
        return superlayer.localPoint(ofRoot: point).flatMap(transformToSuperlayer.unproject)
    }

    /// Converts a point to the coordinates of another layer of the same tree.
    ///
    /// - Parameters:
    ///   - point: a point in this layer's coordinates.
    ///   - layer: the other layer; nil for the root.
    /// - Returns: nil if the layers are in different trees, if one is seen edge-on, or if the point is behind the
    ///   viewer.
    public func convert(_ point: Point, to layer: Layer?) -> Point? {
        let target = layer ?? root
        guard target.root === root else { return nil }
        return pointInRoot(point).flatMap(target.localPoint(ofRoot:))
    }

    /// Converts a point of another layer, or of the root for nil, to this layer's coordinates; see ``convert(_:to:)``.
    public func convert(_ point: Point, from layer: Layer?) -> Point? { (layer ?? root).convert(point, to: self) }

    /// Converts a point of the scene, as events have it, to this layer's coordinates.
    ///
    /// It is a point of the superlayer that the root would have, so the root's own position and transform count.
    ///
    /// - Returns: nil if a layer is seen edge-on, or if the point is behind the viewer.
    public func convertFromScene(_ point: Point) -> Point? {
        root.properties.transformToParent.unproject(point).flatMap(localPoint(ofRoot:))
    }

    /// Converts a rectangle to its bounding box in another layer's coordinates.
    ///
    /// - Parameters:
    ///   - rect: a rectangle in this layer's coordinates.
    ///   - layer: the other layer; nil for the root.
    /// - Returns: nil if a corner cannot be converted; see ``convert(_:to:)``.
    public func convert(_ rect: Rect, to layer: Layer?) -> Rect? {
        let corners = rect.corners.compactMap { convert($0, to: layer) }
        return corners.count == 4 ? Rect(enclosing: corners) : nil
    }

    /// Converts a rectangle of another layer, or of the root for nil, to its bounding box in this layer's coordinates.
    public func convert(_ rect: Rect, from layer: Layer?) -> Rect? { (layer ?? root).convert(rect, to: self) }
}
