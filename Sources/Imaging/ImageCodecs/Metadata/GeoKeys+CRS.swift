extension GeoKeys {
    /// The coordinate reference system: a code of EPSG, or a definition for PROJ.
    enum CRS: Equatable {
        /// A code or definition.
        case defined(String)
        /// A definition of the file's own that is not read, with what it consists of.
        case unsupported(String)
        /// None.
        case missing
    }

    /// The codes that stand for systems of EPSG.
    private static let codes = 1024..<userDefined

    /// The coordinate reference system from GTModelTypeGeoKey, ProjectedCRSGeoKey and GeodeticCRSGeoKey.
    var crs: CRS {
        let (projected, geodetic) = (self[code: .projectedCRS], self[code: .geodeticCRS])
        switch (self[code: .modelType], projected, geodetic) {
        case (1, 3785, _): return .defined("EPSG:3857")
        case (2, _, let code?) where Self.codes.contains(code): return .defined("EPSG:\(code)")
        case (1, Self.userDefined, _): return userDefinedCRS
        default: break
        }
        // Of files that name no model, the first code counts.
        let code = [projected, geodetic].compactMap(\.self).first { Self.codes.contains($0) }
        return code.map { .defined("EPSG:\($0)") } ?? .missing
    }

    /// The system that projection keys describe.
    private var userDefinedCRS: CRS {
        // Programs of ESRI write well-known text.
        let citation = (self[text: .projectedCitation] ?? "").drop { $0 != "=" }.drop { $0 == "=" || $0 == " " }
        if citation.hasPrefix("PROJCS[") { return .defined(String(citation)) }
        guard let method = self[code: .projectionMethod] else { return .missing }
        guard let unit else {
            return .unsupported("ProjLinearUnitsGeoKey is \(self[code: .linearUnits] ?? 0)")
        }
        guard let projection = projection(method, metersPerUnit: unit.meters) else {
            return .unsupported("ProjMethodGeoKey is \(method)")
        }
        guard let datum else {
            let code = self[code: .geodeticCRS].map(String.init) ?? "missing"
            return .unsupported("GeodeticCRSGeoKey is \(code), without axes of an ellipsoid")
        }
        return .defined("\(projection) \(datum) +units=\(unit.name) +no_defs")
    }

    /// The datum or the ellipsoid, as parameters of PROJ.
    private var datum: String? {
        switch self[code: .geodeticCRS] {
        case 4326: return "+datum=WGS84"
        case 4269: return "+datum=NAD83"
        case 4258: return "+ellps=GRS80"
        default: break
        }
        if let axis = self[number: .semiMajorAxis], let flattening = self[number: .inverseFlattening], axis > 0,
            flattening > 1
        {
            return "+a=\(axis) +rf=\(flattening)"
        }
        return switch self[code: .ellipsoid] {
        case 7030: "+ellps=WGS84"
        case 7019: "+ellps=GRS80"
        default: nil
        }
    }

    /// The unit of projected coordinates: its name in PROJ, and its length in meters; nil if it is not known.
    private var unit: (name: String, meters: Double)? {
        switch self[code: .linearUnits] {
        case nil, 9001: ("m", 1)
        case 9002: ("ft", 0.3048)
        case 9003: ("us-ft", 1200.0 / 3937)
        default: nil
        }
    }

    /// The first of some keys that has a number; 0 if none has.
    private func first(_ keys: Key...) -> Double { keys.lazy.compactMap { self[number: $0] }.first ?? 0 }

    /// The projection of a method of the GeoTIFF standard (annex C), as parameters of PROJ.
    ///
    /// False eastings and northings are in the unit of projected coordinates, and PROJ's parameters are in meters.
    private func projection(_ method: Int, metersPerUnit: Double) -> String? {
        let longitude = "+lon_0=\(first(.naturalOriginLongitude, .falseOriginLongitude, .centerLongitude))"
        let latitude = "+lat_0=\(first(.naturalOriginLatitude, .falseOriginLatitude, .centerLatitude))"
        let easting = first(.falseEasting, .falseOriginEasting, .centerEasting) * metersPerUnit
        let northing = first(.falseNorthing, .falseOriginNorthing, .centerNorthing) * metersPerUnit
        let offset = "+x_0=\(easting) +y_0=\(northing)"
        let scale = "+k_0=\(self[number: .naturalOriginScale] ?? self[number: .centerScale] ?? 1)"
        let parallels = "+lat_1=\(first(.standardParallel1)) +lat_2=\(first(.standardParallel2))"
        switch method {
        case 1: return "+proj=tmerc \(latitude) \(longitude) \(scale) \(offset)"
        case 7:
            return self[number: .standardParallel1].map { "+proj=merc \(longitude) +lat_ts=\($0) \(offset)" }
                ?? "+proj=merc \(longitude) \(scale) \(offset)"
        case 8: return "+proj=lcc \(parallels) \(latitude) \(longitude) \(offset)"
        case 9:
            let parallel = first(.naturalOriginLatitude)
            return "+proj=lcc +lat_1=\(parallel) +lat_0=\(parallel) \(longitude) \(scale) \(offset)"
        case 10: return "+proj=laea \(latitude) \(longitude) \(offset)"
        case 11: return "+proj=aea \(parallels) \(latitude) \(longitude) \(offset)"
        case 15:
            let pole = first(.straightVerticalPoleLongitude, .naturalOriginLongitude)
            let parallel = first(.naturalOriginLatitude, .standardParallel1)
            let center = parallel < 0 ? -90 : 90
            return "+proj=stere +lat_0=\(center) +lat_ts=\(parallel) +lon_0=\(pole) \(scale) \(offset)"
        default: return nil
        }
    }
}
