/// The position of an image, and the files and fields that state it.
public struct StatedGeoreference: Hashable, Sendable {
    /// The position.
    public var georeference: RasterGeoreference
    /// The source of the transform for people, such as "world file map.tfw".
    public var transformOrigin: String
    /// The source of the coordinate reference system for people, such as "map.prj".
    public var crsOrigin: String
    /// Whether the whole georeference comes from the tags of a GeoTIFF.
    package var isOfGeoTIFF: Bool { transformOrigin == Self.tagsOrigin && crsOrigin == Self.tagsOrigin }

    /// The name of the tags of a GeoTIFF as a source.
    package static let tagsOrigin = "GeoTIFF tags"

    /// Further statements of the sources that are not used, in sentences for people.
    public var warnings: [String] = []

    /// Creates a statement without warnings.
    public init(georeference: RasterGeoreference, transformOrigin: String, crsOrigin: String) {
        self.georeference = georeference
        self.transformOrigin = transformOrigin
        self.crsOrigin = crsOrigin
    }

    /// The sources for people, such as "world file map.tfw, system from map.prj".
    public var origin: String {
        transformOrigin == crsOrigin ? transformOrigin : "\(transformOrigin), system from \(crsOrigin)"
    }
}
