public import TileCutting

/// What the user wants cut, where to, and how much to say about it.
public struct CutRequest: Hashable, Sendable {
    /// How much is said on standard error and output.
    public enum Verbosity: Hashable, Sendable {
        /// Failures only.
        case quiet
        /// Progress, warnings and a summary of each image.
        case normal
        /// The plan too, before the first tile.
        case verbose
    }

    /// The images' paths; "-" is standard input.
    public var images: [String]
    /// Where to, and what kind of pyramid.
    public var output = OutputRequest()
    /// How images are cut.
    public var options = CutOptions()
    /// Whether it is only told what would be written; default false.
    public var isDryRun = false
    /// Whether summaries are JSON objects, one a line; default false.
    public var reportsJSON = false
    /// How much is said; default ``Verbosity/normal``.
    public var verbosity = Verbosity.normal

    /// A request to cut images with the defaults.
    public init(images: [String]) {
        self.images = images
    }
}
