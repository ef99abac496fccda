internal import Georeferencing
internal import ImageMetadata
internal import JSONDocuments
internal import TilePyramid

/// The attributes that say where the pixels of an array lie on the Earth.
///
/// These are the Zarr conventions `spatial` and `proj` of version 1, which GDAL reads and writes since 3.13, and the attribute
/// `_CRS` of earlier versions, which has the coordinate reference system alone.
package enum GeoreferenceAttributes {
    private static let conventions = "zarr_conventions"
    private static let code = "proj:code", wkt2 = "proj:wkt2", crs = "_CRS"
    private static let transform = "spatial:transform", transformType = "spatial:transform_type"
    private static let registration = "spatial:registration"
    private static let epsgAddress = "http://www.opengis.net/def/crs/EPSG/0/"

    /// The registrations of the conventions.
    private static var registrations: String {
        JSONText.array([
            registration(
                "proj:", "f17cb550-5864-4468-aeb7-f3180cfb622f", "zarr-experimental/geo-proj",
                "Coordinate reference system information for geospatial data"),
            registration(
                "spatial:", "689b58e2-cf7b-45e0-9fff-9cfc0883d6b4", "zarr-conventions/spatial",
                "Spatial coordinate information"),
        ])
    }

    private static func registration(
        _ name: String, _ identifier: String, _ repository: String, _ description: String
    ) -> String {
        JSONText.object([
            ("schema_url", JSONText.string("https://raw.githubusercontent.com/\(repository)/refs/tags/v1/schema.json")),
            ("spec_url", JSONText.string("https://github.com/\(repository)/blob/v1/README.md")),
            ("uuid", JSONText.string(identifier)), ("name", JSONText.string(name)),
            ("description", JSONText.string(description)),
        ])
    }

    /// The attributes of an array or a group.
    ///
    /// - Parameters:
    ///   - place: the position; its system is a code, or well-known text of 2019.
    ///   - size: the size in pixels.
    /// - Returns: the attributes in the order of the file; none if a position is beyond the numbers of a file.
    static func attributes(of place: RasterGeoreference, size: PixelSize) -> [ZarrAttribute] {
        let map = place.transform
        let isCode = isCode(place.crs)
        let corners = [(0, 0), (size.width, 0), (0, size.height), (size.width, size.height)].map {
            map.coordinate(x: Double($0.0), y: Double($0.1))
        }
        func edge(_ values: [Double], _ choose: ([Double]) -> Double?) -> Double { choose(values) ?? 0 }
        let box = [
            edge(corners.map(\.x)) { $0.min() }, edge(corners.map(\.y)) { $0.min() },
            edge(corners.map(\.x)) { $0.max() },
            edge(corners.map(\.y)) { $0.max() },
        ]
        let parts = [map.columnX, map.rowX, map.originX, map.columnY, map.rowY, map.originY]
        guard (parts + box).allSatisfy(\.isFinite) else { return [] }
        var attributes = [
            ZarrAttribute(conventions, registrations), ZarrAttribute(isCode ? code : wkt2, JSONText.exact(place.crs)),
            ZarrAttribute("spatial:dimensions", #"["y","x"]"#), ZarrAttribute(transformType, #""affine""#),
            ZarrAttribute(transform, numbers(parts)),
            ZarrAttribute("spatial:shape", "[\(size.height),\(size.width)]"),
            ZarrAttribute("spatial:bbox", numbers(box)),
            ZarrAttribute(registration, #""pixel""#),
        ]
        if !isCode {
            attributes.append(ZarrAttribute(crs, JSONText.object([("wkt", JSONText.exact(place.crs))])))
        } else if place.crs.hasPrefix("EPSG:") {
            let address = epsgAddress + place.crs.dropFirst("EPSG:".count)
            attributes.append(ZarrAttribute(crs, JSONText.object([("url", JSONText.exact(address))])))
        }
        return attributes
    }

    private static func numbers(_ values: [Double]) -> String { JSONText.array(values.map { JSONText.number($0) }) }

    /// Whether the text of a system is a code such as "EPSG:25832".
    package static func isCode(_ text: String) -> Bool {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        return parts.count == 2
            && parts.allSatisfy { part in
                !part.isEmpty && part.utf8.count <= 20
                    && part.unicodeScalars.allSatisfy {
                        ("A"..."Z").contains($0) || ("0"..."9").contains($0) || $0 == "_"
                    }
            }
    }

    // MARK: Reading

    /// Reads the position that attributes state.
    ///
    /// - Parameters:
    ///   - array: the attributes of the array of full size, which have precedence.
    ///   - group: the attributes of the group.
    /// - Returns: the position, or the reason why what they state of it is not used, as a sentence; both are nil if they state none.
    static func georeference(
        array: JSONObject, group: JSONObject
    ) -> (georeference: RasterGeoreference?, warning: String?) {
        func value(_ name: String) -> JSONValue? { array.value(name) ?? group.value(name) }
        let system = crs(value)
        guard let stated = value(transform) else {
            return (
                nil,
                system.map { _ in
                    "it states a coordinate reference system and no position (\(transform)), so it counts as not georeferenced."
                }
            )
        }
        if let type = value(transformType)?.string, type != "affine" {
            return (
                nil, "its position is a transform of the type \u{201C}\(type.prefix(40))\u{201D}, which is not read."
            )
        }
        let parts = (stated.elements ?? []).prefix(7).compactMap(\.finiteNumber)
        guard parts.count == 6 else {
            return (nil, "its position (\(transform)) is not six numbers, and is not used.")
        }
        var map = Geotransform(
            origin: (parts[2], parts[5]), column: (parts[0], parts[3]), row: (parts[1], parts[4]))
        // The transform is then that of the centers of pixels.
        if value(registration)?.string == "node" { map = map.beginning(atX: -0.5, y: -0.5) }
        guard map.inverse != nil else {
            return (nil, "its position (\(transform)) gives pixels no area, and is not used.")
        }
        guard let system else {
            // Pixels counted from the corner are not a position.
            guard parts != [1, 0, 0, 0, 1, 0] else { return (nil, nil) }
            return (nil, "its position is in a coordinate reference system that it does not state (\(code), \(wkt2)).")
        }
        return (RasterGeoreference(crs: system, transform: map), nil)
    }

    /// The coordinate reference system: a code or well-known text.
    private static func crs(_ value: (String) -> JSONValue?) -> String? {
        func text(_ value: JSONValue?) -> String? { value?.string.flatMap { $0.isEmpty ? nil : $0 } }
        if let system = text(value(code)) ?? text(value(wkt2)) { return system }
        guard let members = value(crs)?.members else { return nil }
        if let address = members["url"]?.string, address.hasPrefix(epsgAddress) {
            return "EPSG:" + address.dropFirst(epsgAddress.count)
        }
        return text(members["wkt"])
    }
}
