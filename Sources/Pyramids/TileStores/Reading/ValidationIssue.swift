public import TilePyramid

/// A defect of a pyramid on disk.
public struct ValidationIssue: Hashable, Sendable {
    /// The affected tile; `nil` if the issue is not about a tile.
    public var tile: TileIndex?
    /// The affected file, relative to the pyramid's folder, or a part of a file such as a header or an entry.
    public var location: String
    /// What is wrong, as a plain sentence.
    public var message: String

    /// Creates an issue.
    public init(tile: TileIndex? = nil, location: String, _ message: String) {
        self.tile = tile
        self.location = location
        self.message = message
    }
}
