extension Layer {
    /// From this layer's coordinates to those of the root of its tree; each layer is flattened into the one it lies in.
    var projectionToRoot: Projection {
        guard let superlayer else { return .identity }
        return Projection(transformToSuperlayer).followed(by: superlayer.projectionToRoot)
    }

    /// From this layer's coordinates to those of the layer it lies in; the root's to themselves.
    ///
    /// Each layer is flattened into the one it lies in, so what lies behind the viewer in one step stays unseen.
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

    /// Converts a place of this layer to the coordinates of another one of the same tree, or of the root for nil.
    ///
    /// - Parameters:
    ///   - point: a place in this layer's coordinates.
    ///   - layer: the other layer; nil for the root.
    /// - Returns: nil when the layers are of different trees, or when there is no such place: one of them is seen from its
    ///   edge, or the place lies behind the viewer.
    public func convert(_ point: Point, to layer: Layer?) -> Point? {
        let target = layer ?? root
        guard target.root === root else { return nil }
        return pointInRoot(point).flatMap(target.localPoint(ofRoot:))
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
