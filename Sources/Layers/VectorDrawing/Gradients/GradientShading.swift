/// The pixels of a gradient in a context: its colors in a table, and the location of each pixel's center.
struct GradientShading {
    /// The geometry of a gradient.
    private enum Geometry {
        /// The location of the center of pixel (0, 0), and the increments for each column and row.
        case linear(origin: Double, perColumn: Double, perRow: Double)
        /// Circles, and the transform from pixels to their coordinates.
        case radial(GradientCircles, AffineTransform)
    }

    private let geometry: Geometry
    private let colors: [UInt32]
    /// The pixels before the start and after the end.
    private let before: UInt32, after: UInt32

    /// The number of steps between the ends of a gradient, as in layers; the table has one more color.
    private static let steps = 1024

    /// Creates the pixels along a line; nil if nothing is drawn.
    init?(
        _ gradient: Gradient, start: Point, end: Point, options: GradientDrawingOptions, transform: AffineTransform
    ) {
        let axis = end - start
        let square = axis.dot(axis)
        guard square > 0, square.isFinite, let inverse = transform.inverse else { return nil }
        func location(_ vector: Point) -> Double { vector.dot(axis) / square }
        self.init(
            gradient,
            .linear(
                origin: location(inverse.apply(to: Point(x: 0.5, y: 0.5)) - start),
                perColumn: location(Point(x: inverse.a, y: inverse.b)),
                perRow: location(Point(x: inverse.c, y: inverse.d))), options)
    }

    /// Creates the pixels between two circles; nil if nothing is drawn.
    init?(
        _ gradient: Gradient, between circles: GradientCircles?, options: GradientDrawingOptions,
        transform: AffineTransform
    ) {
        guard var circles, let inverse = transform.inverse else { return nil }
        circles.options = options
        self.init(gradient, .radial(circles, inverse), options)
    }

    private init?(_ gradient: Gradient, _ geometry: Geometry, _ options: GradientDrawingOptions) {
        guard !gradient.stops.isEmpty else { return nil }
        self.geometry = geometry
        colors = gradient.stops.table(steps: Self.steps)
        before = options.contains(.drawsBeforeStartLocation) ? colors[0] : 0
        after = options.contains(.drawsAfterEndLocation) ? colors[Self.steps] : 0
    }

    /// Fills a row; pixels that are not drawn become transparent.
    func fill(row: Int, columns: Range<Int>, into target: UnsafeMutablePointer<UInt32>) {
        let y = Double(row)
        switch geometry {
        case .linear(let origin, let perColumn, let perRow):
            let start = y * perRow + origin
            fill(columns, target) { $0 * perColumn + start }
        case .radial(let circles, let toPoints):
            fill(columns, target) { circles.location(of: toPoints.apply(to: Point(x: $0 + 0.5, y: y + 0.5))) }
        }
    }

    @inline(__always)
    private func fill(
        _ columns: Range<Int>, _ target: UnsafeMutablePointer<UInt32>, _ location: (_ column: Double) -> Double
    ) {
        let last = Double(Self.steps)
        colors.withUnsafeBufferPointer { colors in
            for (index, column) in columns.enumerated() {
                let location = location(Double(column))
                if location >= 0, location <= 1 {
                    // Rounds by adding 1.5 · 2⁵²: the lowest bits of the sum are the number.
                    let sum = location * last + 6_755_399_441_055_744
                    target[index] = colors[Int(truncatingIfNeeded: sum.bitPattern & 0x7FF)]
                } else if location < 0 {
                    target[index] = before
                } else {
                    // NaN is not a location.
                    target[index] = location > 1 ? after : 0
                }
            }
        }
    }
}

/// The circles of a radial gradient: at location s, from the first circle at 0 to the second at 1, center and radius are
/// interpolated.
struct GradientCircles {
    private let center: Point, radius: Double
    /// The changes from the first to the second circle.
    private let way: Point, growth: Double
    /// The square of the way less that of the growth.
    private let square: Double
    /// The locations beyond 0 and 1 that are drawn.
    var options: GradientDrawingOptions = []

    /// The relative error up to which a number counts as 0, so that the pixel at the tip of a cone is drawn.
    private static let roundingError = 1e-9

    /// Creates the circles; nil if they are equal or both points, if a radius is negative, or if a number is not finite.
    init?(_ center: Point, _ radius: Double, to end: Point, _ endRadius: Double) {
        self.center = center
        self.radius = radius
        way = end - center
        growth = endRadius - radius
        square = way.dot(way) - growth * growth
        guard radius >= 0, endRadius >= 0, max(radius, endRadius) > 0, center.isFinite, square.isFinite,
            growth != 0 || way != .zero
        else { return nil }
    }

    /// The location of the circle that is seen at a point: of those through the point, the last one; NaN if there is none.
    func location(of point: Point) -> Double {
        // |point − center − s · way| = radius + s · growth, squared: square · s² − 2 · half · s + rest = 0.
        let vector = point - center
        let half = vector.dot(way) + radius * growth
        let rest = vector.dot(vector) - radius * radius
        let discriminant = half * half - square * rest
        guard discriminant >= -Self.roundingError * half * half else { return .nan }
        let root = max(discriminant, 0).squareRoot()
        // Without a difference of nearly equal numbers; if the square is 0, one solution is infinite, and so not drawn.
        let sum = half + (half < 0 ? -root : root)
        let solutions = (sum / square, rest / sum)
        let first = isDrawn(solutions.0) ? solutions.0 : .nan
        guard isDrawn(solutions.1) else { return first }
        return first > solutions.1 ? first : solutions.1
    }

    /// Whether a location has a circle that is drawn.
    private func isDrawn(_ location: Double) -> Bool {
        guard location.isFinite, radius + location * growth >= -Self.roundingError * radius else { return false }
        if location < 0 { return options.contains(.drawsBeforeStartLocation) }
        return location <= 1 || options.contains(.drawsAfterEndLocation)
    }
}
