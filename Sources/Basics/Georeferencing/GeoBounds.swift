/// The edges of a region of the Earth, or of a north-up image, in map coordinates.
public struct GeoBounds: Hashable, Sendable {
    /// The supported coordinate reference systems.
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

    /// The whole map of Web Mercator in degrees: all longitudes, and the latitudes that make the map a square.
    public static let webMercatorExtent = GeoBounds(
        west: -180, south: -WebMercator.maximumLatitude, east: 180, north: WebMercator.maximumLatitude, crs: .wgs84)

    /// Creates bounds from their edges.
    public init(west: Double, south: Double, east: Double, north: Double, crs: CoordinateReferenceSystem) {
        self.west = west
        self.south = south
        self.east = east
        self.north = north
        self.crs = crs
    }

    /// Creates the smallest bounds in degrees that contain coordinates; nil if there are none.
    ///
    /// The bounds of a single place have no extent and are not ``isValid``. Places on both sides of the date line give bounds
    /// around the whole Earth. Coordinates that are not finite are left out.
    public init?(enclosing coordinates: [Coordinate]) {
        let finite = coordinates.filter { $0.latitude.isFinite && $0.longitude.isFinite }
        let latitudes = finite.map(\.latitude)
        let longitudes = finite.map(\.longitude)
        guard let west = longitudes.min(), let east = longitudes.max(), let south = latitudes.min(),
            let north = latitudes.max()
        else { return nil }
        self.init(west: west, south: south, east: east, north: north, crs: .wgs84)
    }

    /// Parses bounds in the form of a command line argument: `W,S,E,N`; a west beyond the east crosses the 180th meridian.
    ///
    /// Returns nil when the text is not four numbers; ``isValid`` is not checked.
    public init?(_ text: String, crs: CoordinateReferenceSystem) {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
            Double(part.drop { $0 == " " })
        }
        guard numbers.count == 4, let west = numbers[0], let south = numbers[1], let east = numbers[2],
            let north = numbers[3]
        else { return nil }
        self.init(west: west, south: south, east: east, north: north, crs: crs)
    }

    /// The edges in the order of TileJSON, MBTiles and PMTiles: west, south, east, north.
    public var edges: [Double] { [west, south, east, north] }

    /// The point halfway between the edges: x is east and y is north, in the unit of ``crs``.
    public var center: (x: Double, y: Double) { ((west + east) / 2, (south + north) / 2) }

    /// True when the edges are finite, west is less than east, and south is less than north.
    public var isValid: Bool { fault == nil }

    /// The fault of the edges, in a clause such as "west, 20.0, is not less than east, -10.0"; nil if they are valid.
    public var fault: String? {
        if let edge = edges.first(where: { !$0.isFinite }) { return "\(edge) is not a finite number" }
        if west >= east { return "west, \(west), is not less than east, \(east)" }
        return south < north ? nil : "south, \(south), is not less than north, \(north)"
    }

    /// True when the edges are degrees, valid, and on the Earth, with an allowance of a millionth of a degree of longitude.
    public var isOnEarth: Bool {
        crs == .wgs84 && west < east && south < north && west >= -180 - 1e-6 && east <= 180 + 1e-6
            && abs(south) <= 90 && abs(north) <= 90
    }
}
