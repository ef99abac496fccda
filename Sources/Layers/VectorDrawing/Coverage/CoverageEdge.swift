/// An edge of a polygon, directed downward, in pixels.
struct CoverageEdge: Sendable {
    /// The y coordinates of its ends.
    var top: Double, bottom: Double
    /// The x coordinates of its ends.
    var topX: Double, bottomX: Double
    /// The change of x for each pixel downward.
    var slope: Double
    /// 1 if the polygon runs downward along the edge, −1 if upward.
    var winding: Int

    /// Creates the edge between two points with finite coordinates; nil if it is horizontal.
    init?(_ start: Point, _ end: Point) {
        guard start.y != end.y else { return nil }
        let isDownward = start.y < end.y
        let (upper, lower) = isDownward ? (start, end) : (end, start)
        top = upper.y
        bottom = lower.y
        topX = upper.x
        bottomX = lower.x
        slope = (bottomX - topX) / (bottom - top)
        winding = isDownward ? 1 : -1
        // An edge so flat that its slope overflows covers nothing.
        guard slope.isFinite else { return nil }
    }

    /// The leftmost x coordinate.
    var left: Double { min(topX, bottomX) }
    /// The rightmost x coordinate.
    var right: Double { max(topX, bottomX) }

    /// The x coordinate at a height between both ends.
    @inline(__always)
    func x(at y: Double) -> Double {
        min(max(topX + slope * (y - top), left), right)
    }
}
