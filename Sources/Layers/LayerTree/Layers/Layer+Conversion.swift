public import VectorDrawing

extension Layer {
    /// The projection from this layer to the root of its tree.
    ///
    /// Each layer is flattened into its superlayer, or into the nearest superlayer that flattens.
    var projectionToRoot: Projection {
        guard let space = superlayer?.sublayerSpace() else { return .identity }
        return Projection(properties.transformToParent.followed(by: space.transform))
            .followed(by: space.plane.projectionToRoot)
    }

    /// Returns the layer that flattens the sublayers, and the transform to it from the coordinates of their positions.
    ///
    /// - Parameter properties: the values of each layer; by default the model's values.
    /// - Returns: this layer with its sublayer transform, unless it does not flatten.
    func sublayerSpace(
        _ properties: (Layer) -> LayerProperties = { $0.properties }
    ) -> (plane: Layer, transform: Transform3D) {
        let shown = properties(self)
        guard !flattensSublayers, let superlayer else { return (self, shown.effectiveSublayerTransform) }
        let outer = superlayer.sublayerSpace(properties)
        let transform = shown.effectiveSublayerTransform.followed(by: shown.transformToParent)
        return (outer.plane, transform.followed(by: outer.transform))
    }

    // Each flattening is a projection of its own, so a point behind the viewer in any of them has no image.

    private func pointInRoot(_ point: Point, _ properties: (Layer) -> LayerProperties) -> Point? {
        guard let space = superlayer?.sublayerSpace(properties) else { return point }
        return properties(self).transformToParent.followed(by: space.transform).project(point)
            .flatMap { space.plane.pointInRoot($0, properties) }
    }

    private func localPoint(ofRoot point: Point, _ properties: (Layer) -> LayerProperties) -> Point? {
        guard let space = superlayer?.sublayerSpace(properties) else { return point }
        return space.plane.localPoint(ofRoot: point, properties)
            .flatMap(properties(self).transformToParent.followed(by: space.transform).unproject)
    }

    /// Converts a point to the coordinates of another layer of the same tree.
    ///
    /// - Parameters:
    ///   - point: a point in this layer's coordinates.
    ///   - layer: the other layer; nil for the root.
    /// - Returns: the point; nil if the layers are in different trees, if one of them is edge-on, or if the point is behind the
    ///   viewer.
    public func convert(_ point: Point, to layer: Layer?) -> Point? { convert(point, to: layer) { $0.properties } }

    /// Converts a point to the coordinates of another layer, or of the root for nil, with the given values of the layers.
    func convert(_ point: Point, to layer: Layer?, _ properties: (Layer) -> LayerProperties) -> Point? {
        let target = layer ?? root
        guard target.root === root else { return nil }
        return pointInRoot(point, properties).flatMap { target.localPoint(ofRoot: $0, properties) }
    }

    /// Converts a point of another layer, or of the root for nil, to this layer's coordinates; see `convert(_:to:)`.
    public func convert(_ point: Point, from layer: Layer?) -> Point? { (layer ?? root).convert(point, to: self) }

    /// Converts a point of the scene, such as an event's position, to this layer's coordinates.
    ///
    /// Such a point is in the coordinates outside the root, so the root's own position and transform apply.
    ///
    /// - Returns: nil if a layer is seen edge-on, or if the point is behind the viewer.
    public func convertFromScene(_ point: Point) -> Point? {
        root.properties.transformToParent.unproject(point).flatMap { localPoint(ofRoot: $0) { $0.properties } }
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
