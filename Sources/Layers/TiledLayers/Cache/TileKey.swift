public import TilePyramid

/// A tile among those of all images.
public struct TileKey: Hashable, Sendable {
    /// The image.
    public var image: TiledImage.ID
    /// The tile's address in it.
    public var index: TileIndex

    /// A tile of an image.
    public init(image: TiledImage.ID, index: TileIndex) {
        self.image = image
        self.index = index
    }
}

/// How urgently a tile is wanted; smaller is more urgent.
struct TilePriority: Hashable, Comparable {
    /// What it is good for.
    var reason: TileReason
    /// Its place among the wishes of the view that wants it most.
    var rank: Int
    /// The number of that view's feed, so that no two wishes are equally urgent.
    var feed: Int

    static func < (left: TilePriority, right: TilePriority) -> Bool {
        (left.reason.rawValue, left.rank, left.feed) < (right.reason.rawValue, right.rank, right.feed)
    }
}

/// A wish as the loader and the cache see it, with those of all views in one list.
struct RankedRequest {
    var key: TileKey
    var image: TiledImage
    /// Bytes of memory its pixels take.
    var cost: Int
    var priority: TilePriority
}
