internal import TilePyramid
public import VectorDrawing

extension Layer {
    /// The visible part of the bounds according to the model; see ``visibleRect(in:)``.
    public var visibleRect: Rect? { visibleRect(in: .model) }

    /// Returns the visible part of the bounds: within all clipping superlayers and the frame of the scene.
    ///
    /// For a rotated or tilted layer it is the bounding box of the visible part, in the layer's own coordinates.
    /// Occlusion by other layers does not count.
    ///
    /// - Parameter tree: whether model values or presented values count.
    /// - Returns: the visible part; nil if everything is clipped, or if the layer or a superlayer is hidden or transparent.
    /// - Complexity: O(depth of the layer); for presented values O(depth²), because of the layers' local times.
    public func visibleRect(in tree: LayerTreeKind) -> Rect? {
        func properties(_ layer: Layer) -> LayerProperties { tree == .model ? layer.properties : layer.presented }
        var shown = properties(self)
        var region = VisibleRegion(shown.bounds)
        var projection = Projection.identity
        var layer = self
        while !shown.isInvisible, let superlayer = layer.superlayer {
            let (parent, space) = superlayer.sublayerSpace(properties)
            let isHidden = sequence(first: superlayer, next: \.superlayer).prefix { $0 !== parent }
                .contains { properties($0).isInvisible }
            guard !isHidden else { return nil }
            let outer = properties(parent)
            let toParent = shown.transformToParent.followed(by: space)
            projection = projection.followed(by: Projection(toParent))
            region.clip(toFrontOf: projection)
            if outer.masksToBounds, parent.flattensSublayers {
                region.clip(to: outer.bounds, projectedBy: projection)
            }
            layer = parent
            shown = outer
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

/// A rectangle clipped by rectangles of other planes.
private struct VisibleRegion {
    /// The exact result, as long as all projections are axis-aligned.
    private var rect: Rect?
    private var polygon: ConvexPolygon?

    init(_ rect: Rect) {
        self.rect = rect.isEmpty ? nil : rect
    }

    /// The bounding box; nil if nothing is left.
    var bounds: Rect? {
        guard let polygon else { return rect }
        let bounds = Rect(enclosing: polygon.corners.map { Point(x: $0.x, y: $0.y) })
        return bounds.isEmpty ? nil : bounds
    }

    /// Keeps the part in front of the viewer.
    mutating func clip(toFrontOf projection: Projection) {
        guard let rect, !projection.isAffine else { return }
        var polygon = polygon ?? Self.polygon(rect)
        polygon.clip { projection.homogeneous(Point(x: $0.x, y: $0.y)).z - PixelPolygon.nearPlane }
        self.polygon = polygon
    }

    /// Keeps the part that is projected into a rectangle of another plane.
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

    /// Returns a rectangle as a polygon; its corners are in this plane, so their w is always 1.
    private static func polygon(_ rect: Rect) -> ConvexPolygon {
        ConvexPolygon(rect.corners.map { [$0.x, $0.y, 1] })
    }
}
