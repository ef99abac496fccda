/// A subpath of straight lines.
struct Polyline: Hashable, Sendable {
    /// A vertex of a polyline.
    struct Vertex: Hashable, Sendable {
        var point: Point
        /// Whether the vertex is within a curve, so that it is not a corner.
        var isSmooth: Bool
    }

    /// The vertices; neighbors differ.
    var vertices: [Vertex]
    /// Whether the last vertex is joined to the first.
    var isClosed: Bool
    /// The direction of a dot, a polyline of one vertex; a unit vector.
    var dotDirection = Point(x: 1, y: 0)

    /// A side: a start, a unit vector, and a length, which is greater than 0 and finite.
    struct Side {
        var start: Polyline.Vertex, end: Polyline.Vertex
        var direction: Point
        var length: Double

        init?(_ start: Vertex, _ end: Vertex) {
            let vector = end.point - start.point
            length = vector.length
            guard length > 0, length.isFinite else { return nil }
            direction = Point(x: vector.x / length, y: vector.y / length)
            self.start = start
            self.end = end
        }
    }

    /// The sides between the vertices, including the closing side.
    var sides: [Side] {
        var result: [Side] = []
        result.reserveCapacity(vertices.count)
        for (start, end) in zip(vertices, vertices.dropFirst()) {
            if let side = Side(start, end) { result.append(side) }
        }
        if isClosed, let first = vertices.first, let last = vertices.last, let side = Side(last, first) {
            result.append(side)
        }
        return result
    }
}

extension Path {
    /// Flattens the path: replaces curves by lines within `tolerance`, which is greater than 0.
    ///
    /// Points that are not finite are dropped.
    func polylines(within tolerance: Double) -> [Polyline] {
        var result: [Polyline] = []
        var current: [Polyline.Vertex] = []
        func add(_ point: Point, isSmooth: Bool = false) {
            if point != current.last?.point, point.isFinite {
                current.append(Polyline.Vertex(point: point, isSmooth: isSmooth))
            }
        }
        func finish(isClosed: Bool) {
            if isClosed, current.count > 1, current.first?.point == current.last?.point {
                current.removeLast()
            }
            if !current.isEmpty {
                result.append(Polyline(vertices: current, isClosed: isClosed))
            }
            current = []
        }
        for element in elements {
            switch element {
            case .move(let point):
                finish(isClosed: false)
                add(point)
            case .line(let point):
                add(point)
            case .curve(let end, let first, let second):
                let start = current.last?.point ?? first
                let curve = CubicCurve(start: start, first: first, second: second, end: end)
                let count = curve.lineCount(within: tolerance, limit: Self.lineLimit)
                for index in 1..<max(count, 1) {
                    add(curve.point(at: Double(index) / Double(count)), isSmooth: true)
                }
                add(end)
            case .close:
                finish(isClosed: true)
            }
        }
        finish(isClosed: false)
        return result
    }

    /// The maximum number of lines for one curve of a stroke.
    private static let lineLimit = 4096
}
