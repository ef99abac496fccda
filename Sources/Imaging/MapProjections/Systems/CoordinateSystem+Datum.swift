internal import CProj
package import Georeferencing

extension CoordinateSystem {
    /// Finds a registered geographic system with a datum.
    ///
    /// In shifts to other datums, PROJ recognizes a registered system, but not a system that only names its datum.
    ///
    /// - Parameters:
    ///   - datum: the code of the datum at EPSG.
    ///   - primeMeridian: the longitude of the prime meridian in degrees.
    ///   - unit: the unit of coordinates in radians; nil for any.
    /// - Returns: the code; nil if there is none.
    /// - Throws: `GeoreferencingError` when PROJ is missing.
    package static func geographic(
        datum: Int, primeMeridian: Double, unit: Double?
    ) throws(GeoreferencingError) -> String? {
        let context = try ProjContext()
        let proj = context.proj.pointee
        guard
            let list = proj.query_geodetic_crs_from_datum(
                context.context, "EPSG", "EPSG", "\(datum)", "geographic 2D")
        else { return nil }
        defer { proj.list_destroy(list) }
        for index in 0..<max(0, proj.list_get_count(list)) {
            guard let crs = context.keep(proj.list_get(context.context, list, index)), proj.is_deprecated(crs) == 0,
                let meridian = context.keep(proj.get_prime_meridian(context.context, crs)),
                let code = context.code(of: crs), let axis = context.axis(of: crs)
            else { continue }
            var longitude = 0.0
            var factor = 0.0
            guard
                proj.prime_meridian_get_parameters(context.context, meridian, &longitude, &factor, nil) != 0,
                abs(longitude * factor * 180 / .pi - primeMeridian) < 1e-7,
                unit.map({ abs(axis.unit - $0) < 1e-12 }) ?? true
            else { continue }
            return code
        }
        return nil
    }
}
