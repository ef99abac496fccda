public import TilePyramid

/// The edges of a north-up image in any coordinate reference system.
public struct ProjectedBounds: Hashable, Sendable {
    /// The edges, in the unit of ``crs``.
    public var west, south, east, north: Double
    /// The coordinate reference system: a code such as `EPSG:25832`, well-known text, or a PROJ string.
    public var crs: String

    /// Creates bounds from their edges.
    public init(west: Double, south: Double, east: Double, north: Double, crs: String) {
        self.west = west
        self.south = south
        self.east = east
        self.north = north
        self.crs = crs
    }

    /// The same bounds, if their system is one that needs no library; else nil.
    public var builtIn: GeoBounds? {
        GeoBounds.CoordinateReferenceSystem(rawValue: crs).map {
            GeoBounds(west: west, south: south, east: east, north: north, crs: $0)
        }
    }

    /// Returns the position of an image with these edges.
    ///
    /// - Parameter size: its size in pixels, which must be positive.
    /// - Returns: the position.
    public func georeference(of size: PixelSize) -> RasterGeoreference {
        precondition(size.width > 0 && size.height > 0, "an image has pixels")
        return RasterGeoreference(
            crs: crs,
            transform: Geotransform(
                origin: (west, north), column: ((east - west) / Double(size.width), 0),
                row: (0, (south - north) / Double(size.height))))
    }
}
