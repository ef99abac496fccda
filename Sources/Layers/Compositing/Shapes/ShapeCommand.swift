internal import LayerTree
internal import TilePyramid
internal import VectorDrawing

/// The drawing of a shape.
final class ShapeCommand: Sendable {
    /// The bounding box of the pixels that the command may cover.
    let bounds: PixelRect
    /// The number of the shape's coverage in the frame, and the pixel to which the coverage is relative.
    let coverage: (number: Int, pixel: SIMD2<Int>)
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
    /// The rectangle in which the shape hides everything below; nil if there is none.
    let opaquePixels: PixelRect?

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
            guard opacity > 0, let paint = Paint(shape.fill, bounds: all, mipLevels: resources.mipLevels) else {
                return nil
            }
            self.paint = paint
        }
        tint = shape.fill.tint
        blendMode = shape.blendMode
        coverage = resources.shapes.add(shape, in: resources.frame)
        polygons = shape.clip.outlines.map { ConvexSpans($0) }
        opaquePixels = shape.opaquePixels?.intersection(area)
    }
}

extension PathCoverage {
    /// Creates the coverage of a projected path; parts behind the viewer are clipped.
    init(_ path: Path, rule: FillRule, projectedBy projection: Projection, visible: PixelRect) {
        if let transform = projection.affineTransform {
            self.init(path, rule: rule, transform: transform, visible: visible)
            return
        }
        let polygons = path.polygons { point in
            let seen = projection.homogeneous(point)
            return seen.z > PixelPolygon.nearPlane ? Point(x: seen.x / seen.z, y: seen.y / seen.z) : nil
        }
        self.init(polygons: polygons.map(projection.polygon), rule: rule, visible: visible)
    }
}

extension Projection {
    /// Projects a polygon; parts behind the viewer are clipped.
    func polygon(_ points: [Point]) -> [Point] {
        let seen = points.map(homogeneous)
        guard !seen.allSatisfy({ $0.z > PixelPolygon.nearPlane }) else {
            return seen.map { Point(x: $0.x / $0.z, y: $0.y / $0.z) }
        }
        var clipped = ConvexPolygon(seen)
        clipped.clip { $0.z - PixelPolygon.nearPlane }
        return clipped.corners.map { Point(x: $0.x / $0.z, y: $0.y / $0.z) }
    }

    /// The projection as an affine transform; nil if it has perspective.
    fileprivate var affineTransform: AffineTransform? {
        guard isAffine else { return nil }
        return AffineTransform(
            a: rows.0.x, b: rows.0.y, c: rows.1.x, d: rows.1.y, tx: rows.2.x, ty: rows.2.y)
    }
}

extension ShapeCommand {
    /// Calls `body` for each row of a rectangle with the columns that the shape may cover, and their coverage; nil if all are
    /// fully covered.
    func forEachRow(
        of coverages: [ShapeCoverage], in area: PixelRect,
        _ body: (_ row: Int, _ columns: Range<Int>, _ coverage: UnsafePointer<UInt8>?) -> Void
    ) {
        switch coverages[coverage.number] {
        case .mask(let mask):
            let x = coverage.pixel.x
            let y = coverage.pixel.y
            let moved = PixelRect(x: area.x - x, y: area.y - y, width: area.size.width, height: area.size.height)
            mask.forEachRow(in: moved) { row, columns, covered in
                body(row + y, columns.lowerBound + x..<columns.upperBound + x, covered)
            }
        case .path(let path):
            path.forEachSpan(in: area) { body($0.row, $0.columns, $0.coverage) }
        }
    }
}
