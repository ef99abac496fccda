internal import Georeferencing
internal import MapProjections

extension GeoKeys {
    /// The system that keys define: a code, well-known text or a PROJ string.
    ///
    /// - Throws: the reason why it cannot be read, with the key and its value.
    func definedCRS() throws(Fault) -> String {
        let definition = try GeoTIFFDefinition(self)
        do {
            guard let projection = definition.projection else {
                return try CoordinateSystem(geographic(definition)).definition
            }
            let base = try geographic(definition)
            return try CoordinateSystem(projected(projection, definition, on: base)).definition
        } catch let fault as Fault {
            throw fault
        } catch {
            throw Fault("\(error)")
        }
    }

    /// The geographic system: a code or well-known text (OGC 01-009).
    private func geographic(_ definition: GeoTIFFDefinition) throws -> String {
        // A registered system has a unit, whatever the file says of parameters.
        if let code = definition.geographicCode { return "EPSG:\(code)" }
        let degrees = definition.degreesPerUnit
        guard degrees.isFinite, degrees > 0 else {
            throw Fault("GeogAngularUnitsGeoKey is \(self[code: .angularUnits] ?? 0)")
        }
        if let datum = definition.datumCode, definition.shift.isEmpty,
            let code = try CoordinateSystem.geographic(
                datum: datum, primeMeridian: definition.primeMeridian,
                unit: definition.projection == nil ? degrees * .pi / 180 : nil)
        {
            return code
        }
        guard let axes = definition.axes else {
            throw Fault(
                "GeodeticCRSGeoKey is \(self[code: .geodeticCRS] ?? 0), and no key has the axes of an ellipsoid")
        }
        let inverseFlattening = axes.major == axes.minor ? 0 : axes.major / (axes.major - axes.minor)
        let identifier = definition.datumCode.map { ",AUTHORITY[\"EPSG\",\"\($0)\"]" } ?? ""
        let shift = definition.shift + Array(repeating: 0, count: max(0, 7 - definition.shift.count))
        // A projected system with a shift gets it around the whole.
        let hasShift = definition.projection == nil && !definition.shift.isEmpty
        let toWGS84 = hasShift ? ",TOWGS84[\(shift.map { "\($0)" }.joined(separator: ","))]" : ""
        let unit = definition.projection == nil ? degrees * .pi / 180 : .pi / 180
        return "GEOGCS[\"unknown\",DATUM[\"unknown\",SPHEROID[\"unknown\",\(axes.major),\(inverseFlattening)]"
            + "\(toWGS84)\(identifier)],PRIMEM[\"unknown\",\(definition.primeMeridian)],UNIT[\"unknown\",\(unit)]]"
    }

    private func projected(
        _ projection: GeoTIFFDefinition.Projection, _ definition: GeoTIFFDefinition, on base: String
    ) throws -> String {
        let meters = definition.metersPerUnit
        guard meters.isFinite, meters > 0 else {
            throw Fault("ProjLinearUnitsGeoKey is \(self[code: .linearUnits] ?? 0)")
        }
        guard let text = projection.text else {
            if let code = projection.code {
                // The registry may have what the standard has no method for.
                return "urn:ogc:def:crs,crs:\(try urn(base, code)),cs:EPSG::4400,coordinateOperation:EPSG::\(code)"
            }
            throw Fault("ProjMethodGeoKey is \(self[code: .projectionMethod] ?? projection.method)")
        }
        let unit = meters == 1 ? "+units=m" : "+to_meter=\(meters)"
        let axes = definition.axes.map { "+a=\($0.major) +b=\($0.minor)" } ?? "+ellps=WGS84"
        if definition.geographicCode == nil, !definition.shift.isEmpty {
            let shift = definition.shift.map { "\($0)" }.joined(separator: ",")
            return "\(text) \(axes) +pm=\(definition.primeMeridian) +towgs84=\(shift) \(unit) +no_defs +type=crs"
        }
        return try CoordinateSystem.projected(
            "\(text) \(axes) \(unit) +no_defs +type=crs", on: base,
            code: definition.projectedCode.map { "EPSG:\($0)" })
    }

    /// The name of a registered system in a URN.
    private func urn(_ base: String, _ projection: Int) throws(Fault) -> String {
        guard base.hasPrefix("EPSG:") else {
            throw Fault("ProjectionGeoKey is \(projection), which needs a registered geographic system")
        }
        return "EPSG::\(base.dropFirst(5))"
    }
}
