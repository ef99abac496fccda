/// A recognized and opened pyramid.
public struct OpenedPyramid: Sendable {
    /// The tiles and the metadata.
    public let source: any PyramidSource
    /// The format of the pyramid.
    public let format: PyramidFormat
    /// The path of the descriptor, folder or file; for flat tiles, the common prefix of their paths.
    public let path: String

    /// The last component of ``path``, for display.
    public var name: String { FilePath.name(of: path) }
}
