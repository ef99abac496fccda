/// The supported versions of the IIIF Image API.
enum IIIFVersion: Int, Hashable, Sendable {
    /// Image API 2.1 (https://iiif.io/api/image/2.1/).
    case two = 2
    /// Image API 3.0 (https://iiif.io/api/image/3.0/).
    case three = 3

    /// The keyword for the largest size that is served.
    var maximumSizeKeyword: String { self == .three ? "max" : "full" }
}
