/// A subpath of straight lines.
package struct Polyline: Hashable, Sendable {
    /// The vertices; neighbors differ.
    package var points: [Point]
    /// Whether the last point is joined to the first.
    package var isClosed: Bool
}

extension Path {
    /// Flattens the path: replaces curves by line segments within `tolerance`, which is greater than 0.
    ///
    /// Points that are not finite are dropped.
    package func flattened(within tolerance: Double) -> [Polyline] {
        var result: [Polyline] = []
        var current: [Point] = []
        func add(_ point: Point) {
            if point != current.last, point.x.isFinite, point.y.isFinite {
                current.append(point)
            }
        }
        func finish(isClosed: Bool) {
            if isClosed, current.count > 1, current.first == current.last {
                current.removeLast()
            }
            if !current.isEmpty {
                result.append(Polyline(points: current, isClosed: isClosed))
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
            case .curve(let first, let second, let end):
                let start = current.last ?? first
                for point in Self.points(from: start, first, second, to: end, within: tolerance) {
                    add(point)
                }
            case .close:
                let start = current.first
                finish(isClosed: true)
                start.map(add)
            }
        }
        // A point left over after a close is no subpath of its own.
        if current.count > 1 || elements.last != .close {
            finish(isClosed: false)
        }
        return result
    }

    /// Points along a cubic Bézier curve, without its start.
    ///
    /// n segments of a cubic curve are off by at most 3/4 · d / n², where d is the larger second difference of the
    /// control points.
    private static func points(
        from start: Point, _ first: Point, _ second: Point, to end: Point, within tolerance: Double
    ) -> [Point] {
        let bends = [
            Point(x: start.x - 2 * first.x + second.x, y: start.y - 2 * first.y + second.y),
            Point(x: first.x - 2 * second.x + end.x, y: first.y - 2 * second.y + end.y),
        ]
        let bend = bends.map { ($0.x * $0.x + $0.y * $0.y).squareRoot() }.max() ?? 0
        let wanted = (0.75 * bend / tolerance).squareRoot().rounded(.up)
        let count = wanted >= 1 ? Int(min(wanted, lineLimit)) : 1
        return (1...count).map { index in
            let t = Double(index) / Double(count)
            let u = 1 - t
            func mix(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Double {
                u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d
            }
            return index == count
                ? end
                : Point(x: mix(start.x, first.x, second.x, end.x), y: mix(start.y, first.y, second.y, end.y))
        }
    }

    /// The maximum number of segments for one curve.
    private static let lineLimit = 1000.0
}
