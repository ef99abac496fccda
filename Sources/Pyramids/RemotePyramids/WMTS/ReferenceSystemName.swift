internal import Georeferencing
internal import Numbers

/// The name of a coordinate reference system in the capabilities of a service.
///
/// Servers write URNs (`urn:ogc:def:crs:EPSG::4326`, OGC 07-092r3), addresses (`http://www.opengis.net/def/crs/EPSG/0/4326`)
/// and codes (`EPSG:4326`), each with versions, capital letters or brackets of their own.
struct ReferenceSystemName: Hashable, Sendable {
    /// The name as the server has it.
    let text: String
    /// The authority in capital letters, such as `EPSG`; empty if the form of the name is not known.
    private let authority: String
    /// The code after the authority, without its version.
    private let code: String
    /// Whether the name is a code; servers that write such names have the east first, whatever the order of the axes is.
    let isShort: Bool

    /// The degrees of WGS 84 with the longitude first.
    private static let longitudeFirst = ["CRS84", "84"]
    /// The numbers of Web Mercator, and the authorities that have given them.
    private static let webMercatorCodes = ["3857", "900913", "3785", "102100", "102113"]
    private static let webMercatorAuthorities = ["EPSG", "ESRI", "OSGEO"]

    init(_ text: String) {
        self.text = text
        // A safe CURIE has brackets.
        let name = text.hasPrefix("[") && text.hasSuffix("]") ? String(text.dropFirst().dropLast()) : text
        let lowercase = name.lowercased()
        if lowercase.hasPrefix("urn:") {
            // urn:ogc:def:crs:AUTHORITY:VERSION:CODE
            let parts = name.split(separator: ":", omittingEmptySubsequences: false)
            authority = parts.count > 5 ? parts[4].uppercased() : ""
            code = parts.last.map(String.init) ?? ""
            isShort = false
        } else if lowercase.hasPrefix("http"), lowercase.contains("/def/crs/") {
            // /def/crs/AUTHORITY/VERSION/CODE
            let parts = name.split(separator: "/")
            authority = parts.count > 3 ? parts[parts.count - 3].uppercased() : ""
            code = parts.last.map(String.init) ?? ""
            isShort = false
        } else if let hash = name.lastIndex(of: "#"), lowercase.contains("epsg.xml#") {
            // http://www.opengis.net/gml/srs/epsg.xml#CODE, which precedes the order of axes.
            authority = "EPSG"
            code = String(name[name.index(after: hash)...])
            isShort = true
        } else {
            let parts = name.split(separator: ":")
            authority = parts.count == 2 ? parts[0].uppercased() : ""
            code = parts.last.map(String.init) ?? ""
            isShort = authority == "EPSG"
        }
    }

    /// The name in the form that PROJ reads, with the axes in their own order.
    var definition: String {
        if isLongitudeFirst { return "OGC:CRS84" }
        // PROJ does not know the older codes.
        if isWebMercator { return GeoBounds.CoordinateReferenceSystem.webMercator.rawValue }
        return number.map { "EPSG:\($0)" } ?? text
    }

    /// The name of the system of places, in which the east is always first.
    var crs: String { isLongitudeFirst ? GeoBounds.CoordinateReferenceSystem.wgs84.rawValue : definition }

    /// The number of a system of EPSG; nil for others.
    var number: Int? { authority == "EPSG" ? CheckedNumber.integer(code, in: 1...Int(Int32.max)) : nil }

    /// Whether the system is Web Mercator under one of its names.
    var isWebMercator: Bool {
        Self.webMercatorAuthorities.contains(authority) && Self.webMercatorCodes.contains(code)
    }

    /// Whether the system is that of longitude and latitude in this order.
    var isLongitudeFirst: Bool {
        ["OGC", "CRS"].contains(authority) && Self.longitudeFirst.contains(code.uppercased())
    }
}
