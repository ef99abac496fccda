internal import TilePyramid

extension Layer {
    /// The part of the bounds that can be seen by the model; see ``visibleRect(in:)``.
    public var visibleRect: Rect? { visibleRect(in: .model) }

    /// The part of the bounds that can be seen: in the bounds of all clipping layers around it, and in the picture of its
    /// scene if it is in one.
    ///
    /// Of a turned or tilted layer it is the smallest upright rectangle, in the layer's own coordinates, that holds what
    /// is seen. Nothing is known of what other layers cover.
    ///
    /// - Parameter tree: where the layers are: as they are set, or as they are on the screen.
    /// - Returns: nil when nothing is seen: all is clipped away, or the layer or one it lies in is hidden or transparent.
    /// - Complexity: O(depth of the layer); on the screen O(depth²), for the times of layers.
    public func visibleRect(in tree: LayerTreeKind) -> Rect? {
        func properties(_ layer: Layer) -> LayerProperties { tree == .model ? layer.properties : layer.presented }
        var shown = properties(self)
        var region = VisibleRegion(shown.bounds)
        var projection = Projection.identity
        var layer = self
        while !shown.isInvisible, let parent = layer.superlayer {
            let outer = properties(parent)
            let toParent = shown.transformToParent.followed(by: outer.effectiveSublayerTransform)
            projection = projection.followed(by: Projection(toParent))
            region.clip(toFrontOf: projection)
            if outer.masksToBounds {
                region.clip(to: outer.bounds, projectedBy: projection)
            }
            (layer, shown) = (parent, outer)
        }
        guard !shown.isInvisible else { return nil }
        if let scene = layer.scene {
            let sceneBounds = Rect(
                x: 0, y: 0, width: Double(scene.size.width) / scene.scale,
                height: Double(scene.size.height) / scene.scale)
            projection = projection.followed(by: Projection(shown.transformToParent))
            region.clip(toFrontOf: projection)
            region.clip(to: sceneBounds, projectedBy: projection)
        }
        return region.bounds
    }
}

/// What is left of a rectangle after clipping it with rectangles of other planes.
private struct VisibleRegion {
    /// While everything is upright, which is exact and needs no corners.
    private var rect: Rect?
    private var polygon: HomogeneousPolygon?

    init(_ rect: Rect) {
        self.rect = rect.isEmpty ? nil : rect
    }

    /// The smallest upright rectangle around it; nil when nothing is left.
    var bounds: Rect? {
        guard let polygon else { return rect }
        let bounds = Rect(enclosing: polygon.corners.map { Point(x: $0.x, y: $0.y) })
        return bounds.isEmpty ? nil : bounds
    }

    /// Keeps what does not lie behind the viewer.
    mutating func clip(toFrontOf projection: Projection) {
        guard let rect, !projection.isAffine else { return }
        var polygon = polygon ?? Self.polygon(rect)
        polygon.clip { projection.homogeneous(Point(x: $0.x, y: $0.y)).z - PixelPolygon.nearPlane }
        self.polygon = polygon
    }

    /// Keeps what is seen within a rectangle of another plane.
    mutating func clip(to other: Rect, projectedBy projection: Projection) {
        guard let rect else { return }
        if polygon == nil, projection.isAxisAligned {
            self.rect = projection.inverse.flatMap { inverse in
                rect.intersection(Rect(enclosing: other.corners.compactMap(inverse.project)))
            }
            return
        }
        var polygon = polygon ?? Self.polygon(rect)
        let seen = { (corner: SIMD3<Double>) in projection.homogeneous(Point(x: corner.x, y: corner.y)) }
        polygon.clip { seen($0).x - other.minX * seen($0).z }
        polygon.clip { other.maxX * seen($0).z - seen($0).x }
        polygon.clip { seen($0).y - other.minY * seen($0).z }
        polygon.clip { other.maxY * seen($0).z - seen($0).y }
        self.polygon = polygon
    }

    /// Corners are of this plane, so their w is 1 and stays so.
    private static func polygon(_ rect: Rect) -> HomogeneousPolygon {
        HomogeneousPolygon(rect.corners.map { [$0.x, $0.y, 1] })
    }
}
