/// A tile store that also keeps small levels in one piece each, as thumbnails and previews.
public protocol LevelImageStore: TileStore {
    /// The levels that are wanted whole; coarsest first, all of them present.
    var wholeLevels: Range<Int> { get }

    /// Stores a whole level's bytes, which are valid during the call only; after its tiles, before ``finish()``.
    func write(wholeLevel level: Int, _ bytes: RawSpan, format: TileFormat) throws
}
