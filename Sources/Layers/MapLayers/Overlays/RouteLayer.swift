public import Georeferencing
public import LayerTree
public import VectorDrawing

/// A line over a map, which keeps its width on the screen at every zoom.
///
/// The line is simplified to an error of half a pixel and drawn only near the view, so ten thousand points cost no more than
/// the visible ones. The layer may have gestures of its own; only points on the line hit it.
///
/// ```swift
/// let route = RouteLayer([start, pass, hut], color: Color(red: 0.1, green: 0.4, blue: 0.9))
/// map.addRoute(route)
/// ```
public final class RouteLayer: Layer {
    /// The coordinates that the line connects, in order.
    ///
    /// Lines are straight in Web Mercator. A line across the date line goes the long way around. Coordinates that are not
    /// finite are skipped.
    public var coordinates: [Coordinate] {
        didSet { if coordinates != oldValue { examine() } }
    }
    /// The color of the line.
    public var color: Color {
        didSet { line.strokeColor = color }
    }
    /// The width of the line in points; 4 by default.
    public var width: Double {
        didSet { if width != oldValue { setWidths() } }
    }
    /// The color of the edges, which keep the line visible on any map; nil for none; white by default.
    public var edgeColor: Color? = .white {
        didSet { edge.strokeColor = edgeColor }
    }
    /// The width of each edge in points; 1.5 by default.
    public var edgeWidth = 1.5 {
        didSet { if edgeWidth != oldValue { setWidths() } }
    }

    /// Removes the route from the map that it is on; nil if it is on none.
    var leaveMap: (@MainActor () -> Void)?

    private let edge = ShapeLayer()
    private let line = ShapeLayer()
    private var simplified = SimplifiedLine([])
    /// The origin of the drawing's coordinates; coordinates near it have full precision.
    private var origin = Point.zero
    /// The parameters of the last drawing of the line.
    private var drawn: Drawn?

    private struct Drawn {
        /// The whole zoom for which the path is made.
        var zoom: Double
        /// The pixels per point.
        var pixelScale: Double
        /// The part of the world in which the path is complete.
        var window: Rect
        /// The points of the screen for a point of the path.
        var scale: Double
    }

    /// The maximum number of points of a path with round corners.
    private static let roundCornerLimit = 250

    /// The number of points that the path has at present.
    private(set) var pointCount = 0

    /// Creates a line.
    ///
    /// - Complexity: O(n log n) for n coordinates of typical lines.
    public init(_ coordinates: [Coordinate], color: Color = Color(red: 0.1, green: 0.4, blue: 0.9), width: Double = 4) {
        self.coordinates = coordinates
        self.color = color
        self.width = width
        super.init()
        name = "route"
        properties.anchorPoint = .zero
        for (shape, color) in [(edge, edgeColor), (line, color)] {
            shape.actions = .none
            shape.anchorPoint = .zero
            shape.fillColor = nil
            shape.strokeColor = color
            shape.lineCap = .round
            shape.lineJoin = .round
            shape.isHitTestable = false
            addSublayer(shape)
        }
        examine()
    }

    private func examine() {
        simplified = SimplifiedLine(coordinates.map(WorldMap.point).filter { $0.x.isFinite && $0.y.isFinite })
        origin = simplified.points.first ?? .zero
        drawn = nil
        setNeedsFrame()
    }

    /// Makes the path for a view.
    ///
    /// - Parameters:
    ///   - scale: points of the screen for a point of the world.
    ///   - view: the rectangle of the world that contains the view.
    ///   - pixelScale: the pixels per point.
    func show(scale: Double, view: Rect, pixelScale: Double) {
        let zoom = ViewScale.zoom(of: scale).rounded(.up)
        let unit = ViewScale.scale(ofZoom: zoom)
        // The stroke reaches beyond its line.
        let reach = (width / 2 + edgeWidth + 1) / scale
        let needed = view.inset(by: -reach)
        if let drawn, drawn.zoom == zoom, drawn.pixelScale == pixelScale, drawn.window.contains(needed) {
            if drawn.scale != scale / unit {
                self.drawn?.scale = scale / unit
                setWidths()
            }
            return
        }
        let window = needed.inset(by: -max(needed.size.width, needed.size.height) / 2)
        drawn = Drawn(zoom: zoom, pixelScale: pixelScale, window: window, scale: scale / unit)
        let points = simplified.points(within: 0.5 / pixelScale / unit)
        let parts = SimplifiedLine.parts(of: points, in: window)
        var path = Path()
        for part in parts {
            for (index, point) in part.enumerated() {
                let place = Point(x: (point.x - origin.x) * unit, y: (point.y - origin.y) * unit)
                if index == 0 { path.move(to: place) } else { path.addLine(to: place) }
            }
        }
        pointCount = parts.reduce(0) { $0 + $1.count }
        // Round corners take many points, and are hardly seen where corners are close to each other.
        let join = pointCount > Self.roundCornerLimit ? StrokeStyle.Join.bevel : .round
        Transaction.run(disablesActions: true) {
            edge.lineJoin = join
            line.lineJoin = join
            self.position = origin
            self.affineTransform = AffineTransform(scaleX: 1 / unit, y: 1 / unit)
            edge.path = path
            line.path = path
        }
        setWidths()
    }

    private func setWidths() {
        guard let drawn else { return }
        Transaction.run(disablesActions: true) {
            line.lineWidth = width / drawn.scale
            edge.lineWidth = (width + 2 * edgeWidth) / drawn.scale
        }
    }

    /// Whether a point is on the line, or at most 6 points of the screen from its middle.
    public override func contains(_ point: Point, in tree: LayerTreeKind = .model) -> Bool {
        guard let drawn, let elements = line.path?.elements else { return false }
        let reach = max(width / 2 + edgeWidth, 6) / drawn.scale
        var start = point
        for element in elements {
            switch element {
            case .move(let place): start = place
            case .line(let end):
                if point.squaredDistance(toSegmentFrom: start, to: end) <= reach * reach { return true }
                start = end
            default: break
            }
        }
        return false
    }
}

extension Rect {
    /// Whether another rectangle is inside.
    func contains(_ other: Rect) -> Bool {
        other.minX >= minX && other.minY >= minY && other.maxX <= maxX && other.maxY <= maxY
    }
}
