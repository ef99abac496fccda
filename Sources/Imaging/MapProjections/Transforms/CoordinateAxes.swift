internal import CProj
internal import Georeferencing

/// The order and the unit of a coordinate reference system's axes, as its authority defines them.
package struct CoordinateAxes: Hashable, Sendable {
    /// Whether the first axis leads north, as in EPSG:4326.
    package let isNorthFirst: Bool
    /// The meters of a unit; for degrees, the length along the equator of WGS 84, as in the OGC's scale denominators.
    package let metersPerUnit: Double

    /// The equatorial radius of WGS 84 in meters.
    private static let equatorialRadius = 6_378_137.0

    /// Reads the axes of a system.
    ///
    /// - Parameter crs: a code, a URN, well-known text or a PROJ string.
    /// - Throws: `GeoreferencingError` when PROJ is missing or does not know the system.
    package init(of crs: String) throws {
        let context = try ProjContext()
        let definition = try context.crs(crs)
        guard let axis = context.axis(of: definition), axis.unit > 0, axis.unit.isFinite else {
            throw GeoreferencingError(
                "the axes of \(SystemName.short(crs)) are not known. Give a code such as EPSG:25832.")
        }
        isNorthFirst = axis.direction == "north"
        // Angles have factors to radians.
        let type = context.proj.pointee.get_type(context.horizontal(of: definition))
        let isAngle = type == PJ_TYPE_GEOGRAPHIC_2D_CRS || type == PJ_TYPE_GEOGRAPHIC_3D_CRS
        metersPerUnit = isAngle ? axis.unit * Self.equatorialRadius : axis.unit
    }
}
