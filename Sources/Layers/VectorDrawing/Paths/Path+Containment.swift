extension Path {
    /// Whether a point is inside; open subpaths are closed implicitly.
    ///
    /// Left and top edges are inclusive and right and bottom ones are not, as for ``Rect``.
    ///
    /// - Parameters:
    ///   - point: the point.
    ///   - rule: the fill rule; nonzero by default.
    /// - Returns: whether the point is inside; false if it is not finite.
    /// - Complexity: O(elements).
    public func contains(_ point: Point, rule: FillRule = .nonZero) -> Bool {
        guard point.isFinite else { return false }
        var winding = 0
        var current = Point.zero
        var start = Point.zero
        func line(to end: Point) {
            winding += Self.crossing(of: point, from: current, to: end)
            current = end
        }
        for element in elements {
            switch element {
            case .move(let next):
                line(to: start)
                current = next
                start = next
            case .line(let end): line(to: end)
            case .curve(let end, let first, let second):
                let curve = CubicCurve(start: current, first: first, second: second, end: end)
                winding += Self.crossings(of: point, curve, depth: 0)
                current = end
            case .close: line(to: start)
            }
        }
        line(to: start)
        return rule.contains(winding: winding)
    }

    /// Counts a curve's crossings of the ray from a point to the right: downward minus upward.
    private static func crossings(of point: Point, _ curve: CubicCurve, depth: Int) -> Int {
        let x = [curve.start.x, curve.first.x, curve.second.x, curve.end.x]
        let y = [
            curve.start.y, curve.first.y, curve.second.y, curve.end.y,
        ]
        let left = x.min() ?? 0
        let right = x.max() ?? 0
        let top = y.min() ?? 0
        let bottom = y.max() ?? 0
        // The curve can be drawn straight within its control points' box unless that contains the point.
        guard left <= point.x, point.x <= right, top <= point.y, point.y <= bottom, depth < 60 else {
            return crossing(of: point, from: curve.start, to: curve.end)
        }
        let halves = curve.split(at: 0.5)
        return crossings(of: point, halves.0, depth: depth + 1) + crossings(of: point, halves.1, depth: depth + 1)
    }

    /// Returns 1 if a line crosses the ray from a point to the right downward, −1 if upward, 0 if not at all.
    private static func crossing(of point: Point, from start: Point, to end: Point) -> Int {
        guard (start.y <= point.y) != (end.y <= point.y) else { return 0 }
        let isDownward = start.y <= point.y
        let (upper, lower) = isDownward ? (start, end) : (end, start)
        // Which side of the line the point is on, seen from its upper end.
        let side = (lower - upper).cross(point - upper)
        return side > 0 ? (isDownward ? 1 : -1) : 0
    }
}
