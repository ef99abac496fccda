/// A shape of lines and curves, to be filled or stroked: any number of outlines, each open or closed.
public struct Path: Hashable, Sendable {
    /// A step of an outline, from where the one before ended.
    enum Element: Hashable, Sendable {
        case move(Point)
        case line(Point)
        case curve(Point, Point, Point)
        case close
    }

    private(set) var elements: [Element] = []

    /// A path with nothing in it.
    public init() {}

    /// The closed outline through some points; empty for fewer than two.
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

    /// The outline of a rectangle.
    public init(_ rect: Rect) {
        self.init(polygon: rect.corners)
    }

    /// The ellipse that fills a rectangle.
    ///
    /// Four Bézier curves, which are nowhere more than 3/10,000 of the radius off.
    public init(ellipseIn rect: Rect) {
        self.init(roundedRect: rect, radius: .infinity)
    }

    /// A rectangle with round corners.
    ///
    /// - Parameters:
    ///   - rect: the rectangle.
    ///   - radius: of the corners, in points; at most half of each side counts, both ways by themselves, so a large
    ///     number makes an ellipse.
    public init(roundedRect rect: Rect, radius: Double) {
        let (x, y) = (min(radius, rect.size.width / 2), min(radius, rect.size.height / 2))
        guard x > 0, y > 0 else {
            self.init(rect)
            return
        }
        self.init()
        // How far from a corner the control points of a quarter of an ellipse lie: 1 − 4/3 · (√2 − 1).
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
}

extension Path {
    /// Begins a new outline at a point.
    public mutating func move(to point: Point) {
        elements.append(.move(point))
    }

    /// Goes on straight; begins at the point itself when nothing was begun.
    public mutating func addLine(to point: Point) {
        elements.append(.line(point))
    }

    /// Goes on along a cubic Bézier curve with two control points.
    public mutating func addCurve(to end: Point, controls first: Point, _ second: Point) {
        elements.append(.curve(first, second, end))
    }

    /// Goes back straight to where the outline began, and ends it; further lines begin there.
    public mutating func close() {
        elements.append(.close)
    }

    /// Whether there is nothing in it.
    public var isEmpty: Bool { elements.isEmpty }
}
