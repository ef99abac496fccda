internal import Glibc

/// The outline of a stroke: polygons that are filled with the nonzero rule.
///
/// An open line has one polygon: its left side, a cap, its right side back, and the other cap. A closed line has two polygons,
/// one for each side; one of them runs backward. At corners and within curves both sides meet in a point, so no part of a
/// smooth line is covered twice. The sides pass through the vertex itself, and the line overlaps, only where the line bends
/// more tightly than its width allows.
struct StrokeOutline {
    private(set) var polygons: [[Point]] = []
    private let style: StrokeStyle
    private let radius: Double
    /// The largest angle between neighboring points of an arc.
    private let step: Double
    private let stepCosine: Double

    /// Creates the outline of polylines; `tolerance` is the maximum error of round joins and caps.
    init(_ lines: [Polyline], style: StrokeStyle, tolerance: Double) {
        self.style = style
        radius = style.width / 2
        // The chord of an arc of an angle φ is off by r · (1 − cos(φ / 2)).
        let sagitta = tolerance / radius
        step = sagitta < 1 ? max(2 * acos(1 - sagitta), 2 * .pi / Self.arcPointLimit) : .pi / 4
        stepCosine = cos(step)
        guard radius > 0, radius.isFinite else { return }
        let dashes = DashPattern(style).flatMap { Self.dash(lines, $0) } ?? lines
        for line in dashes {
            add(line)
        }
    }

    /// The maximum number of points for a whole circle.
    private static let arcPointLimit = 4096.0

    /// The dashes of lines; nil if there are too many.
    private static func dash(_ lines: [Polyline], _ pattern: DashPattern) -> [Polyline]? {
        let count = lines.reduce(0) { sum, line in
            sum + pattern.count(in: line.sides.reduce(0) { $0 + $1.length })
        }
        guard count <= 2 * Double(StrokeStyle.dashLimit) else { return nil }
        return lines.flatMap { $0.dashed(pattern) }
    }

    private mutating func add(_ line: Polyline) {
        let sides = line.sides
        guard let first = sides.first, let last = sides.last else {
            if let vertex = line.vertices.first { addDot(at: vertex.point, direction: line.dotDirection) }
            return
        }
        var left: [Point] = [], right: [Point] = []
        left.reserveCapacity(2 * sides.count + 16)
        right.reserveCapacity(2 * sides.count + 2)
        if !line.isClosed {
            left.append(first.start.point + leftNormal(first))
            right.append(first.start.point - leftNormal(first))
        }
        for index in sides.indices.dropFirst() {
            addJoin(sides[index - 1], sides[index], &left, &right)
        }
        if line.isClosed {
            addJoin(last, first, &left, &right)
            polygons.append(left)
            polygons.append(right.reversed())
        } else {
            left.append(last.end.point + leftNormal(last))
            right.append(last.end.point - leftNormal(last))
            addCap(at: last.end.point, direction: last.direction, to: &left)
            left += right.reversed()
            addCap(at: first.start.point, direction: Point.zero - first.direction, to: &left)
            polygons.append(left)
        }
    }

    /// Returns the vector from the center line to its left edge, seen along the line.
    private func leftNormal(_ side: Polyline.Side) -> Point {
        Point(x: side.direction.y * radius, y: -side.direction.x * radius)
    }

    /// Adds a corner to both sides of the line.
    private func addJoin(
        _ before: Polyline.Side, _ after: Polyline.Side, _ left: inout [Point], _ right: inout [Point]
    ) {
        // At a right turn the left side is the outer one.
        if before.direction.cross(after.direction) > 0 {
            addOuterJoin(before, after, sign: 1, to: &left)
            addInnerJoin(before, after, sign: -1, to: &right)
        } else {
            addInnerJoin(before, after, sign: 1, to: &left)
            addOuterJoin(before, after, sign: -1, to: &right)
        }
    }

    private func addOuterJoin(
        _ before: Polyline.Side, _ after: Polyline.Side, sign: Double, to points: inout [Point]
    ) {
        let center = before.end.point
        let a = leftNormal(before).scaled(by: sign)
        let b = leftNormal(after).scaled(by: sign)
        points.append(center + a)
        if before.end.isSmooth || style.join == .round {
            addArc(around: center, from: a, to: b, to: &points)
        } else if style.join == .miter, let tip = miterTip(before, after, a, b) {
            points.append(center + tip)
        }
        points.append(center + b)
    }

    /// The tip of the miter; nil if it exceeds the miter limit.
    private func miterTip(_ before: Polyline.Side, _ after: Polyline.Side, _ a: Point, _ b: Point) -> Point? {
        // The tip is the multiple of a + b whose projection on a is a: (a + b) / (1 + cos φ).
        let cosine = before.direction.dot(after.direction)
        // The ratio of miter length to line width is 1 / cos(φ / 2); its square is 2 / (1 + cos φ).
        guard 2 <= style.miterLimit * style.miterLimit * (1 + cosine), cosine > -1 else { return nil }
        return (a + b).scaled(by: 1 / (1 + cosine))
    }

    /// Adds the inner side of a corner.
    ///
    /// The rectangles of both sides overlap in a kite between the corner, their ends, and the intersection of their edges. If
    /// the kite is within both rectangles, the intersection removes the overlap. Otherwise both rectangles stay whole.
    private func addInnerJoin(
        _ before: Polyline.Side, _ after: Polyline.Side, sign: Double, to points: inout [Point]
    ) {
        let center = before.end.point
        let a = leftNormal(before).scaled(by: sign)
        let b = leftNormal(after).scaled(by: sign)
        let sine = abs(before.direction.cross(after.direction))
        let cosine = before.direction.dot(after.direction)
        // The kite's extent along the sides: r · sin φ up to 90°, r · tan(φ / 2) beyond.
        let extent = radius * (cosine > 0 ? sine : sine / (1 + cosine))
        if cosine > -1, extent <= before.length, extent <= after.length {
            points.append(center + (a + b).scaled(by: 1 / (1 + cosine)))
        } else {
            points += [center + a, center, center + b]
        }
    }

    /// Adds the points between `from` and `to` on an arc around a center, the shorter way.
    private func addArc(around center: Point, from: Point, to: Point, to points: inout [Point]) {
        // Most angles within curves are small: those need no arctangent.
        guard from.dot(to) < stepCosine * radius * radius else { return }
        let angle = atan2(from.cross(to), from.dot(to))
        addArc(around: center, from: from, angle: angle, to: &points)
    }

    /// Adds the points within an arc, without its ends.
    private func addArc(around center: Point, from: Point, angle: Double, to points: inout [Point]) {
        let count = Int((abs(angle) / step).rounded(.up))
        let sine = sin(angle / Double(count))
        let cosine = cos(angle / Double(count))
        var radius = from
        for _ in 1..<max(count, 1) {
            radius = radius.scaled(by: cosine) + radius.turnedRight.scaled(by: sine)
            points.append(center + radius)
        }
    }

    /// Adds the points between the left and the right end of a line that runs in `direction`.
    private func addCap(at end: Point, direction: Point, to points: inout [Point]) {
        let ahead = direction.scaled(by: radius)
        let normal = Point(x: ahead.y, y: -ahead.x)
        switch style.cap {
        case .butt: break
        case .round: addArc(around: end, from: normal, angle: .pi, to: &points)
        case .square: points += [end + normal + ahead, end - normal + ahead]
        }
    }

    /// Adds the caps of a line of length 0.
    private mutating func addDot(at center: Point, direction: Point) {
        let ahead = direction.scaled(by: radius)
        switch style.cap {
        case .butt: break
        case .round:
            var points = [center + ahead]
            addArc(around: center, from: ahead, angle: 2 * .pi, to: &points)
            polygons.append(points)
        case .square:
            let side = ahead.turnedRight
            polygons.append([
                center + ahead - side, center + ahead + side, center - ahead + side, center - ahead - side,
            ])
        }
    }
}
