/// A recognized and opened pyramid.
public struct OpenedPyramid: Sendable {
    /// The tiles and the metadata.
    public let source: any PyramidSource
    /// The format of the pyramid.
    public let format: PyramidFormat
    /// The path of the descriptor, folder or file; for flat tiles, the common prefix of their paths; for a pyramid that is
    /// read over the network, its address without passwords and query.
    public let path: String
    /// The name for display: the last component of ``path``, unless a description says more.
    public let name: String
    /// A text that differs between addresses whose ``path`` is the same: a hash of the whole address, in which secrets may
    /// be; empty for a path.
    package var addressHash = ""

    /// The statements of the files that the tiles contradict, as sentences for the user; see ``PyramidSource/warnings``.
    public var warnings: [String] { source.warnings }

    /// Creates an opened pyramid of a custom source; the default name is the ``PyramidLocation/name`` of the path.
    public init(source: any PyramidSource, format: PyramidFormat, path: String, name: String? = nil) {
        self.source = source
        self.format = format
        self.path = path
        self.name = name ?? PyramidLocation(path).name
    }
}
