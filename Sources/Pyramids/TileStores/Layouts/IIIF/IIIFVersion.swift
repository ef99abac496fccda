/// The versions of the IIIF Image API that are written and read.
enum IIIFVersion: Int, Hashable, Sendable {
    /// Image API 2.1 (https://iiif.io/api/image/2.1/).
    case two = 2
    /// Image API 3.0 (https://iiif.io/api/image/3.0/).
    case three = 3

    /// The size that means "as large as it is served".
    var maximumSizeKeyword: String { self == .three ? "max" : "full" }
}
