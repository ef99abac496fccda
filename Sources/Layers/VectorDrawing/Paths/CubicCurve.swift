/// A cubic Bézier curve.
struct CubicCurve: Hashable, Sendable {
    var start: Point, first: Point, second: Point, end: Point

    /// The point at a parameter from 0 to 1.
    func point(at t: Double) -> Point {
        let u = 1 - t
        let a = u * u * u
        let b = 3 * u * u * t
        let c = 3 * u * t * t
        let d = t * t * t
        return Point(
            x: a * start.x + b * first.x + c * second.x + d * end.x,
            y: a * start.y + b * first.y + c * second.y + d * end.y)
    }

    /// The parts before and after a parameter (de Casteljau).
    func split(at t: Double) -> (CubicCurve, CubicCurve) {
        let a = start.mixed(with: first, t)
        let b = first.mixed(with: second, t)
        let c = second.mixed(with: end, t)
        let d = a.mixed(with: b, t)
        let e = b.mixed(with: c, t)
        let middle = d.mixed(with: e, t)
        return (
            CubicCurve(start: start, first: a, second: d, end: middle),
            CubicCurve(start: middle, first: e, second: c, end: end)
        )
    }

    /// Returns the part between two parameters; the second is the larger one.
    func part(from lower: Double, to upper: Double) -> CubicCurve {
        let rest = lower > 0 ? split(at: lower).1 : self
        return upper < 1 ? rest.split(at: (upper - lower) / (1 - lower)).0 : rest
    }

    /// Returns the number of lines, of equal parameter ranges, that approximate the curve within `tolerance`.
    ///
    /// n lines are off by at most 3/4 · d / n², where d is the larger second difference of the control points.
    func lineCount(within tolerance: Double, limit: Int) -> Int {
        let bends = (
            Point(x: start.x - 2 * first.x + second.x, y: start.y - 2 * first.y + second.y),
            Point(x: first.x - 2 * second.x + end.x, y: first.y - 2 * second.y + end.y)
        )
        let square = max(bends.0.dot(bends.0), bends.1.dot(bends.1))
        let wanted = (0.75 * square.squareRoot() / tolerance).squareRoot().rounded(.up)
        return wanted >= 1 ? Int(min(wanted, Double(limit))) : 1
    }

    /// Calls `body` with the points of `count` lines along the curve, without its start.
    func forEachPoint(ofLines count: Int, _ body: (Point) -> Void) {
        for index in 1..<max(count, 1) {
            body(point(at: Double(index) / Double(count)))
        }
        body(end)
    }

    /// The parameters between 0 and 1 at which x or y has an extreme value.
    var extremes: [Double] {
        [\Point.x, \Point.y].flatMap { axis in
            let p = start[keyPath: axis]
            let q = first[keyPath: axis]
            let r = second[keyPath: axis]
            let s = end[keyPath: axis]
            // The derivative is 3 · (a t² + 2 b t + c).
            let a = s - 3 * r + 3 * q - p
            let b = r - 2 * q + p
            let c = q - p
            let root = (b * b - a * c).squareRoot()
            // One of both forms of each root stays exact if a is small.
            let sum = -(b + (b < 0 ? -root : root))
            return [sum / a, c / sum].filter { $0 > 0 && $0 < 1 }
        }
    }

    /// The length of the curve, to about 1/1,000,000.
    var length: Double {
        let tolerance = 1e-4 * polygonLength
        func measure(_ curve: CubicCurve, _ depth: Int) -> Double {
            let chord = (curve.end - curve.start).length
            let polygon = curve.polygonLength
            guard polygon - chord > tolerance, depth < 12 else { return curve.estimatedLength }
            let halves = curve.split(at: 0.5)
            return measure(halves.0, depth + 1) + measure(halves.1, depth + 1)
        }
        return measure(self, 0)
    }

    /// The parameter at a distance from the start, measured along the curve.
    func parameter(atLength distance: Double) -> Double {
        var lower = 0.0
        var width = 1.0
        var rest = distance
        var curve = self
        for _ in 0..<30 {
            let halves = curve.split(at: 0.5)
            let length = halves.0.length
            width /= 2
            if rest < length {
                curve = halves.0
            } else {
                rest -= length
                lower += width
                curve = halves.1
            }
        }
        return lower + width / 2
    }

    private var polygonLength: Double { (first - start).length + (second - first).length + (end - second).length }

    /// The mean of chord and control polygon; its error shrinks with the fourth power of the curve's length.
    ///
    /// Jens Gravesen, "Adaptive subdivision and the length and energy of Bézier curves", 1997.
    private var estimatedLength: Double { ((end - start).length + polygonLength) / 2 }
}
