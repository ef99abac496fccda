/// The versions of the IIIF Image API (https://iiif.io/api/image/) that are served.
enum ImageAPIVersion: Int, Hashable, Sendable, CaseIterable {
    /// Version 2.1.1.
    case two = 2
    /// Version 3.0.
    case three = 3

    /// The word for the size of a region that is not resized.
    var maximumSize: String { self == .two ? "full" : "max" }

    /// The address of the description of level 2.
    var profile: String { "http://iiif.io/api/image/\(rawValue)/level2.json" }
}
