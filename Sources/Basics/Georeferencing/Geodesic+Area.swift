internal import Glibc

extension Geodesic {
    /// Returns the area on the ellipsoid of WGS 84 inside a ring whose sides are shortest lines, in square meters.
    ///
    /// The ring may cross the antimeridian and go around a pole. It divides the Earth into two parts; the smaller one counts.
    /// If the ring crosses itself, its parts have opposite signs, as in the shoelace formula.
    ///
    /// Latitudes are converted to authalic ones, so that areas on a sphere equal those on the ellipsoid. Then the spherical
    /// excesses between the sides and the equator are summed (J. P. Snyder, "Map Projections: A Working Manual", USGS 1395,
    /// 1987, pages 16 and 17; C. F. F. Karney, "Algorithms for geodesics", Journal of Geodesy 87, 2013, section 6). Sides are
    /// great circles of this sphere, which differ slightly from shortest lines: the relative error is at most 3e-9 for
    /// triangles with sides of 10 km, 3e-7 for 100 km, 3e-5 for 1000 km and 3e-4 for 3000 km.
    ///
    /// - Parameter ring: the vertices; the first is not repeated at the end. Longitudes may be beyond ±180 degrees.
    /// - Returns: the area; 0 for fewer than three vertices.
    /// - Complexity: O(vertices).
    public static func area(of ring: [Coordinate]) -> Double {
        guard ring.count >= 3, let last = ring.last else { return 0 }
        var excess = 0.0
        var turn = 0.0
        var latitude = authalicLatitude(last.latitude)
        var longitude = last.longitude
        for coordinate in ring {
            let next = authalicLatitude(coordinate.latitude)
            let difference = remainder(coordinate.longitude - longitude, 360) * .pi / 180
            // The area between a side and the equator, on a sphere of radius 1; positive in the north of an eastward side.
            excess +=
                2
                * atan2(
                    sin(difference / 2) * sin((latitude + next) / 2),
                    cos(difference / 2) * cos((latitude - next) / 2))
            turn += difference
            latitude = next
            longitude = coordinate.longitude
        }
        // A ring around a pole is the other part of the hemisphere.
        let inside = abs(turn) > .pi ? 2 * .pi - abs(excess) : abs(excess)
        return min(inside, 4 * .pi - inside) * authalicRadius * authalicRadius
    }

    private static let eccentricity = (WGS84.flattening * (2 - WGS84.flattening)).squareRoot()

    /// The radius of the sphere with the area of the ellipsoid, in meters.
    private static let authalicRadius = WGS84.equatorialRadius * (authalicSine(1) / 2).squareRoot()

    /// Snyder's q of the sine of a latitude (3-12): proportional to the area between the equator and the parallel.
    private static func authalicSine(_ sine: Double) -> Double {
        let e = eccentricity
        return (1 - e * e) * (sine / (1 - e * e * sine * sine) + atanh(e * sine) / e)
    }

    /// The authalic latitude of a latitude in degrees, in radians (3-11).
    private static func authalicLatitude(_ degrees: Double) -> Double {
        guard abs(degrees) < 90 else { return degrees < 0 ? -.pi / 2 : .pi / 2 }
        return asin(min(max(authalicSine(sin(degrees * .pi / 180)) / authalicSine(1), -1), 1))
    }
}
