internal import Georeferencing

/// One of the sources that may say where an image lies: tags, a box, a file beside it.
struct PlaceSource {
    /// The name of the source for people.
    var origin: String
    /// Returns the transform, nil if the source has none; throws if it has one that cannot be read.
    var transform: () throws -> Geotransform?
    /// Returns the coordinate reference system, nil if the source has none; throws if it has one that cannot be read.
    var crs: () throws -> String?
    /// The source of the coordinate reference system, if it is another file.
    var crsOrigin: String?
    /// Further statements of the source that are not used, in sentences for people.
    var warnings: [String] = []

    init(
        origin: String, transform: @escaping () throws -> Geotransform?, crs: @escaping () throws -> String?
    ) {
        self.origin = origin
        self.transform = transform
        self.crs = crs
    }
}
