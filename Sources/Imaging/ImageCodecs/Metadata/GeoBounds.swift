/// The edges of a north-up image in map coordinates.
public struct GeoBounds: Hashable, Sendable {
    /// The coordinate reference systems that are supported.
    public enum CoordinateReferenceSystem: String, Hashable, Sendable, CaseIterable {
        /// Web Mercator: meters east and north of the point where the equator meets the prime meridian.
        case webMercator = "EPSG:3857"
        /// Degrees of longitude and latitude on WGS 84.
        case wgs84 = "EPSG:4326"
    }

    /// The edges, in the unit of ``crs``: meters or degrees.
    public var west, south, east, north: Double
    /// The coordinate reference system of the edges.
    public var crs: CoordinateReferenceSystem

    /// Creates bounds from their edges.
    public init(west: Double, south: Double, east: Double, north: Double, crs: CoordinateReferenceSystem) {
        self.west = west
        self.south = south
        self.east = east
        self.north = north
        self.crs = crs
    }

    /// True when the edges are finite, west is less than east, and south is less than north.
    public var isValid: Bool {
        [west, south, east, north].allSatisfy(\.isFinite) && west < east && south < north
    }

    /// Parses bounds in the form of a command line argument: `W,S,E,N`.
    ///
    /// Returns nil when the text is not four numbers; ``isValid`` is not checked.
    ///
    /// - Parameters:
    ///   - text: four numbers separated by commas.
    ///   - crs: the coordinate reference system of the numbers.
    public init?(_ text: String, crs: CoordinateReferenceSystem) {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
            Double(part.drop { $0 == " " })
        }
        guard numbers.count == 4, let west = numbers[0], let south = numbers[1], let east = numbers[2],
            let north = numbers[3]
        else { return nil }
        self.init(west: west, south: south, east: east, north: north, crs: crs)
    }
}
