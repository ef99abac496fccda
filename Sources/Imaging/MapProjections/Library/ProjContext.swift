internal import CProj
internal import Georeferencing

/// A context of PROJ, used by one thread, with the objects that were made in it.
final class ProjContext {
    let proj: UnsafePointer<tk_proj_functions>
    let context: OpaquePointer
    private var objects: [OpaquePointer] = []

    /// Creates a context (`proj_context_create`) that prints nothing, fetches no grid from the network, and reads no file outside of
    /// PROJ's folders, whatever a coordinate system names.
    ///
    /// - Throws: ``GeoreferencingError`` when PROJ is missing.
    init() throws(GeoreferencingError) {
        proj = try ProjLibrary.functions()
        guard let context = proj.pointee.context_create() else {
            throw GeoreferencingError("there is not enough memory for the coordinate systems.")
        }
        self.context = context
        _ = proj.pointee.log_level(context, PJ_LOG_NONE)
        _ = proj.pointee.context_set_enable_network(context, 0)
        guard let folders = ProjLibrary.folders, tk_proj_confine(proj, context, folders) != 0 else {
            throw GeoreferencingError("PROJ's folders are not known.")
        }
    }

    deinit {
        for object in objects { _ = proj.pointee.destroy(object) }
        _ = proj.pointee.context_destroy(context)
    }

    /// Keeps an object until the context ends; nil is the failure of a function.
    func keep(_ object: OpaquePointer?) -> OpaquePointer? {
        if let object { objects.append(object) }
        return object
    }

    /// Creates a system (`proj_create`).
    ///
    /// - Throws: ``GeoreferencingError`` that names the system when PROJ does not know it.
    func crs(_ definition: String) throws(GeoreferencingError) -> OpaquePointer {
        // A PROJ string is a coordinate reference system only with this parameter.
        let isBare = definition.hasPrefix("+") && !definition.contains("+type=crs")
        let short = SystemName.short(definition)
        guard let crs = keep(proj.pointee.create(context, isBare ? definition + " +type=crs" : definition)) else {
            throw GeoreferencingError(
                "the coordinate system \(short) is not known: \(reason). Give a code such as "
                    + "EPSG:25832, well-known text or a PROJ string.")
        }
        guard proj.pointee.is_crs(crs) != 0 else {
            throw GeoreferencingError("\(short) is not a coordinate reference system. Give a code such as EPSG:25832.")
        }
        return crs
    }

    /// The reason of the last failure, in PROJ's words.
    var reason: String {
        let code = proj.pointee.context_errno(context)
        // The code of other errors has no text.
        guard code != 0, code != PROJ_ERR_OTHER, let text = proj.pointee.context_errno_string(context, code) else {
            return "PROJ does not read it"
        }
        return String(cString: text)
    }

    /// The horizontal part of a compound system, and what a system with a shift to another is based on.
    func horizontal(of crs: OpaquePointer) -> OpaquePointer {
        var crs = crs
        // Three levels are the most: compound, bound, and the system itself.
        for _ in 0..<3 {
            let inner: OpaquePointer? =
                switch proj.pointee.get_type(crs) {
                case PJ_TYPE_COMPOUND_CRS: proj.pointee.crs_get_sub_crs(context, crs, 0)
                case PJ_TYPE_BOUND_CRS: proj.pointee.get_source_crs(context, crs)
                default: nil
                }
            guard let inner = keep(inner) else { break }
            crs = inner
        }
        return crs
    }

    /// True when coordinates of both mean the same, apart from the order of degrees (`proj_is_equivalent_to_with_ctx`).
    func areEquivalent(_ crs: OpaquePointer, _ other: OpaquePointer) -> Bool {
        proj.pointee.is_equivalent_to_with_ctx(
            context, crs, other, PJ_COMP_EQUIVALENT_EXCEPT_AXIS_ORDER_GEOGCRS) != 0
    }

    /// True when the first axis leads north.
    func isNorthFirst(_ crs: OpaquePointer) -> Bool {
        axis(of: crs).map { $0.direction == "north" } ?? false
    }

    /// The direction of the first axis, and its unit in meters or radians.
    func axis(of crs: OpaquePointer) -> (direction: String, unit: Double)? {
        guard let system = keep(proj.pointee.crs_get_coordinate_system(context, crs)) else { return nil }
        var direction: UnsafePointer<CChar>?
        var factor = 0.0
        guard
            proj.pointee.cs_get_axis_info(context, system, 0, nil, nil, &direction, &factor, nil, nil, nil) != 0,
            let direction
        else { return nil }
        return (String(cString: direction), factor)
    }

    /// The code of a system, such as `EPSG:25832`, if that is the system as it is defined.
    func code(of crs: OpaquePointer) -> String? {
        guard proj.pointee.get_type(crs) != PJ_TYPE_BOUND_CRS, let authority = proj.pointee.get_id_auth_name(crs, 0),
            let code = proj.pointee.get_id_code(crs, 0)
        else { return nil }
        let text = "\(String(cString: authority)):\(String(cString: code))"
        guard let registered = try? self.crs(text), areEquivalent(crs, registered),
            // The criterion leaves the order of degrees out.
            axis(of: crs)?.direction == axis(of: registered)?.direction
        else { return nil }
        return text
    }

    /// The name of a system.
    func name(of crs: OpaquePointer) -> String {
        proj.pointee.get_name(crs).map { String(cString: $0) } ?? "unknown"
    }

    /// Well-known text of a system (ISO 19162:2019).
    func wellKnownText(of crs: OpaquePointer) -> String? {
        proj.pointee.as_wkt(context, crs, PJ_WKT2_2019, nil).map { String(cString: $0) }
    }
}
