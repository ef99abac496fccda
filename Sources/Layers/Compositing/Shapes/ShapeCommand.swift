internal import LayerTree
internal import TilePyramid

/// The drawing of a shape.
final class ShapeCommand: Sendable {
    /// The bounding box of the pixels it may cover.
    let bounds: PixelRect
    /// The coverage of the shape.
    let coverage: Coverage
    /// The polygons of the clip; none if it is a rectangle.
    let polygons: [ConvexSpans]
    /// The fill.
    let paint: Paint
    /// The premultiplied color by which the paint is multiplied; nil for none.
    let tint: UInt32?
    /// The opacity in 255ths.
    let opacity: UInt8
    /// The blend mode.
    let blendMode: RenderBlendMode

    /// Creates the command of a shape; nil if nothing of it is visible in the area.
    init?(_ shape: RenderShape, in area: PixelRect, resources: FrameResources) {
        let all = shape.pixelBounds
        bounds = all.intersection(area)
        guard !bounds.isEmpty else { return nil }
        switch shape.fill {
        case .color(let color):
            let pixel = color.pixel(opacity: shape.opacity)
            guard pixel >> 24 > 0 else { return nil }
            paint = .color(pixel)
            opacity = 255
        case .contents, .gradient:
            opacity = UInt8(sourceOverOpacity: shape.opacity)
            guard opacity > 0, let paint = Paint(shape.fill, bounds: all, resources: resources) else { return nil }
            self.paint = paint
        }
        tint = shape.fill.tint
        blendMode = shape.blendMode
        coverage = Coverage(shape.path, shape.fillRule, projectedBy: shape.projection)
        polygons = shape.clip.outlines.map { ConvexSpans($0) }
    }
}

extension Coverage {
    /// Creates the coverage of a projected path; curves are flattened to 1/64 pixel.
    init(_ path: Path, _ rule: PixelContext.FillRule, projectedBy projection: Projection) {
        let scale = projection.largestScale(near: path.controlBounds)
        let lines = path.flattened(within: 1 / (64 * max(scale, 1e-6)))
        self.init(lines.map { projection.polygon($0.points) }, isEvenOdd: rule == .evenOdd)
    }
}

extension Projection {
    /// Projects a polygon; what is behind the viewer is clipped.
    func polygon(_ points: [Point]) -> [Point] {
        let seen = points.map(homogeneous)
        guard !seen.allSatisfy({ $0.z > PixelPolygon.nearPlane }) else {
            return seen.map { Point(x: $0.x / $0.z, y: $0.y / $0.z) }
        }
        var clipped = ConvexPolygon(seen)
        clipped.clip { $0.z - PixelPolygon.nearPlane }
        return clipped.corners.map { Point(x: $0.x / $0.z, y: $0.y / $0.z) }
    }

    /// The largest factor by which lengths grow at the corners of a rectangle.
    func largestScale(near rect: Rect) -> Double {
        let corners = isAffine ? [rect.origin] : rect.corners
        return corners.reduce(0) { largest, corner in
            let seen = homogeneous(corner)
            let weight = max(seen.z, PixelPolygon.nearPlane)
            // The derivative of x/w is (x′ − x/w · w′) / w.
            let x = (rows.0 - seen / weight * rows.0.z) / weight
            let y = (rows.1 - seen / weight * rows.1.z) / weight
            return max(largest, (x.x * x.x + x.y * x.y).squareRoot(), (y.x * y.x + y.y * y.y).squareRoot())
        }
    }
}
