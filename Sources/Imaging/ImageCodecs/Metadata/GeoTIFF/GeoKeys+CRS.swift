internal import Concurrency
internal import Georeferencing
internal import MapProjections

extension GeoKeys {
    /// The statement of a coordinate reference system.
    enum Statement: Equatable {
        /// The code of a registered system.
        case code(String)
        /// The code of a registered system, in another unit of a length in meters.
        case codeInUnit(String, meters: Double)
        /// Well-known text.
        case text(String)
        /// A definition by keys that libgeotiff reads.
        case definition
        /// None.
        case missing
        /// A system that cannot be read, with the reason.
        case unreadable(String)
    }

    /// The codes that stand for systems of EPSG.
    private static let codes = 1024..<userDefined

    /// The form in which the keys state a coordinate reference system.
    var statement: Statement {
        let projected = registered(.projectedCRS)
        let geodetic = registered(.geodeticCRS)
        // Programs of Esri write well-known text where the standard has no codes.
        let text = projected == nil ? wellKnownText : nil
        switch self[code: .modelType] {
        case 1:
            if let projected { return projectedStatement(projected) }
            if let text { return .text(text) }
            if let code = self[code: .projectedCRS], code > Self.userDefined {
                return .unreadable("ProjectedCRSGeoKey is \(code), a private code")
            }
            guard has(.projection) || has(.projectionMethod) else {
                return isEmpty || !has(.projectedCRS) && !has(.geodeticCRS)
                    ? .missing : .unreadable("GTModelTypeGeoKey is 1, projected, and no key has a projection")
            }
            return .definition
        case 2:
            if let geodetic { return .code("EPSG:\(geodetic)") }
            if let text { return .text(text) }
            return has(.geodeticCRS) ? .definition : .missing
        case 3: return .unreadable("GTModelTypeGeoKey is 3, geocentric")
        case nil, 0, Self.userDefined:
            if let text { return .text(text) }
            if let projected { return projectedStatement(projected) }
            // Of files that name no model, a code counts, unless there is a projection as well.
            if let geodetic, self[code: .modelType] != Self.userDefined,
                !has(.projectedCRS), !has(.projection), !has(.projectionMethod)
            {
                return .code("EPSG:\(geodetic)")
            }
            return isEmpty || self[code: .modelType] == nil
                ? .missing : .unreadable("GTModelTypeGeoKey is \(self[code: .modelType] ?? 0)")
        case let model?: return .unreadable("GTModelTypeGeoKey is \(model)")
        }
    }

    /// The most systems that are kept for other files with the same keys.
    private static let keptLimit = 64
    private static let kept = Locked([Tags: Result<String, Fault>]())

    /// The coordinate reference system: a code, well-known text or a PROJ string; nil if there is none.
    ///
    /// What PROJ or libgeotiff finds is kept, because the files of a mosaic have the same keys.
    ///
    /// - Throws: the reason why it cannot be read.
    func crs() throws(Fault) -> String? {
        switch statement {
        case .missing: return nil
        case .unreadable(let reason): throw Fault(reason)
        case .code(let code): return GeoBounds.CoordinateReferenceSystem.code(code)
        case .codeInUnit, .text, .definition: break
        }
        if let known = Self.kept.withLock({ $0[tags] }) { return try known.get() }
        let result = Result { () throws(Fault) in try foundCRS() }
        Self.kept.withLock {
            if $0.count >= Self.keptLimit { $0.removeAll() }
            $0[tags] = result
        }
        return try result.get()
    }

    /// The system that PROJ or libgeotiff finds.
    private func foundCRS() throws(Fault) -> String {
        do {
            switch statement {
            case .codeInUnit(let code, let meters):
                return try CoordinateSystem.system(code, inUnitsOf: meters)
            case .text(let text): return try CoordinateSystem(text).definition
            case .definition, .code, .missing, .unreadable: break
            }
        } catch {
            throw Fault(error.message)
        }
        return try definedCRS()
    }

    private func has(_ key: Key) -> Bool { self[code: key].map { $0 != 0 } ?? false }

    private func registered(_ key: Key) -> Int? {
        self[code: key].flatMap { Self.codes.contains($0) ? $0 : nil }
    }

    private func projectedStatement(_ code: Int) -> Statement {
        // Parameters beside a code are those of the file, whatever the registry has.
        if has(.projectionMethod) { return .definition }
        let name = "EPSG:\(code)"
        guard GeoBounds.CoordinateReferenceSystem.code(name) == name, code != 3857,
            let unit = self[code: .linearUnits], unit != 0
        else { return .code(name) }
        let meters = unit == Self.userDefined ? self[number: .linearUnitSize] : Self.meters[unit]
        guard let meters, meters.isFinite, meters > 0 else {
            return unit == Self.userDefined
                ? .unreadable("ProjLinearUnitsGeoKey is \(unit), without a size") : .definition
        }
        return .codeInUnit(name, meters: meters)
    }

    /// The lengths of units of EPSG in meters.
    private static let meters = [9001: 1, 9002: 0.3048, 9003: 1200.0 / 3937]

    /// The well-known text in one of the citations.
    private var wellKnownText: String? {
        let keywords = ["PROJCS[", "PROJCRS[", "GEOGCS[", "GEOGCRS[", "COMPD_CS[", "COMPOUNDCRS[", "BOUNDCRS["]
        for key in [Key.projectedCitation, .citation, .geodeticCitation] {
            // "ESRI PE String = PROJCS[…]|"
            let citation = (self[text: key] ?? "")
            let text = citation.hasPrefix("ESRI PE String") ? citation.drop { $0 != "=" }.dropFirst() : citation[...]
            let start = text.drop { $0 == " " }
            if keywords.contains(where: start.hasPrefix) {
                let end = start.lastIndex { $0 == "]" } ?? start.startIndex
                return String(start[...end])
            }
        }
        return nil
    }
}

extension GeoBounds.CoordinateReferenceSystem {
    /// A code, or the code of the built-in system with the same coordinates.
    static func code(_ code: String) -> String { code == "EPSG:3785" ? webMercator.rawValue : code }
}
