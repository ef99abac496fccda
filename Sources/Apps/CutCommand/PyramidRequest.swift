/// Pyramids that the user wants to know something about, and how it is told.
public struct PyramidRequest: Hashable, Sendable {
    /// The pyramids' paths.
    public var paths: [String]
    /// Whether reports are JSON objects, one a line; default false.
    public var reportsJSON = false
    /// Whether nothing is said unless something is wrong; default false.
    public var isQuiet = false

    /// A request about pyramids, with the defaults.
    public init(paths: [String]) {
        self.paths = paths
    }
}
