/// Orders the sublayers of one layer from the farthest to the nearest.
///
/// Those that lie in parallel planes are ordered by ``LayerProperties/zPosition`` and, where that is equal, as they were
/// put in. Others are compared in pairs: one is nearer when it lies on the viewer's side of the other's plane. Layers
/// that cut through each other are ordered by their middles.
@MainActor
enum DepthOrder {
    /// The sublayers in the order they are drawn.
    ///
    /// - Complexity: O(n log n) for parallel planes, else O(n²); no work when all lie in one plane.
    static func sorted(_ sublayers: [Layer], in context: RenderTreeBuilder.Context) -> [Layer] {
        guard sublayers.count > 1 else { return sublayers }
        var (isCoplanar, isParallel) = (true, true)
        let presented = sublayers.map { layer -> LayerProperties? in
            let shown =
                layer.animations.isEmpty
                ? nil : layer.presentation(at: layer.timing.localTime(at: context.time))
            let (depth, transform) = (shown ?? layer.properties).depthAndTransform
            isCoplanar = isCoplanar && depth == 0
            isParallel = isParallel && transform.isAffine
            return shown
        }
        let space = context.sublayerTransform ?? .identity
        if isParallel {
            return isCoplanar ? sublayers : parallel(sublayers, presented, isReversed: space.reversesDepth)
        }
        let planes = zip(sublayers, presented).enumerated().map { offset, pair in
            let shown = pair.1 ?? pair.0.properties
            return DepthPlane(shown.bounds, projectedBy: shown.transformToParent.followed(by: space), order: offset)
        }
        return DepthPlane.sorted(planes).map { sublayers[$0] }
    }

    private static func parallel(
        _ sublayers: [Layer], _ presented: [LayerProperties?], isReversed: Bool
    ) -> [Layer] {
        let depths = zip(sublayers, presented).enumerated().map { offset, pair in
            (depth: (pair.1 ?? pair.0.properties).zPosition * (isReversed ? -1 : 1), offset: offset)
        }
        return depths.sorted { ($0.depth, $0.offset) < ($1.depth, $1.offset) }.map { sublayers[$0.offset] }
    }
}

extension LayerProperties {
    fileprivate var depthAndTransform: (Double, Transform3D) { (zPosition, transform) }
}

extension Transform3D {
    /// Whether what lies nearer to the viewer before it lies farther away after it.
    fileprivate var reversesDepth: Bool {
        let (here, above) = (rows.3, rows.3 + rows.2)
        guard here.w > 0, above.w > 0 else { return rows.2.z < 0 }
        return above.z / above.w < here.z / here.w
    }
}
