internal import Glibc

/// The shortest line between two coordinates on the ellipsoid of WGS 84.
///
/// The line may cross the antimeridian and pass over a pole. On a map it is usually a curve. On the Earth it is shorter than
/// the straight line of the map.
///
/// ```swift
/// let line = Geodesic(
///     from: Coordinate(latitude: 52.5163, longitude: 13.3777), to: Coordinate(latitude: 48.8584, longitude: 2.2945))
/// print(line.length / 1000, line.bearing)
/// ```
///
/// The length comes from the inverse formula of T. Vincenty, "Direct and inverse solutions of geodesics on the ellipsoid with
/// application of nested equations", Survey Review 23 (176), 1975; its error is below a millimeter. The formula does not
/// converge for points that are almost opposite to each other. Every line between such points crosses the circle halfway
/// between them, so the shortest line over a point of this circle is taken.
public struct Geodesic: Hashable, Sendable {
    /// The length in meters.
    public let length: Double
    /// The direction of the line at its start, in degrees clockwise from north, from 0 up to 360; 0 if the line has no length.
    public let bearing: Double

    /// Creates the line between two coordinates; longitudes may be beyond ±180 degrees.
    public init(from start: Coordinate, to end: Coordinate) {
        self = Geodesic(converging: start, end) ?? Geodesic(betweenOpposite: start, end)
    }

    private init(length: Double, bearing: Double) {
        self.length = length
        self.bearing = bearing
    }
}

/// The ellipsoid of WGS 84 (NIMA TR8350.2, third edition, table 3.1).
enum WGS84 {
    /// The radius of the equator in meters.
    static let equatorialRadius = 6_378_137.0
    static let flattening = 1 / 298.257223563
    /// The distance of the poles from the center in meters.
    static let polarRadius = equatorialRadius * (1 - flattening)
}

// MARK: Vincenty's formula

extension Geodesic {
    /// The most steps of the iteration, which takes fewer than ten unless the points are almost opposite.
    private static let stepLimit = 50

    /// The line by Vincenty's inverse formula, with its names; nil if it does not converge.
    private init?(converging start: Coordinate, _ end: Coordinate) {
        let f = WGS84.flattening
        let (sinU1, cosU1) = Self.reducedLatitude(start.latitude)
        let (sinU2, cosU2) = Self.reducedLatitude(end.latitude)
        let difference = remainder(end.longitude - start.longitude, 360) * .pi / 180
        var lambda = difference
        for _ in 0..<Self.stepLimit {
            let east = cosU2 * sin(lambda)
            let north = cosU1 * sinU2 - sinU1 * cosU2 * cos(lambda)
            let sinSigma = hypot(east, north)
            let cosSigma = sinU1 * sinU2 + cosU1 * cosU2 * cos(lambda)
            guard sinSigma > 0 else {
                guard cosSigma > 0 else { return nil }
                self.init(length: 0, bearing: 0)
                return
            }
            let sigma = atan2(sinSigma, cosSigma)
            let sinAlpha = cosU1 * east / sinSigma
            let cosSquaredAlpha = max(0, 1 - sinAlpha * sinAlpha)
            // Twice the distance from the equator to the middle of the line; of no effect on the equator itself.
            let cos2SigmaM = cosSquaredAlpha > 0 ? cosSigma - 2 * sinU1 * sinU2 / cosSquaredAlpha : 0
            let c = f / 16 * cosSquaredAlpha * (4 + f * (4 - 3 * cosSquaredAlpha))
            let square = 2 * cos2SigmaM * cos2SigmaM - 1
            let next =
                difference + (1 - c) * f * sinAlpha * (sigma + c * sinSigma * (cos2SigmaM + c * cosSigma * square))
            guard abs(next) <= .pi else { return nil }
            defer { lambda = next }
            // Relative, so that the lines between pixels lose no digits.
            guard abs(next - lambda) <= 1e-12 * abs(difference) else { continue }
            let length = Self.length(sigma, cosSquaredAlpha: cosSquaredAlpha, cos2SigmaM: cos2SigmaM)
            let degrees = atan2(east, north) * 180 / .pi
            self.init(length: length, bearing: degrees < 0 ? degrees + 360 : degrees)
            return
        }
        return nil
    }

    /// The sine and cosine of the reduced latitude.
    private static func reducedLatitude(_ latitude: Double) -> (sin: Double, cos: Double) {
        let radians = min(max(latitude, -90), 90) * .pi / 180
        let angle = atan2((1 - WGS84.flattening) * sin(radians), cos(radians))
        return (sin(angle), cos(angle))
    }

    /// The length on the ellipsoid of an arc on the auxiliary sphere: formulas 3, 4, 6 and 19.
    private static func length(_ sigma: Double, cosSquaredAlpha: Double, cos2SigmaM: Double) -> Double {
        let ratio = WGS84.equatorialRadius / WGS84.polarRadius
        let u2 = cosSquaredAlpha * (ratio * ratio - 1)
        let a = 1 + u2 / 16384 * (4096 + u2 * (-768 + u2 * (320 - 175 * u2)))
        let b = u2 / 1024 * (256 + u2 * (-128 + u2 * (74 - 47 * u2)))
        let sinSigma = sin(sigma)
        let cosSigma = cos(sigma)
        let square = cos2SigmaM * cos2SigmaM
        let last = b / 6 * cos2SigmaM * (4 * sinSigma * sinSigma - 3) * (4 * square - 3)
        let correction = b * sinSigma * (cos2SigmaM + b / 4 * (cosSigma * (2 * square - 1) - last))
        return WGS84.polarRadius * a * (sigma - correction)
    }
}

// MARK: Points that are almost opposite

extension Geodesic {
    /// The shortest line over a point halfway between two coordinates that are almost opposite to each other.
    private init(betweenOpposite start: Coordinate, _ end: Coordinate) {
        let first = SIMD3(start)
        let second = SIMD3(end)
        let axis = (first - second).normalized
        // Two directions at right angles to the axis, of which the first uses the coordinate that the axis has least of.
        let least = axis.indices.min { abs(axis[$0]) < abs(axis[$1]) } ?? 0
        var unit = SIMD3<Double>.zero
        unit[least] = 1
        let across = (unit - axis * (unit * axis).sum()).normalized
        let up = axis.cross(across)
        func parts(_ angle: Double) -> (first: Geodesic, length: Double)? {
            let middle = Coordinate(across * cos(angle) + up * sin(angle))
            guard let one = Geodesic(converging: start, middle), let other = Geodesic(converging: middle, end) else {
                return nil
            }
            return (one, one.length + other.length)
        }
        func length(_ angle: Double) -> Double { parts(angle)?.length ?? .infinity }
        // The length has at most two minima around the circle, which a few samples tell apart.
        let step = 2 * Double.pi / 32
        let start = (0..<32).map { Double($0) * step }.min { length($0) < length($1) } ?? 0
        var low = start - step
        var high = start + step
        // Each step leaves two thirds; an angle of 1e-8 changes the length by less than a micrometer.
        for _ in 0..<45 {
            let third = (high - low) / 3
            if length(low + third) < length(high - third) { high -= third } else { low += third }
        }
        let best = parts((low + high) / 2)
        self.init(length: best?.length ?? 0, bearing: best?.first.bearing ?? 0)
    }
}

extension SIMD3<Double> {
    fileprivate init(_ coordinate: Coordinate) {
        let latitude = coordinate.latitude * .pi / 180
        let longitude = coordinate.longitude * .pi / 180
        self.init(cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude))
    }

    fileprivate var normalized: SIMD3 { self / (self * self).sum().squareRoot() }

    fileprivate func cross(_ other: SIMD3) -> SIMD3 {
        SIMD3(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
    }
}

extension Coordinate {
    fileprivate init(_ vector: SIMD3<Double>) {
        self.init(
            latitude: atan2(vector.z, hypot(vector.x, vector.y)) * 180 / .pi,
            longitude: atan2(vector.y, vector.x) * 180 / .pi)
    }
}
