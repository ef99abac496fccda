internal import Glibc
internal import TilePyramid
public import VectorDrawing

/// A layer that shows a path, filled and stroked.
///
/// The path is drawn in each frame at the frame's resolution: it is sharp at any scale and in perspective, and needs no bitmap
/// at any size. It is not clipped to the bounds of the layer, which may be empty.
///
/// ```swift
/// let route = ShapeLayer()
/// route.path = path
/// route.fillColor = nil
/// route.strokeColor = Color(red: 0.9, green: 0.2, blue: 0.1)
/// route.lineWidth = 5
/// route.lineCap = .round
/// route.lineJoin = .round
/// var drawing = BasicAnimation(\.strokeEnd, from: 0, to: 1)
/// drawing.timing.duration = 2
/// route.addAnimation(drawing, forKey: "drawing")
/// ```
///
/// All properties are animatable. A new path, and dashes of another count, show at once; other changes have implicit
/// animations. Explicit animations interpolate paths with the same kinds of elements point by point; other paths change
/// halfway.
open class ShapeLayer: Layer {
    /// Whether hit tests use the drawn path instead of the bounds; the default is false.
    public var hitTestsPath = false

    /// The last stroke outline and its key.
    private var lastStroke: (key: StrokeKey, outline: Path)?

    /// Whether a point is on the fill or the stroke of the path, if these have a color.
    ///
    /// - Parameters:
    ///   - point: the point in the layer's coordinates.
    ///   - tree: whether model values, the default, or presented values count.
    /// - Returns: whether the layer draws something there, without its sublayers.
    /// - Complexity: O(elements of the path, and points of the stroke's outline if it is not cached).
    public func pathContains(_ point: Point, in tree: LayerTreeKind = .model) -> Bool {
        pathContains(point, of: tree == .model ? properties : presented)
    }

    private func pathContains(_ point: Point, of shown: LayerProperties) -> Bool {
        guard let path = shown.path else { return false }
        if let color = shown.fillColor, color.alpha > 0, path.contains(point, rule: shown.fillRule) { return true }
        guard let color = shown.strokeColor, color.alpha > 0 else { return false }
        return strokeOutline(of: shown, scale: 1)?.contains(point) ?? false
    }

    /// Whether the path, if ``hitTestsPath`` is set, or otherwise the bounds contain a point.
    open override func contains(_ point: Point, in tree: LayerTreeKind = .model) -> Bool {
        guard hitTestsPath else { return super.contains(point, in: tree) }
        return pathContains(point, of: tree == .model ? properties : presented)
    }

    override var isPlaceIndependent: Bool { type(of: self) == ShapeLayer.self }

    /// Returns the fill and, above it, the stroke of the path.
    open override func renderItems(in context: LayerRenderContext) -> [RenderItem] {
        let shown = context.properties
        guard let path = shown.path, !path.isEmpty else { return [] }
        var items: [RenderItem] = []
        if let color = shown.fillColor, color.alpha > 0 {
            items.append(
                .shape(
                    RenderShape(
                        path: path, fillRule: shown.fillRule, projection: context.projection, fill: .color(color),
                        clip: context.clipping)))
        }
        let scale = context.projection.largestStretch(near: path.controlBounds)
        if let color = shown.strokeColor, color.alpha > 0, let outline = strokeOutline(of: shown, scale: scale) {
            items.append(
                .shape(
                    RenderShape(
                        path: outline, projection: context.projection, fill: .color(color), clip: context.clipping)))
        }
        return items
    }

    /// Returns the outline of the stroke for a scale; nil if there is none.
    ///
    /// It is computed again only when something changes.
    private func strokeOutline(of shown: LayerProperties, scale: Double) -> Path? {
        guard let path = shown.path, shown.lineWidth > 0, shown.strokeStart < shown.strokeEnd else { return nil }
        // Rounded up to a power of 2, so that a layer that grows is seldom outlined again.
        let exponent = scale > 0 ? min(max(log2(scale).rounded(.up), -10), 16) : 0
        let key = StrokeKey(
            path: path, start: shown.strokeStart, end: shown.strokeEnd, style: shown.strokeStyle,
            tolerance: exp2(-exponent) / 64)
        if let lastStroke, lastStroke.key == key { return lastStroke.outline }
        let isWhole = key.start <= 0 && key.end >= 1
        let outline = (isWhole ? path : path.trimmed(from: key.start, to: key.end))
            .stroked(key.style, tolerance: key.tolerance)
        lastStroke = (key, outline)
        return outline
    }
}

/// The values that determine the outline of a stroke.
private struct StrokeKey: Equatable {
    let path: Path
    let start: Double, end: Double
    let style: StrokeStyle
    let tolerance: Double
}

extension LayerProperties {
    /// The path of a ``ShapeLayer`` in its coordinates; nil, the default, for none.
    ///
    /// A change has no implicit animation.
    public var path: Path? {
        get { self[ShapePath.self] }
        set { self[ShapePath.self] = newValue }
    }

    /// The color that fills the path of a ``ShapeLayer``; nil for no fill; the default is black.
    public var fillColor: Color? {
        get { self[ShapeFillColor.self] }
        set { self[ShapeFillColor.self] = newValue }
    }

    /// The rule that decides which points are inside the path of a ``ShapeLayer``; the default is nonzero.
    ///
    /// A change is not animated.
    public var fillRule: FillRule {
        get { self[ShapeFillRule.self] }
        set { self[ShapeFillRule.self] = newValue }
    }

    /// The color of the line of a ``ShapeLayer``; nil, the default, for no line.
    public var strokeColor: Color? {
        get { self[ShapeStrokeColor.self] }
        set { self[ShapeStrokeColor.self] = newValue }
    }

    /// The width of the line of a ``ShapeLayer`` in points, centered on the path; the default is 1.
    public var lineWidth: Double {
        get { self[ShapeLineWidth.self] }
        set { self[ShapeLineWidth.self] = newValue }
    }

    /// The shape of the ends of the line of a ``ShapeLayer``, and of its dashes; the default is butt.
    ///
    /// A change is not animated.
    public var lineCap: StrokeStyle.Cap {
        get { self[ShapeLineCap.self] }
        set { self[ShapeLineCap.self] = newValue }
    }

    /// The shape of the corners of the line of a ``ShapeLayer``; the default is miter.
    ///
    /// A change is not animated.
    public var lineJoin: StrokeStyle.Join {
        get { self[ShapeLineJoin.self] }
        set { self[ShapeLineJoin.self] = newValue }
    }

    /// The maximum ratio of miter length to line width of a ``ShapeLayer``; sharper corners are beveled; the default is 10.
    public var miterLimit: Double {
        get { self[ShapeMiterLimit.self] }
        set { self[ShapeMiterLimit.self] = newValue }
    }

    /// The alternating lengths of dashes and gaps of a ``ShapeLayer``'s line, in points; empty, the default, for a solid line.
    ///
    /// See `StrokeStyle.dashPattern` for limits.
    public var lineDashPattern: [Double] {
        get { self[ShapeDashPattern.self] }
        set { self[ShapeDashPattern.self] = newValue }
    }

    /// The offset in ``lineDashPattern`` at which the line of a ``ShapeLayer`` starts, in points; the default is 0.
    public var lineDashPhase: Double {
        get { self[ShapeDashPhase.self] }
        set { self[ShapeDashPhase.self] = newValue }
    }

    /// The start of the line of a ``ShapeLayer``, as a fraction of the length of the path; the default is 0.
    public var strokeStart: Double {
        get { self[ShapeStrokeStart.self] }
        set { self[ShapeStrokeStart.self] = newValue }
    }

    /// The end of the line of a ``ShapeLayer``, as a fraction of the length of the path; the default is 1.
    public var strokeEnd: Double {
        get { self[ShapeStrokeEnd.self] }
        set { self[ShapeStrokeEnd.self] = newValue }
    }

    /// The width, caps, joins and dashes of the line of a ``ShapeLayer``.
    fileprivate var strokeStyle: StrokeStyle {
        StrokeStyle(
            width: lineWidth, cap: lineCap, join: lineJoin, miterLimit: miterLimit, dashPattern: lineDashPattern,
            dashPhase: lineDashPhase)
    }
}

extension Projection {
    /// The largest factor by which lengths grow at the corners of a rectangle.
    fileprivate func largestStretch(near rect: Rect) -> Double {
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

extension Path: OptionalAnimatable {
    /// Interpolates the points of paths with the same kinds of elements; other paths, and nil, change halfway.
    public static func interpolated(_ first: Path?, with second: Path?, at fraction: Double) -> Path? {
        let between = first.flatMap { first in second.flatMap { first.interpolated(to: $0, fraction: fraction) } }
        return between ?? (fraction < 0.5 ? first : second)
    }
    /// Returns the second path.
    public static func adding(_ first: Path?, _ second: Path?) -> Path? { second }
    /// Returns the first path.
    public static func subtracting(_ first: Path?, _ second: Path?) -> Path? { first }
}

extension FillRule: DiscretelyAnimatable {}
extension StrokeStyle.Cap: DiscretelyAnimatable {}
extension StrokeStyle.Join: DiscretelyAnimatable {}

private enum ShapePath: LayerPropertyKey {
    static let defaultValue: Path? = nil

    static func animatesImplicitly(from old: Path?, to new: Path?) -> Bool { false }
}

private enum ShapeFillColor: LayerPropertyKey {
    static let defaultValue: Color? = .black
}

private enum ShapeFillRule: LayerPropertyKey {
    static let defaultValue = FillRule.nonZero
}

private enum ShapeStrokeColor: LayerPropertyKey {
    static let defaultValue: Color? = nil
}

private enum ShapeLineWidth: LayerPropertyKey {
    static let defaultValue = 1.0
}

private enum ShapeLineCap: LayerPropertyKey {
    static let defaultValue = StrokeStyle.Cap.butt
}

private enum ShapeLineJoin: LayerPropertyKey {
    static let defaultValue = StrokeStyle.Join.miter
}

private enum ShapeMiterLimit: LayerPropertyKey {
    static let defaultValue = 10.0
}

private enum ShapeDashPattern: LayerPropertyKey {
    static let defaultValue: [Double] = []

    static func animatesImplicitly(from old: [Double], to new: [Double]) -> Bool { old.count == new.count }
}

private enum ShapeDashPhase: LayerPropertyKey {
    static let defaultValue = 0.0
}

private enum ShapeStrokeStart: LayerPropertyKey {
    static let defaultValue = 0.0
}

private enum ShapeStrokeEnd: LayerPropertyKey {
    static let defaultValue = 1.0
}
