internal import CProj
package import Georeferencing
package import ImageMetadata

extension GeoTIFFTags {
    /// Creates the tags of a coordinate reference system, without a position.
    ///
    /// An EPSG code is stated as a code, and any other projected system as ESRI's well-known text.
    ///
    /// - Parameter crs: a code such as `EPSG:25832`, well-known text or a PROJ string.
    /// - Throws: `GeoreferencingError` when PROJ is missing or does not know the system, and for systems that a GeoTIFF cannot
    ///   state in these ways.
    package init(crs: String) throws(GeoreferencingError) {
        let context = try ProjContext()
        let system = try context.crs(crs)
        let type = context.proj.pointee.get_type(system)
        let isGeographic = type == PJ_TYPE_GEOGRAPHIC_2D_CRS || type == PJ_TYPE_GEOGRAPHIC_3D_CRS
        let codes = 1024...Int(UInt16.max) - 1
        if isGeographic || type == PJ_TYPE_PROJECTED_CRS, let code = Self.epsgCode(of: crs, in: codes) {
            self.init(epsg: code, isGeographic: isGeographic)
            return
        }
        guard type == PJ_TYPE_PROJECTED_CRS || type == PJ_TYPE_BOUND_CRS,
            let text = context.proj.pointee.as_wkt(context.context, system, PJ_WKT1_ESRI, nil)
        else {
            throw GeoreferencingError("the coordinate system \(SystemName.short(crs)) cannot be stated in a GeoTIFF.")
        }
        self.init(esriText: Self.onOneLine(String(cString: text)))
    }

    private static func epsgCode(of crs: String, in codes: ClosedRange<Int>) -> Int? {
        guard crs.hasPrefix("EPSG:"), let code = Int(crs.dropFirst(5)), codes.contains(code) else { return nil }
        return code
    }

    private static func onOneLine(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).map { $0.drop { $0 == " " } }.joined()
    }
}
