public import TilePyramid
public import VectorDrawing

/// A shape of any outline, filled with a color, a gradient or an image.
///
/// Unlike a ``RenderQuad``, a shape has antialiased edges: the fill of a pixel is weighted by the covered area.
public struct RenderShape: Hashable, Sendable {
    /// The outline, in the shape's own coordinates; open subpaths are closed implicitly.
    public var path: Path
    /// The rule that decides which points are inside.
    public var fillRule: FillRule
    /// The projection from the path's coordinates to pixels of the frame.
    public var projection: Projection
    /// The fill.
    public var fill: RenderFill
    /// The opacity from 0 to 1.
    public var opacity: Double
    /// The blend mode.
    public var blendMode: RenderBlendMode
    /// The clip.
    public var clip: RenderClip
    /// A rectangle inside the path, in the path's coordinates; nil if none is known.
    ///
    /// It only saves time: items that an opaque shape hides there are not drawn.
    public var core: Rect?
    /// A box around the pixels that the item may cover.
    public let pixelBounds: PixelRect

    /// Creates a shape; by default its blend mode is source over, and no ``core`` is known.
    public init(
        path: Path, fillRule: FillRule = .nonZero, projection: Projection, fill: RenderFill,
        opacity: Double = 1, blendMode: RenderBlendMode = .over, clip: RenderClip, core: Rect? = nil
    ) {
        self.path = path
        self.fillRule = fillRule
        self.projection = projection
        self.fill = fill
        self.opacity = opacity
        self.blendMode = blendMode
        self.clip = clip
        self.core = core
        pixelBounds = PixelRect(touching: path.controlBounds, projectedBy: projection).intersection(clip.bounds)
    }

    /// Creates a copy of a shape at another place.
    ///
    /// - Parameters:
    ///   - shape: the other shape.
    ///   - fill: the fill at the new place.
    ///   - move: the projection from the old place to the new one.
    ///   - controlBounds: the known bounding box of the path.
    ///   - clip: the clip at the new place.
    init(
        _ shape: RenderShape, fill: RenderFill, movedBy move: Projection, controlBounds: Rect, clip: RenderClip
    ) {
        path = shape.path
        fillRule = shape.fillRule
        projection = shape.projection.followed(by: move)
        self.fill = fill
        opacity = shape.opacity
        blendMode = shape.blendMode
        self.clip = clip
        pixelBounds = PixelRect(touching: controlBounds, projectedBy: projection).intersection(clip.bounds)
    }
}

extension RenderShape {
    /// Creates the shape of a rectangle with rounded corners.
    ///
    /// The ``core`` is the largest of three rectangles: between the upper and lower corners, between the left and right
    /// corners, and through the midpoints of the arcs.
    public init(
        roundedRect rect: Rect, radii: CornerRadii, projection: Projection, fill: RenderFill, opacity: Double = 1,
        clip: RenderClip
    ) {
        let limited = radii.limited(to: rect.size)
        func inset(_ part: Double, x: Bool, y: Bool) -> Rect {
            let left = x ? part * max(limited.topLeft, limited.bottomLeft) : 0
            let right = x ? part * max(limited.topRight, limited.bottomRight) : 0
            let top = y ? part * max(limited.topLeft, limited.topRight) : 0
            let bottom = y ? part * max(limited.bottomLeft, limited.bottomRight) : 0
            return Rect(
                x: rect.minX + left, y: rect.minY + top, width: max(0, rect.size.width - left - right),
                height: max(0, rect.size.height - top - bottom))
        }
        // 1 − √½, and a little for the approximation of the arc.
        let cores = [inset(1, x: true, y: false), inset(1, x: false, y: true), inset(0.3, x: true, y: true)]
        self.init(
            path: Path(roundedRect: rect, radii: radii), projection: projection, fill: fill, opacity: opacity,
            clip: clip, core: cores.max { $0.size.width * $0.size.height < $1.size.width * $1.size.height })
    }

    /// The rectangle in which the shape hides everything below; nil if none is known.
    package var opaquePixels: PixelRect? {
        guard let core, opacity >= 1, blendMode == .over, fill.isOpaque, projection.isAxisAligned,
            clip.outlines.isEmpty
        else { return nil }
        let rows = projection.rows
        let limit = Double(1 << 20)
        func pixels(_ first: Double, _ second: Double) -> Range<Int> {
            let low = max(min(first, second), -limit)
            let high = min(max(first, second), limit)
            guard low < high else { return 0..<0 }
            // A coordinate that should be whole may lie a rounding error beside it.
            let margin = 1e-6
            let start = Int((low - margin).rounded(.up))
            let end = Int((high + margin).rounded(.down))
            return start < end ? start..<end : 0..<0
        }
        let columns = pixels(core.minX * rows.0.x + rows.2.x, core.maxX * rows.0.x + rows.2.x)
        let lines = pixels(core.minY * rows.1.y + rows.2.y, core.maxY * rows.1.y + rows.2.y)
        let inside = PixelRect(x: columns.lowerBound, y: lines.lowerBound, width: columns.count, height: lines.count)
            .intersection(pixelBounds)
        return inside.isEmpty ? nil : inside
    }
}

extension PixelRect {
    /// The pixels that a projected rectangle touches, with a margin for rounding; empty if all of it is behind the
    /// viewer.
    ///
    /// The part behind the viewer, or farther than 2²⁰ pixels from the origin, is clipped.
    package init(touching rect: Rect, projectedBy projection: Projection) {
        guard !projection.isAffine else {
            // The box around a parallelogram.
            let x = rect.size.width * projection.rows.0
            let y = rect.size.height * projection.rows.1
            let corner = projection.homogeneous(rect.origin)
            let low = corner + pointwiseMin(x, .zero) + pointwiseMin(y, .zero)
            let high = corner + pointwiseMax(x, .zero) + pointwiseMax(y, .zero)
            self.init(around: (low.x, low.y), (high.x, high.y))
            return
        }
        var seen = ConvexPolygon(rect.corners.map(projection.homogeneous))
        if !seen.corners.allSatisfy({ $0.z > PixelPolygon.nearPlane }) {
            seen.clip { $0.z - PixelPolygon.nearPlane }
        }
        let points = seen.corners.lazy.map { Point(x: $0.x / $0.z, y: $0.y / $0.z) }
        guard !points.isEmpty else {
            self = PixelRect(x: 0, y: 0, width: 0, height: 0)
            return
        }
        let box = Rect(enclosing: points)
        self.init(around: (box.minX, box.minY), (box.maxX, box.maxY))
    }

    /// The pixels that a box touches, with a margin for rounding.
    private init(around low: (x: Double, y: Double), _ high: (x: Double, y: Double)) {
        let limit = Double(1 << 20)
        func pixel(_ edge: Double, _ rule: FloatingPointRoundingRule) -> Int {
            // Not finite where the path is not: that covers nothing.
            edge.isNaN ? 0 : Int(min(max(edge, -limit), limit).rounded(rule))
        }
        // A projected coordinate that should be whole may lie a rounding error beside it.
        let margin = 1.0 / 1024
        let left = pixel(low.x + margin, .down)
        let top = pixel(low.y + margin, .down)
        self.init(
            x: left, y: top, width: max(0, pixel(high.x - margin, .up) - left),
            height: max(0, pixel(high.y - margin, .up) - top))
    }
}
