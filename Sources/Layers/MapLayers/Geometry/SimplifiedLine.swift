internal import LayerTree
internal import VectorDrawing

/// A line that is drawn with fewer points at smaller scales, by the algorithm of Douglas and Peucker.
///
/// It stores for each point the tolerance below which the point is kept, so a line is examined once for all scales (D. H.
/// Douglas, T. K. Peucker, "Algorithms for the reduction of the number of points required to represent a digitized line",
/// Cartographica 10, 1973).
struct SimplifiedLine {
    /// All points.
    let points: [Point]
    /// The tolerances below which the points are kept.
    private let significance: [Double]

    /// Examines a line.
    ///
    /// - Complexity: O(n log n) for n points of typical lines, O(n²) at worst.
    init(_ points: [Point]) {
        self.points = points
        var significance = Array(repeating: 0.0, count: points.count)
        var parts: [(first: Int, last: Int, limit: Double)] = []
        if let last = points.indices.last {
            significance[0] = .infinity
            significance[last] = .infinity
            parts.append((0, last, .infinity))
        }
        while let part = parts.popLast() {
            guard part.last - part.first > 1 else { continue }
            var farthest = part.first + 1
            var distance = -1.0
            for index in part.first + 1..<part.last {
                let squared = points[index].squaredDistance(toSegmentFrom: points[part.first], to: points[part.last])
                if squared > distance {
                    farthest = index
                    distance = squared
                }
            }
            // A point is dropped with the part that it belongs to.
            let limit = min(part.limit, distance.squareRoot())
            significance[farthest] = limit
            guard limit > 0 else { continue }
            parts.append((part.first, farthest, limit))
            parts.append((farthest, part.last, limit))
        }
        self.significance = significance
    }

    /// Returns the points that approximate the line within a tolerance.
    ///
    /// - Complexity: O(n).
    func points(within tolerance: Double) -> [Point] {
        points.indices.lazy.filter { significance[$0] > tolerance }.map { points[$0] }
    }

    /// Returns the parts of a line whose segments may be seen in a rectangle.
    static func parts(of line: [Point], in rect: Rect) -> [[Point]] {
        var parts: [[Point]] = []
        var part: [Point] = []
        for (start, end) in zip(line, line.dropFirst()) {
            let isSeen =
                min(start.x, end.x) <= rect.maxX && max(start.x, end.x) >= rect.minX
                && min(start.y, end.y) <= rect.maxY && max(start.y, end.y) >= rect.minY
            if isSeen {
                if part.isEmpty { part.append(start) }
                part.append(end)
            } else if !part.isEmpty {
                parts.append(part)
                part = []
            }
        }
        return part.isEmpty ? parts : parts + [part]
    }
}

extension Point {
    /// The square of the distance to the nearest point of a segment.
    func squaredDistance(toSegmentFrom start: Point, to end: Point) -> Double {
        let along = end - start
        let offset = self - start
        let square = along.x * along.x + along.y * along.y
        let fraction = square > 0 ? min(max((along.x * offset.x + along.y * offset.y) / square, 0), 1) : 0
        let x = offset.x - along.x * fraction
        let y = offset.y - along.y * fraction
        return x * x + y * y
    }
}
