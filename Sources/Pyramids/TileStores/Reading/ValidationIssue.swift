public import TilePyramid

/// Something that is wrong with a pyramid on disk.
public struct ValidationIssue: Hashable, Sendable {
    /// The tile it is about; nil when it is about something else.
    public var tile: TileIndex?
    /// The file it is about, from the pyramid's own folder on, or what part of the file: a header, an entry.
    public var location: String
    /// What is wrong, as a sentence in plain words.
    public var message: String

    /// A flaw at a place.
    public init(tile: TileIndex? = nil, location: String, _ message: String) {
        self.tile = tile
        self.location = location
        self.message = message
    }
}
