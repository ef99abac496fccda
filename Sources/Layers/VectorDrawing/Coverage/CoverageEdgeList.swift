internal import TilePyramid

/// Gathers the edges of polygons.
///
/// Coordinates beyond ±2³⁰ pixels are limited without a change inside this range. Points that are not finite are dropped.
struct CoverageEdgeList {
    private(set) var edges: [CoverageEdge] = []
    /// The box of the edges.
    private(set) var left = Double.infinity, right = -Double.infinity, top = Double.infinity, bottom = -Double.infinity

    /// The visible pixels; edges above, below and right of them are left out.
    private let visible: PixelRect?
    /// The edges of those pixels.
    private let minX: Double, maxX: Double, minY: Double, maxY: Double
    private var start: Point?
    private var current = Point.zero

    /// The largest absolute coordinate: 2³⁰ pixels.
    static let coordinateLimit = 0x1p30

    init(visible: PixelRect?) {
        self.visible = visible
        let limit = Self.coordinateLimit
        func limited(_ edge: Int?, _ standard: Double) -> Double {
            edge.map { min(max(Double($0), -limit), limit) } ?? standard
        }
        minX = limited(visible?.x, -limit)
        maxX = limited(visible.map { $0.x + $0.size.width }, limit)
        minY = limited(visible?.y, -limit)
        maxY = limited(visible.map { $0.y + $0.size.height }, limit)
    }

    /// The edges, ordered by the rows of their tops.
    consuming func sortedEdges() -> [CoverageEdge] {
        guard let first = edges.first else { return [] }
        let firstRow = top.rounded(.down)
        // Counting takes a number for each row: no more than a few for each edge, or it would be slower than comparing.
        guard bottom - firstRow < Double(8 * edges.count + 64) else {
            return edges.sorted { $0.top < $1.top }
        }
        let rows = edges.map { UInt32($0.top - firstRow) }
        var positions = [Int](repeating: 0, count: Int(bottom - firstRow) + 2)
        for row in rows {
            positions[Int(row) + 1] += 1
        }
        for row in positions.indices.dropFirst() {
            positions[row] += positions[row - 1]
        }
        var result = Array(repeating: first, count: edges.count)
        for (edge, row) in zip(edges, rows) {
            result[positions[Int(row)]] = edge
            positions[Int(row)] += 1
        }
        return result
    }

    /// Adds a closed polygon.
    mutating func add(_ polygon: some Sequence<Point>) {
        for point in polygon {
            if start == nil { move(to: point) } else { addLine(to: point) }
        }
        close()
    }

    /// Closes the polygon and starts another one.
    mutating func move(to point: Point) {
        close()
        guard point.isFinite else { return }
        start = point
        current = point
    }

    /// Closes the polygon.
    mutating func close() {
        if let start { addLine(to: start) }
        start = nil
    }

    mutating func addLine(to end: Point) {
        guard end.isFinite else { return }
        guard start != nil else {
            start = end
            current = end
            return
        }
        defer { current = end }
        guard min(current.y, end.y) < maxY, max(current.y, end.y) > minY else { return }
        let limit = Self.coordinateLimit
        guard max(abs(current.x), abs(current.y), abs(end.x), abs(end.y)) <= limit else {
            addLimited(from: current, to: end)
            return
        }
        addEdge(from: current, to: end)
    }

    /// Adds a curve as lines: visible parts within `tolerance`, other parts coarsely.
    ///
    /// It is halved until its parts have few lines, and an invisible part takes one line.
    mutating func addCurve(to end: Point, controls first: Point, _ second: Point, tolerance: Double) {
        guard start != nil else {
            addLine(to: end)
            return
        }
        let curve = CubicCurve(start: current, first: first, second: second, end: end)
        add(curve, tolerance: tolerance, halvings: visible == nil ? Self.halvings : Self.visibleHalvings)
    }

    /// The maximum number of halvings of a curve, without and with a visible rectangle.
    private static let halvings = 7, visibleHalvings = 20
    /// The maximum number of lines of one part.
    private static let linesPerPart = 32

    private mutating func add(_ curve: CubicCurve, tolerance: Double, halvings: Int) {
        guard isSeen(curve) else {
            addLine(to: curve.end)
            return
        }
        let count = curve.lineCount(within: tolerance, limit: Int(Int32.max))
        if count > Self.linesPerPart, halvings > 0 {
            let halves = curve.split(at: 0.5)
            add(halves.0, tolerance: tolerance, halvings: halvings - 1)
            add(halves.1, tolerance: tolerance, halvings: halvings - 1)
            return
        }
        curve.forEachPoint(ofLines: min(count, Self.linesPerPart)) { addLine(to: $0) }
    }

    /// Whether the box of the control points overlaps the visible pixels; a part to the left of them only counts as a whole.
    private func isSeen(_ curve: CubicCurve) -> Bool {
        guard visible != nil else { return true }
        let a = curve.start
        let b = curve.first
        let c = curve.second
        let d = curve.end
        return max(a.x, b.x, c.x, d.x) > minX && min(a.x, b.x, c.x, d.x) < maxX && max(a.y, b.y, c.y, d.y) > minY
            && min(a.y, b.y, c.y, d.y) < maxY
    }

    private mutating func addEdge(from start: Point, to end: Point) {
        guard let edge = CoverageEdge(start, end) else { return }
        left = min(left, edge.left)
        right = max(right, edge.right)
        top = min(top, edge.top)
        bottom = max(bottom, edge.bottom)
        // What lies right of an edge is covered, so an edge at the right covers nothing that is seen.
        if edge.left < maxX { edges.append(edge) }
    }

    /// Adds a line with coordinates beyond the limit.
    ///
    /// It adds the part between the upper and lower limits. Beyond the left and right limits it adds vertical lines at the
    /// limit, with the same coverage.
    private mutating func addLimited(from start: Point, to end: Point) {
        let limit = Self.coordinateLimit
        /// Returns the point of the line at which one coordinate is `value`; both ends are halved to prevent overflow.
        func cut(_ a: Point, _ b: Point, _ axis: WritableKeyPath<Point, Double>, at value: Double) -> Point {
            let p = a[keyPath: axis] / 2
            let q = b[keyPath: axis] / 2
            let fraction = min(max((value / 2 - p) / (q - p), 0), 1)
            var point = Point(x: a.x * (1 - fraction) + b.x * fraction, y: a.y * (1 - fraction) + b.y * fraction)
            point[keyPath: axis] = value
            return point
        }
        func limited(_ point: Point) -> Point {
            Point(x: min(max(point.x, -limit), limit), y: min(max(point.y, -limit), limit))
        }
        var points = [start]
        for (axis, value) in [(\Point.y, -limit), (\Point.y, limit), (\Point.x, -limit), (\Point.x, limit)] {
            var next: [Point] = []
            for point in points + [end] {
                if let last = next.last, (last[keyPath: axis] < value) != (point[keyPath: axis] < value) {
                    next.append(cut(last, point, axis, at: value))
                }
                next.append(point)
            }
            points = next.dropLast()
        }
        points = (points + [end]).map(limited)
        for (a, b) in zip(points, points.dropFirst()) {
            addEdge(from: a, to: b)
        }
    }
}
