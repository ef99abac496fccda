internal import Glibc

/// The polygons of a stroke: one for each segment, join and cap.
///
/// All have the same orientation, so the nonzero rule makes them one shape however they overlap.
struct StrokeOutline {
    private(set) var polygons: [[Point]] = []
    private let style: StrokeStyle
    private let radius: Double
    private let tolerance: Double

    /// Creates the stroke of polylines; round joins and caps may be off by `tolerance`.
    init(_ lines: [Polyline], style: StrokeStyle, tolerance: Double) {
        self.style = style
        self.tolerance = tolerance
        radius = style.width / 2
        guard radius > 0, radius.isFinite else { return }
        for line in lines {
            add(line)
        }
    }

    private mutating func add(_ line: Polyline) {
        let points = line.points
        guard points.count > 1 else {
            if let point = points.first { addDot(point) }
            return
        }
        let pairs = zip(points, points.dropFirst() + (line.isClosed ? points.prefix(1) : []))
        let segments = pairs.map { Segment($0, $1, radius: radius) }
        for segment in segments {
            polygons.append([
                segment.start + segment.normal, segment.end + segment.normal, segment.end - segment.normal,
                segment.start - segment.normal,
            ])
        }
        for (before, after) in zip(segments, segments.dropFirst()) {
            addJoin(before, after)
        }
        guard let first = segments.first, let last = segments.last else { return }
        if line.isClosed {
            addJoin(last, first)
        } else {
            addCap(at: first.start, normal: Point(x: -first.normal.x, y: -first.normal.y))
            addCap(at: last.end, normal: last.normal)
        }
    }

    /// A segment of a polyline.
    private struct Segment {
        var start: Point, end: Point
        /// From the center line to the left edge, seen along the segment with y pointing down.
        var normal: Point

        init(_ start: Point, _ end: Point, radius: Double) {
            self.start = start
            self.end = end
            let direction = end - start
            let length = (direction.x * direction.x + direction.y * direction.y).squareRoot()
            normal = Point(x: direction.y / length * radius, y: -direction.x / length * radius)
        }
    }

    /// Fills the wedge at the outer side of a corner.
    private mutating func addJoin(_ before: Segment, _ after: Segment) {
        if style.join == .round {
            addDisc(before.end)
            return
        }
        let crossProduct = before.normal.x * after.normal.y - before.normal.y * after.normal.x
        // At a right turn the left side is the outer one.
        let sign = crossProduct > 0 ? 1.0 : -1.0
        let (a, b) = (before.normal.scaled(by: sign), after.normal.scaled(by: sign))
        var wedge = [before.end, before.end + a]
        if style.join == .miter, let tip = Self.miter(a, b) {
            wedge.append(before.end + tip)
        }
        wedge.append(before.end + b)
        polygons.append(crossProduct > 0 ? wedge : wedge.reversed())
    }

    /// The tip of the miter; nil if it exceeds the miter limit.
    private static func miter(_ a: Point, _ b: Point) -> Point? {
        // The tip is the multiple of a + b whose projection on a is a: (a + b) · a² / (a² + a·b).
        let (square, product) = (a.x * a.x + a.y * a.y, a.x * b.x + a.y * b.y)
        // The miter length is twice the tip's distance; in line widths its square is 2 a² / (a² + a·b).
        guard 2 * square <= miterLimit * miterLimit * (square + product) else { return nil }
        return (a + b).scaled(by: square / (square + product))
    }

    /// The largest ratio of miter length to line width, as SVG's `stroke-miterlimit`.
    private static let miterLimit = 10.0

    private mutating func addCap(at end: Point, normal: Point) {
        switch style.cap {
        case .butt: break
        case .round: addDisc(end)
        case .square:
            // The normal points left; rotating it clockwise by 90° gives the direction of the line.
            let ahead = Point(x: -normal.y, y: normal.x)
            polygons.append([end + normal, end + normal + ahead, end - normal + ahead, end - normal])
        }
    }

    /// Adds the caps of a line of length 0.
    private mutating func addDot(_ point: Point) {
        switch style.cap {
        case .butt: break
        case .round: addDisc(point)
        case .square:
            let size = Size(width: 2 * radius, height: 2 * radius)
            polygons.append(Rect(origin: point - Point(x: radius, y: radius), size: size).corners)
        }
    }

    private mutating func addDisc(_ center: Point) {
        // The sides of a regular n-gon are off by r · (1 − cos(π / n)), about r · π² / 2n².
        let wanted = (.pi * (radius / (2 * tolerance)).squareRoot()).rounded(.up)
        let count = Int(min(max(wanted, 8), 256))
        polygons.append(
            (0..<count).map { index in
                let angle = 2 * .pi * Double(index) / Double(count)
                return center + Point(x: radius * cos(angle), y: radius * sin(angle))
            })
    }
}

extension Point {
    fileprivate func scaled(by factor: Double) -> Point { Point(x: x * factor, y: y * factor) }
}
