internal import CProj
package import Georeferencing

extension CoordinateSystem {
    /// Creates a projected system from a projection and its geographic base system.
    ///
    /// A PROJ string names no datum, so shifts between datums would be lost. The new system has the shifts of the base.
    ///
    /// - Parameters:
    ///   - projection: a PROJ string with a projection, its parameters and the unit; its ellipsoid is replaced.
    ///   - base: a geographic system: a code or well-known text.
    ///   - code: a code of the same system, if it is registered with these parameters, such as `EPSG:32633`; nil for none.
    /// - Returns: the code, or well-known text.
    /// - Throws: `GeoreferencingError` when PROJ is missing, or does not know the projection or the base.
    package static func projected(
        _ projection: String, on base: String, code: String? = nil
    ) throws(GeoreferencingError) -> String {
        let context = try ProjContext()
        let projected = try context.crs(projection)
        let geographic = try context.horizontal(of: context.crs(base))
        guard
            let crs = context.keep(
                context.proj.pointee.crs_alter_geodetic_crs(context.context, projected, geographic)),
            let text = context.wellKnownText(of: crs)
        else {
            throw GeoreferencingError(
                "the projection \(SystemName.short(projection)) cannot be combined with \(SystemName.short(base)): "
                    + "\(context.reason).")
        }
        if let code, let registered = try? context.crs(code), context.areEquivalent(crs, registered) { return code }
        return text
    }

    /// Returns a system with its coordinates in another unit.
    ///
    /// - Parameters:
    ///   - code: the code of a projected system.
    ///   - meters: the length of the unit in meters.
    /// - Returns: the code if the system has this unit already; else well-known text.
    /// - Throws: `GeoreferencingError` when PROJ is missing, or the system is not known.
    package static func system(_ code: String, inUnitsOf meters: Double) throws(GeoreferencingError) -> String {
        let context = try ProjContext()
        let crs = try context.horizontal(of: context.crs(code))
        guard let unit = context.axis(of: crs)?.unit, abs(unit - meters) > 1e-9 * meters else { return code }
        guard
            let altered = context.keep(
                context.proj.pointee.crs_alter_cs_linear_unit(context.context, crs, "unit", meters, nil, nil)),
            let text = context.wellKnownText(of: altered)
        else { throw GeoreferencingError("the unit of \(code) cannot be changed: \(context.reason).") }
        return text
    }

    /// Throws unless coordinates of a system can be placed on a web map.
    ///
    /// - Throws: `GeoreferencingError` when PROJ is missing, or the system is not known or not one of the Earth.
    package static func checkPlaceable(_ definition: String) throws(GeoreferencingError) {
        guard GeoBounds.CoordinateReferenceSystem(rawValue: definition) == nil else { return }
        _ = try CoordinateTransform(
            from: definition, to: GeoBounds.CoordinateReferenceSystem.webMercator.rawValue)
    }
}
