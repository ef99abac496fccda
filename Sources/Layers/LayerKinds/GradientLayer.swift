public import LayerTree
internal import TilePyramid
public import VectorDrawing

/// A layer that fills its bounds with a gradient, above its background color and below its sublayers.
///
/// The points are in unit coordinates: (0, 0) is the upper left corner of the bounds and (1, 1) the lower right corner. The
/// gradient is defined in the unit square and stretched to the bounds, so a diagonal gradient runs from corner to corner in any
/// rectangle. It is computed for each pixel of a frame, and needs no bitmap.
///
/// ```swift
/// let sky = GradientLayer()
/// sky.frame = Rect(x: 0, y: 0, width: 320, height: 200)
/// sky.colors = [Color(red: 0.1, green: 0.3, blue: 0.7), Color(red: 0.8, green: 0.9, blue: 1)]
/// sky.locations = [0.25, 1]
/// ```
///
/// The gradient has the rounded corners of the background; see `LayerProperties.cornerRadii`. Its `colors`, `locations`,
/// `startPoint` and `endPoint` are animatable.
open class GradientLayer: Layer {
    private static let kindTraits = LayerTraits(placeIndependentClass: GradientLayer.self)

    /// Creates a layer without a gradient.
    public override init() {
        super.init()
        traits = Self.kindTraits
    }

    /// Returns the gradient; no items if it is not defined.
    open override func renderItems(in context: LayerRenderContext) -> [RenderItem] {
        let shown = context.properties
        guard let gradient = shown.gradient(projectedBy: context.projection),
            let outline = PixelPolygon(shown.bounds, projectedBy: context.projection)
        else { return [] }
        if shown.isRounded {
            return [.shape(shown.roundedShape(context.projection, fill: .gradient(gradient), clip: context.clipping))]
        }
        return [.quad(RenderQuad(outline: outline, fill: .gradient(gradient), opacity: 1, clip: context.clipping))]
    }
}

extension LayerProperties {
    /// The colors of a ``GradientLayer``, from the start to the end; empty, the default, for no gradient.
    ///
    /// Between two colors, premultiplied components are interpolated. Another count shows at once; an explicit animation
    /// between arrays of different counts changes halfway.
    public var colors: [Color] {
        get { self[GradientColors.self] }
        set { self[GradientColors.self] = newValue }
    }

    /// The location of each color of a ``GradientLayer``, ascending from 0 to 1; nil, the default, for equal distances.
    ///
    /// The gradient is not drawn unless there is one location for each color. A location below the previous one counts as equal
    /// to it. Before the first location and after the last one the color continues. Another count shows at once.
    public var locations: [Double]? {
        get { self[GradientLocations.self] }
        set { self[GradientLocations.self] = newValue }
    }

    /// The start of a ``GradientLayer``'s gradient, in unit coordinates; by default (0.5, 0), the middle of the top edge.
    ///
    /// It is the center of a radial and of a conic gradient.
    public var startPoint: Point {
        get { self[GradientStart.self] }
        set { self[GradientStart.self] = newValue }
    }

    /// The end of a ``GradientLayer``'s gradient, in unit coordinates; by default (0.5, 1), the middle of the bottom edge.
    ///
    /// Its distances from the start along x and y are the radii of a radial gradient. A conic gradient begins and ends in
    /// its direction, and runs clockwise.
    public var endPoint: Point {
        get { self[GradientEnd.self] }
        set { self[GradientEnd.self] = newValue }
    }

    /// The geometry of the gradient of a ``GradientLayer``; the default is axial.
    ///
    /// A change is not animated.
    public var gradientKind: RenderGradient.Kind {
        get { self[GradientKind.self] }
        set { self[GradientKind.self] = newValue }
    }

    /// The gradient in pixels of the frame; nil if there is none to draw.
    fileprivate func gradient(projectedBy projection: Projection) -> RenderGradient? {
        guard let stops = gradientStops, !bounds.isEmpty else { return nil }
        let x = endPoint.x - startPoint.x
        let y = endPoint.y - startPoint.y
        guard x.isFinite, y.isFinite else { return nil }
        let axes: (Point, Point)? =
            switch gradientKind {
            case .axial: x == 0 && y == 0 ? nil : (Point(x: x, y: y), Point(x: -y, y: x))
            case .radial: x == 0 || y == 0 ? nil : (Point(x: abs(x), y: 0), Point(x: 0, y: abs(y)))
            case .conic:
                x == 0 && y == 0 ? (Point(x: 1, y: 0), Point(x: 0, y: 1)) : (Point(x: x, y: y), Point(x: -y, y: x))
            }
        guard let axes else {
            // A gradient of no length has reached its last color everywhere.
            let last = stops[stops.count - 1]
            return RenderGradient(kind: .axial, stops: [last], projection: projection)
        }
        let toUnit = AffineTransform(
            a: axes.0.x, b: axes.0.y, c: axes.1.x, d: axes.1.y, tx: startPoint.x, ty: startPoint.y)
        let toLayer = AffineTransform(
            a: bounds.size.width, b: 0, c: 0, d: bounds.size.height, tx: bounds.minX, ty: bounds.minY)
        return RenderGradient(
            kind: gradientKind, stops: stops,
            projection: Projection(toUnit.followed(by: toLayer)).followed(by: projection))
    }

    /// The colors with their locations; nil if there are none, or if the counts differ.
    private var gradientStops: [GradientStop]? {
        let stops = Gradient(colors: colors, locations: locations).stops
        return stops.isEmpty ? nil : stops
    }
}

private enum GradientColors: LayerPropertyKey {
    static let defaultValue: [Color] = []

    static func animatesImplicitly(from old: [Color], to new: [Color]) -> Bool { old.count == new.count }
}

private enum GradientLocations: LayerPropertyKey {
    static let defaultValue: [Double]? = nil

    static func animatesImplicitly(from old: [Double]?, to new: [Double]?) -> Bool { old?.count == new?.count }
}

private enum GradientStart: LayerPropertyKey {
    static let defaultValue = Point(x: 0.5, y: 0)
}

private enum GradientEnd: LayerPropertyKey {
    static let defaultValue = Point(x: 0.5, y: 1)
}

private enum GradientKind: LayerPropertyKey {
    static let defaultValue = RenderGradient.Kind.axial
}
