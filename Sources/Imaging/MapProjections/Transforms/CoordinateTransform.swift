internal import CProj
package import Georeferencing

/// Transforms coordinates from one coordinate reference system to another with PROJ.
///
/// Coordinates are x and y, or longitude and latitude in degrees, in this order whatever the authority of the system says. Each
/// transform has a context of its own, and is used by one thread at a time.
package final class CoordinateTransform {
    private let proj: UnsafePointer<tk_proj_functions>
    private let context: OpaquePointer
    private let operation: OpaquePointer
    /// True when the results are longitudes and latitudes.
    let yieldsDegrees: Bool

    /// Creates a transform.
    ///
    /// - Parameters:
    ///   - source: the system of the given coordinates: a code such as `EPSG:25832`, well-known text or a PROJ string.
    ///   - target: the system of the results.
    /// - Throws: ``GeoreferencingError`` when PROJ is missing, a system is not known, or there is no way between them.
    package init(from source: String, to target: String) throws(GeoreferencingError) {
        let proj = try ProjLibrary.functions()
        guard let context = proj.pointee.context_create() else {
            throw GeoreferencingError("there is not enough memory for the coordinate systems.")
        }
        // Errors are reported by what is thrown, and no grid is fetched from the network.
        _ = proj.pointee.log_level(context, PJ_LOG_NONE)
        _ = proj.pointee.context_set_enable_network(context, 0)
        do throws(GeoreferencingError) {
            (operation, yieldsDegrees) = try Self.operation(proj, context, from: source, to: target)
        } catch {
            _ = proj.pointee.context_destroy(context)
            throw error
        }
        (self.proj, self.context) = (proj, context)
    }

    deinit {
        _ = proj.pointee.destroy(operation)
        _ = proj.pointee.context_destroy(context)
    }

    /// Transforms points in place; those outside of the domain of either system become NaN.
    ///
    /// - Parameters:
    ///   - x: the eastings or longitudes.
    ///   - y: the northings or latitudes, as many.
    package func transform(_ x: inout [Double], _ y: inout [Double]) {
        precondition(x.count == y.count, "each point has two coordinates")
        let count = x.count
        let step = MemoryLayout<Double>.stride
        x.withUnsafeMutableBufferPointer { x in
            y.withUnsafeMutableBufferPointer { y in
                _ = proj.pointee.trans_generic(
                    operation, PJ_FWD, x.baseAddress, step, count, y.baseAddress, step, count, nil, 0, 0, nil, 0, 0)
                for index in 0..<count where !x[index].isFinite || !y[index].isFinite {
                    (x[index], y[index]) = (.nan, .nan)
                }
            }
        }
    }

    private static func operation(
        _ proj: UnsafePointer<tk_proj_functions>, _ context: OpaquePointer, from source: String, to target: String
    ) throws(GeoreferencingError) -> (OpaquePointer, yieldsDegrees: Bool) {
        let sourceCRS = try crs(proj, context, source)
        defer { _ = proj.pointee.destroy(sourceCRS) }
        let targetCRS = try crs(proj, context, target)
        defer { _ = proj.pointee.destroy(targetCRS) }
        guard let operation = proj.pointee.create_crs_to_crs_from_pj(context, sourceCRS, targetCRS, nil, nil) else {
            throw GeoreferencingError(
                "coordinates cannot be transformed from \(source) to \(target): \(reason(proj, context)).")
        }
        defer { _ = proj.pointee.destroy(operation) }
        guard let normalized = proj.pointee.normalize_for_visualization(context, operation) else {
            throw GeoreferencingError(
                "the axes of \(source) or \(target) are not supported: \(reason(proj, context)).")
        }
        let type = proj.pointee.get_type(targetCRS)
        return (normalized, type == PJ_TYPE_GEOGRAPHIC_2D_CRS || type == PJ_TYPE_GEOGRAPHIC_3D_CRS)
    }

    /// Creates a coordinate reference system, which the caller destroys.
    static func crs(
        _ proj: UnsafePointer<tk_proj_functions>, _ context: OpaquePointer, _ definition: String
    ) throws(GeoreferencingError) -> OpaquePointer {
        // A PROJ string is a coordinate reference system only with this parameter.
        let text =
            definition.hasPrefix("+proj=") && !definition.contains("+type=crs")
            ? definition + " +type=crs" : definition
        guard let crs = proj.pointee.create(context, text) else {
            throw GeoreferencingError(
                "the coordinate system \(definition) is not known: \(reason(proj, context)). Give a code such as "
                    + "EPSG:25832, well-known text or a PROJ string.")
        }
        guard proj.pointee.is_crs(crs) != 0 else {
            _ = proj.pointee.destroy(crs)
            throw GeoreferencingError(
                "\(definition) is no coordinate reference system. Give a code such as EPSG:25832.")
        }
        return crs
    }

    /// The reason of the last failure, in PROJ's words.
    private static func reason(_ proj: UnsafePointer<tk_proj_functions>, _ context: OpaquePointer) -> String {
        let code = proj.pointee.context_errno(context)
        guard code != 0, let text = proj.pointee.context_errno_string(context, code) else {
            return "PROJ does not find it in its database"
        }
        return String(cString: text)
    }
}
