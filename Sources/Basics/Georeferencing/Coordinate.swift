/// A place on the Earth in degrees (WGS 84).
public struct Coordinate: Hashable, Sendable {
    /// The degrees north of the equator, from −90 to 90.
    public var latitude: Double
    /// The degrees east of Greenwich, from −180 to 180.
    public var longitude: Double

    /// Creates a coordinate; the latitude comes first, as in GPS receivers.
    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }
}
