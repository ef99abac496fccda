internal import Controls
internal import Glibc
internal import LayerTree
internal import VectorDrawing

/// Lines and areas in points of the view.
struct AnnotationOutline {
    /// The lines that are stroked.
    var lines = Path()
    /// The centers of points.
    var points: [Point] = []
    /// The areas that are filled.
    var fills = Path()
    private var radius = 0.0

    /// The outlines of the strokes and the fills.
    ///
    /// - Parameters:
    ///   - width: the width of lines.
    ///   - growth: by how much points are larger.
    /// - Returns: the outlines as one path.
    func drawn(width: Double, growth: Double) -> Path {
        var path = lines.stroked(StrokeStyle(width: width, join: .bevel), tolerance: 1.0 / 8)
        for point in points {
            let side = 2 * (radius + growth)
            path.addEllipse(in: Rect(center: point, size: Size(width: side, height: side)))
        }
        if growth == 0 { path.append(fills) }
        return path
    }

    /// Adds a shape, as far as it can be seen; points that are less than half a point of the view apart are left out.
    mutating func add(_ shape: AnnotationShape, transform: AffineTransform, seen: Rect, pointRadius: Double) {
        radius = pointRadius
        if case .points(let all) = shape {
            points += all.map(transform.apply(to:)).filter(seen.contains)
            return
        }
        for path in shape.paths {
            add(path.map(transform.apply(to:)), isClosed: shape.isClosed, seen: seen)
        }
    }

    /// Adds the areas of small polygons, with points that are 1.5 points of the view apart or more.
    mutating func addFill(_ shape: AnnotationShape, transform: AffineTransform) {
        for path in shape.paths {
            fills.addPolygon(Self.simplified(path.map(transform.apply(to:)), distance: 1.5))
        }
    }

    /// A line without the points that are closer than a distance to the one before.
    private static func simplified(_ points: [Point], distance: Double) -> [Point] {
        var kept = Array(points.prefix(1))
        for point in points.dropFirst() {
            let former = kept[kept.count - 1]
            if hypot(point.x - former.x, point.y - former.y) >= distance { kept.append(point) }
        }
        return kept
    }

    private mutating func add(_ points: [Point], isClosed: Bool, seen: Rect) {
        guard let last = points.last else { return }
        var kept = Self.simplified(points, distance: 0.5)
        if kept.count == 1 { kept.append(Point(x: last.x + 0.5, y: last.y)) }
        if kept.allSatisfy(seen.contains) {
            lines.move(to: kept[0])
            kept.dropFirst().forEach { lines.addLine(to: $0) }
            if isClosed, kept.count > 2 { lines.close() }
            return
        }
        // Far outside, coordinates would be too large to be drawn: each run of segments in view is a line of its own.
        var end: Point?
        for (start, next) in zip(kept, isClosed ? kept.dropFirst() + kept.prefix(1) : kept.dropFirst()) {
            guard let part = seen.clipped(start, next) else { continue }
            if end != part.start { lines.move(to: part.start) }
            lines.addLine(to: part.end)
            end = part.end
        }
    }
}

extension Rect {
    /// The smallest rectangle around the transformed one.
    func transformed(by transform: AffineTransform) -> Rect {
        let width = size.width / 2
        let height = size.height / 2
        return Rect(
            center: transform.apply(to: Point(x: minX + width, y: minY + height)),
            size: Size(
                width: 2 * (abs(transform.a) * width + abs(transform.c) * height),
                height: 2 * (abs(transform.b) * width + abs(transform.d) * height)))
    }

    /// A rectangle around a point.
    init(center: Point, size: Size) {
        self.init(
            x: center.x - size.width / 2, y: center.y - size.height / 2, width: size.width, height: size.height)
    }

    /// Whether the rectangles touch; unlike an intersection, that of a rectangle without an area.
    func isClose(to other: Rect) -> Bool {
        minX <= other.maxX && maxX >= other.minX && minY <= other.maxY && maxY >= other.minY
    }

    /// The part of a segment that lies inside; nil if there is none (Liang and Barsky, 1984).
    func clipped(_ start: Point, _ end: Point) -> (start: Point, end: Point)? {
        let vector = end - start
        var first = 0.0
        var last = 1.0
        for (change, room) in [
            (-vector.x, start.x - minX), (vector.x, maxX - start.x), (-vector.y, start.y - minY),
            (vector.y, maxY - start.y),
        ] {
            if change == 0 {
                if room < 0 { return nil }
            } else if change < 0 {
                first = max(first, room / change)
            } else {
                last = min(last, room / change)
            }
        }
        guard first <= last else { return nil }
        func point(_ fraction: Double) -> Point {
            switch fraction {
            case 0: start
            case 1: end
            default: Point(x: start.x + fraction * vector.x, y: start.y + fraction * vector.y)
            }
        }
        return (point(first), point(last))
    }
}
