public import TileStores

/// Pyramids to inspect or verify, and the form of the report.
public struct PyramidRequest: Hashable, Sendable {
    /// The pyramids' paths.
    public var paths: [String]
    /// The formats that are recognized; default all.
    public var formats = PyramidFormats.standard
    /// Whether reports are JSON objects, one per line; default false.
    public var reportsJSON = false
    /// Whether only problems are reported; default false.
    public var isQuiet = false

    /// Creates a request about pyramids, with the defaults.
    public init(paths: [String]) {
        self.paths = paths
    }
}
