internal import CProj
internal import Concurrency
internal import Glibc
package import Georeferencing

/// A coordinate reference system that PROJ knows.
package struct CoordinateSystem: Hashable, Sendable {
    /// The shortest definition: the code of a built-in system, another code, or the given text.
    package let definition: String
    /// The name for people, such as "WGS 84 / UTM zone 33N".
    package let name: String
    /// True when the authority's first axis is north, as in EPSG:4326.
    ///
    /// Transforms always take the east first.
    package let isNorthFirst: Bool

    /// Identifies a system.
    ///
    /// A system with the coordinates of Web Mercator becomes EPSG:3857, and a system with longitudes and latitudes on WGS 84
    /// becomes EPSG:4326, whatever its name. Results are kept for later calls.
    ///
    /// - Parameter definition: a code such as `EPSG:25832`, well-known text of any dialect, or a PROJ string.
    /// - Throws: `GeoreferencingError` when PROJ is missing, or the system is not known.
    package init(_ definition: String) throws(GeoreferencingError) {
        if let builtIn = Self.builtIn[definition.uppercased()] {
            self = builtIn
            return
        }
        if let found = Self.found.withLock({ $0[definition] }) {
            self = try found.get()
            return
        }
        let result = Result { () throws(GeoreferencingError) in try Self.identified(definition) }
        Self.found.withLock {
            if $0.count >= Self.keptLimit { $0.removeAll() }
            $0[definition] = result
        }
        self = try result.get()
    }

    init(definition: String, name: String, isNorthFirst: Bool) {
        self.definition = definition
        self.name = name
        self.isNorthFirst = isNorthFirst
    }

    /// The most results that are kept.
    private static let keptLimit = 64
    private static let found = Locked([String: Result<CoordinateSystem, GeoreferencingError>]())

    private static let webMercator = CoordinateSystem(
        definition: GeoBounds.CoordinateReferenceSystem.webMercator.rawValue, name: "WGS 84 / Pseudo-Mercator",
        isNorthFirst: false)
    private static let wgs84 = CoordinateSystem(
        definition: GeoBounds.CoordinateReferenceSystem.wgs84.rawValue, name: "WGS 84", isNorthFirst: true)
    /// The built-in systems by their codes, older ones of Web Mercator included.
    private static let builtIn = [
        "EPSG:3857": webMercator, "EPSG:900913": webMercator, "EPSG:3785": webMercator, "EPSG:102100": webMercator,
        "EPSG:102113": webMercator, "ESRI:102100": webMercator, "ESRI:102113": webMercator, "EPSG:4326": wgs84,
    ]

    private static func identified(_ definition: String) throws(GeoreferencingError) -> CoordinateSystem {
        let context = try ProjContext()
        let crs = try context.crs(definition)
        let horizontal = context.horizontal(of: crs)
        for builtIn in [webMercator, wgs84] {
            // A system that differs from WGS 84 by the order of its axes alone says so.
            if try context.areEquivalent(horizontal, context.crs(builtIn.definition)) {
                return CoordinateSystem(
                    definition: builtIn.definition, name: builtIn.name,
                    isNorthFirst: context.isNorthFirst(horizontal))
            }
        }
        if definition.contains("ercator") || definition.contains("=merc"), isWebMercator(definition) {
            return webMercator
        }
        return CoordinateSystem(
            definition: context.code(of: crs) ?? definition, name: context.name(of: crs),
            isNorthFirst: context.isNorthFirst(horizontal))
    }

    /// True for Mercator on a sphere with the radius of Web Mercator's, which is the same under another name.
    private static func isWebMercator(_ definition: String) -> Bool {
        guard let transform = try? CoordinateTransform(from: definition, to: webMercator.definition) else {
            return false
        }
        let x = [0, 1e7, -1.5e7]
        let y = [0, 5e6, -1e7]
        var foundX = x
        var foundY = y
        transform.transform(&foundX, &foundY)
        // NaN differs from anything.
        return x.indices.allSatisfy { abs(foundX[$0] - x[$0]) < 1e-3 && abs(foundY[$0] - y[$0]) < 1e-3 }
    }
}
