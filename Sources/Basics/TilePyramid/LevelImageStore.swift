/// A tile store that also stores small levels as single images, for thumbnails and previews.
public protocol LevelImageStore: TileStore {
    /// The levels to store as single images, all of them present; empty for none.
    var wholeLevels: Range<Int> { get }

    /// Stores the encoded image of a whole level, after all tiles and before ``TileStore/finish()``.
    ///
    /// `bytes` is valid only during the call.
    func write(wholeLevel level: Int, _ bytes: RawSpan, format: TileFormat) throws
}

extension LevelImageStore {
    /// The store itself.
    public var levelImages: (any LevelImageStore)? { self }
}
