internal import VectorDrawing

/// Orders the sublayers of a layer from the farthest to the nearest.
///
/// Layers in parallel planes are ordered by ``LayerProperties/zPosition`` and then by their order in the tree. Others
/// are compared in pairs: a layer is nearer if it lies on the viewer's side of the other one's plane. Layers that
/// intersect are divided; see ``SpaceParts``. Copies that intersect are ordered by their centers.
@MainActor
enum DepthOrder {
    /// Returns sublayers in drawing order; nil if they are not parallel.
    ///
    /// - Complexity: O(n log n); O(n) if all are coplanar.
    static func sorted(_ sublayers: [Layer], in context: RenderTreeBuilder.Context) -> [Layer]? {
        guard sublayers.count > 1 else { return sublayers }
        var depths: [Double] = []
        depths.reserveCapacity(sublayers.count)
        for layer in sublayers {
            guard let depth = layer.depth(at: context.time) else { return nil }
            depths.append(depth)
        }
        guard depths.contains(where: { $0 != 0 }) else { return sublayers }
        let sign = (context.sublayerTransform ?? .identity).reversesDepth ? -1.0 : 1
        return depths.enumerated().sorted { ($0.element * sign, $0.offset) < ($1.element * sign, $1.offset) }
            .map { sublayers[$0.offset] }
    }

    /// Returns the indices of layers of one space, possibly of different superlayers, in drawing order.
    ///
    /// - Parameters:
    ///   - members: the layers.
    ///   - crossings: the pairs of layers that may cut each other are added; nil collects none.
    /// - Returns: the indices; nil if the layers are in order.
    /// - Complexity: O(n log n) for planes parallel to the screen, otherwise O(n²).
    static func order(
        of members: [RenderTreeBuilder.SpaceMember], crossings: inout [DepthPlane.Crossing]?
    ) -> [Int]? {
        guard members.count > 1 else { return nil }
        let planes = members.map { $0.plane }
        if let depths = planes.map(\.toSpace.constantDepth) as? [Double] {
            guard depths.contains(where: { $0 != depths[0] }) else { return nil }
            return depths.enumerated().sorted { ($0.element, $0.offset) < ($1.element, $1.offset) }.map(\.offset)
        }
        let depthPlanes = planes.enumerated().map { offset, plane in
            DepthPlane(plane.bounds, projectedBy: plane.toSpace, order: offset)
        }
        return DepthPlane.sorted(depthPlanes, crossings: &crossings)
    }
}

extension RenderTreeBuilder.SpaceMember {
    /// The presented bounds of the layer, and the transform from its coordinates to the space.
    @MainActor var plane: (bounds: Rect, toSpace: Transform3D) {
        let time = layer.timing.localTime(at: context.time)
        let shown = layer.animations.isEmpty ? layer.properties : layer.presentation(at: time)
        let toPlane = shown.transformToParent
        return (shown.bounds, context.sublayerTransform.map { toPlane.followed(by: $0) } ?? toPlane)
    }
}

extension Layer {
    /// Returns the layer's depth at a time of the superlayer; nil if it is not parallel to the superlayer's plane.
    fileprivate func depth(at time: Double) -> Double? {
        guard !animations.isEmpty else { return properties.transform.isAffine ? properties.zPosition : nil }
        let shown = cachedPresentation(at: timing.localTime(at: time))
        return shown.properties.transform.isAffine ? shown.properties.zPosition : nil
    }
}

extension Transform3D {
    /// The depth of the plane z = 0 if it is the same everywhere; nil if the plane is tilted.
    fileprivate var constantDepth: Double? {
        guard rows.0.z == 0, rows.1.z == 0, rows.0.w == 0, rows.1.w == 0, rows.3.w > 0 else { return nil }
        return rows.3.z / rows.3.w
    }

    /// Whether the transform exchanges near and far.
    fileprivate var reversesDepth: Bool {
        let here = rows.3
        let above = rows.3 + rows.2
        guard here.w > 0, above.w > 0 else { return rows.2.z < 0 }
        return above.z / above.w < here.z / here.w
    }
}
