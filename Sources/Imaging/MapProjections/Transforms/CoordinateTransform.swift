internal import CProj
package import Georeferencing

/// Transforms coordinates from one coordinate reference system to another with PROJ.
///
/// Coordinates are x and y, or longitude and latitude in degrees, in this order, whatever the authority of the system defines.
/// Each transform has a context of its own, and is used by one thread at a time.
package final class CoordinateTransform {
    private let context: ProjContext
    private let operation: OpaquePointer
    /// True when the results are longitudes and latitudes.
    let yieldsDegrees: Bool

    /// Creates a transform.
    ///
    /// - Parameters:
    ///   - source: the system of the given coordinates: a code such as `EPSG:25832`, well-known text or a PROJ string.
    ///   - target: the system of the results.
    /// - Throws: ``GeoreferencingError`` when PROJ is missing, a system is unknown, or no transformation between them exists.
    package init(from source: String, to target: String) throws(GeoreferencingError) {
        context = try ProjContext()
        (operation, yieldsDegrees) = try Self.operation(context, from: source, to: target)
    }

    /// Transforms points in place; points outside the domain of either system become NaN.
    ///
    /// - Parameters:
    ///   - x: the eastings or longitudes.
    ///   - y: the northings or latitudes, the same number.
    package func transform(_ x: inout [Double], _ y: inout [Double]) {
        precondition(x.count == y.count, "each point has two coordinates")
        let count = x.count
        let step = MemoryLayout<Double>.stride
        x.withUnsafeMutableBufferPointer { x in
            y.withUnsafeMutableBufferPointer { y in
                _ = context.proj.pointee.trans_generic(
                    operation, PJ_FWD, x.baseAddress, step, count, y.baseAddress, step, count, nil, 0, 0, nil, 0, 0)
                for index in 0..<count where !x[index].isFinite || !y[index].isFinite {
                    x[index] = .nan
                    y[index] = .nan
                }
            }
        }
    }

    private static func operation(
        _ context: ProjContext, from source: String, to target: String
    ) throws(GeoreferencingError) -> (OpaquePointer, yieldsDegrees: Bool) {
        let sourceCRS = try context.crs(source)
        let targetCRS = try context.crs(target)
        let proj = context.proj
        guard
            let operation = context.keep(
                proj.pointee.create_crs_to_crs_from_pj(context.context, sourceCRS, targetCRS, nil, nil))
        else {
            throw GeoreferencingError(
                "coordinates cannot be transformed from \(SystemName.short(source)) to \(SystemName.short(target)). "
                    + "PROJ knows no way between them, as with other planets and some datums.")
        }
        guard let normalized = context.keep(proj.pointee.normalize_for_visualization(context.context, operation)) else {
            throw GeoreferencingError(
                "the axes of \(SystemName.short(source)) or \(SystemName.short(target)) are not supported: "
                    + "\(context.reason).")
        }
        let type = proj.pointee.get_type(targetCRS)
        return (normalized, type == PJ_TYPE_GEOGRAPHIC_2D_CRS || type == PJ_TYPE_GEOGRAPHIC_3D_CRS)
    }
}
