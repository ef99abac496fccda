/// Where the edges of a picture lie on the Earth; the picture stands upright, north above.
public struct GeoBounds: Hashable, Sendable {
    /// What the numbers are.
    public enum CoordinateReferenceSystem: String, Hashable, Sendable, CaseIterable {
        /// Meters of Web Mercator, from where the equator meets Greenwich's meridian.
        case webMercator = "EPSG:3857"
        /// Degrees of longitude and latitude on WGS 84.
        case wgs84 = "EPSG:4326"
    }

    /// The edges, in meters or degrees.
    public var west, south, east, north: Double
    /// What they are given in.
    public var crs: CoordinateReferenceSystem

    /// Bounds from their edges.
    public init(west: Double, south: Double, east: Double, north: Double, crs: CoordinateReferenceSystem) {
        self.west = west
        self.south = south
        self.east = east
        self.north = north
        self.crs = crs
    }

    /// Whether they are numbers, with the west before the east and the south below the north.
    public var isValid: Bool {
        [west, south, east, north].allSatisfy(\.isFinite) && west < east && south < north
    }

    /// Bounds as they are written on a command line: `W,S,E,N`.
    ///
    /// nil when they are not four numbers; whether they make sense is seen when a picture is cut.
    ///
    /// - Parameters:
    ///   - text: four numbers and commas between them.
    ///   - crs: what the numbers are.
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
