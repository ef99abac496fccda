/// A pyramid that has been recognized and opened.
public struct OpenedPyramid: Sendable {
    /// Its tiles, and what its files say about them.
    public let source: any PyramidSource
    /// What kind of pyramid it is.
    public let kind: PyramidKind
    /// Where it is: its descriptor, or what the names of its tiles begin with.
    public let path: String

    /// What people call it: the last part of ``path``.
    public var name: String { FilePath.name(of: path) }
}
