public import TilePyramid

/// A pyramid that has been recognised and opened.
public struct OpenedPyramid: Sendable {
    /// Its tiles.
    public let source: any TileSource
    /// What kind of pyramid it is.
    public let kind: PyramidKind
    /// Where it is: its descriptor, or what the names of its tiles begin with.
    public let path: String
    /// The format of its tiles.
    public let format: TileFormat

    /// What people call it: the last part of ``path``.
    public var name: String { FilePath.name(of: path) }
}
