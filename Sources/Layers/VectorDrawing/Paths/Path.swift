/// A shape of lines and Bézier curves that can be filled or stroked; it has any number of open or closed subpaths.
public struct Path: Hashable, Sendable {
    /// A segment, which starts where the previous one ended.
    enum Element: Hashable, Sendable {
        case move(Point)
        case line(Point)
        case curve(Point, Point, Point)
        case close
    }

    private(set) var elements: [Element] = []

    /// Creates an empty path.
    public init() {}

    /// Creates a closed polygon; the path is empty for fewer than two points.
    public init(polygon points: some Sequence<Point>) {
        var points = points.makeIterator()
        guard let first = points.next(), let second = points.next() else { return }
        move(to: first)
        addLine(to: second)
        while let point = points.next() {
            addLine(to: point)
        }
        close()
    }

    /// Creates a path with a rectangle.
    public init(_ rect: Rect) {
        self.init(polygon: rect.corners)
    }

    /// Creates a path with the ellipse inscribed in a rectangle.
    ///
    /// Four Bézier curves approximate it, with an error of less than 3/10,000 of the radius.
    public init(ellipseIn rect: Rect) {
        self.init(roundedRect: rect, radius: .infinity)
    }

    /// Creates a path with a rounded rectangle.
    ///
    /// - Parameters:
    ///   - rect: the rectangle.
    ///   - radius: the corner radius in points. It is limited to half the width horizontally and half the height
    ///     vertically, so a large number makes an ellipse.
    public init(roundedRect rect: Rect, radius: Double) {
        let (x, y) = (min(radius, rect.size.width / 2), min(radius, rect.size.height / 2))
        guard x > 0, y > 0 else {
            self.init(rect)
            return
        }
        self.init()
        // Distance of a quarter ellipse's control points from the corner: 1 − 4/3 · (√2 − 1).
        let (u, v) = (x * 0.447715252, y * 0.447715252)
        let (left, top, right, bottom) = (rect.minX, rect.minY, rect.maxX, rect.maxY)
        func curve(_ a: (Double, Double), _ b: (Double, Double), _ end: (Double, Double)) {
            addCurve(to: Point(x: end.0, y: end.1), controls: Point(x: a.0, y: a.1), Point(x: b.0, y: b.1))
        }
        move(to: Point(x: left + x, y: top))
        addLine(to: Point(x: right - x, y: top))
        curve((right - u, top), (right, top + v), (right, top + y))
        addLine(to: Point(x: right, y: bottom - y))
        curve((right, bottom - v), (right - u, bottom), (right - x, bottom))
        addLine(to: Point(x: left + x, y: bottom))
        curve((left + u, bottom), (left, bottom - v), (left, bottom - y))
        addLine(to: Point(x: left, y: top + y))
        curve((left, top + v), (left + u, top), (left + x, top))
        close()
    }

    /// Starts a new subpath at a point.
    public mutating func move(to point: Point) {
        elements.append(.move(point))
    }

    /// Adds a line; it starts a subpath at `point` if there is none.
    public mutating func addLine(to point: Point) {
        elements.append(.line(point))
    }

    /// Adds a cubic Bézier curve with two control points.
    public mutating func addCurve(to end: Point, controls first: Point, _ second: Point) {
        elements.append(.curve(first, second, end))
    }

    /// Closes the subpath with a line to its start; the next segment starts there.
    public mutating func close() {
        elements.append(.close)
    }

    /// Adds all subpaths of another path.
    public mutating func append(_ path: Path) {
        elements += path.elements
    }

    /// Whether the path has no segments.
    public var isEmpty: Bool { elements.isEmpty }

    /// The bounding box of all points, those that control curves included; empty at the origin if there are none.
    ///
    /// - Complexity: O(segments).
    public var controlBounds: Rect {
        Rect(
            enclosing: elements.lazy.flatMap { element -> [Point] in
                switch element {
                case .move(let point), .line(let point): [point]
                case .curve(let first, let second, let end): [first, second, end]
                case .close: []
                }
            })
    }
}
