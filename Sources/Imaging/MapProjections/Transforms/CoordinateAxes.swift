internal import CProj
package import Georeferencing

/// The order and the unit of a coordinate reference system's axes, as its authority defines them.
package struct CoordinateAxes: Hashable, Sendable {
    /// Whether the first axis leads north, as in EPSG:4326.
    package let isNorthFirst: Bool
    /// The meters of a unit; for degrees their length along the equator of WGS 84, as the OGC's scale denominators have it.
    package let metersPerUnit: Double

    /// The equatorial radius of WGS 84 in meters.
    private static let equatorialRadius = 6_378_137.0

    /// Reads the axes of a system.
    ///
    /// - Parameter crs: a code, a URN, well-known text or a PROJ string.
    /// - Throws: `GeoreferencingError` when PROJ is missing or does not know the system.
    package init(of crs: String) throws(GeoreferencingError) {
        let proj = try ProjLibrary.functions()
        guard let context = proj.pointee.context_create() else {
            throw GeoreferencingError("there is not enough memory for the coordinate systems.")
        }
        defer { _ = proj.pointee.context_destroy(context) }
        _ = proj.pointee.log_level(context, PJ_LOG_NONE)
        _ = proj.pointee.context_set_enable_network(context, 0)
        let definition = try CoordinateTransform.crs(proj, context, crs)
        defer { _ = proj.pointee.destroy(definition) }
        guard let system = proj.pointee.crs_get_coordinate_system(context, definition) else {
            throw GeoreferencingError("the axes of \(crs) are not known. Give a code such as EPSG:25832.")
        }
        defer { _ = proj.pointee.destroy(system) }
        var direction: UnsafePointer<CChar>?
        var unitName: UnsafePointer<CChar>?
        var (name, abbreviation, authority, code):
            (
                UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafePointer<CChar>?
            ) = (nil, nil, nil, nil)
        var factor = 0.0
        let isRead =
            proj.pointee.cs_get_axis_info(
                context, system, 0, &name, &abbreviation, &direction, &factor, &unitName, &authority, &code) != 0
        guard isRead, factor > 0, factor.isFinite else {
            throw GeoreferencingError("the axes of \(crs) are not known. Give a code such as EPSG:25832.")
        }
        isNorthFirst = direction.map { String(cString: $0) } == "north"
        // Angles have factors to radians.
        let isAngle = unitName.map { String(cString: $0) }.map { $0.contains("degree") || $0.contains("grad") } ?? false
        metersPerUnit = isAngle ? factor * Self.equatorialRadius : factor
    }
}
