public import TilePyramid

/// A tile's address among all images.
public struct TileKey: Hashable, Sendable {
    /// The image that the tile belongs to.
    public var image: TiledImage.ID
    /// The tile's address in that image.
    public var index: TileIndex

    /// Creates the key of a tile of an image.
    public init(image: TiledImage.ID, index: TileIndex) {
        self.image = image
        self.index = index
    }
}

/// The urgency of a request; smaller is more urgent.
struct TilePriority: Hashable, Comparable {
    /// The purpose of the tile.
    var reason: TileReason
    /// The position in the request list of the view that needs the tile most urgently.
    var rank: Int
    /// The number of that view's feed, which makes priorities distinct.
    var feed: Int

    static func < (left: TilePriority, right: TilePriority) -> Bool {
        (left.reason.rawValue, left.rank, left.feed) < (right.reason.rawValue, right.rank, right.feed)
    }
}

/// A request as the loader and the cache see it, merged over all views.
struct RankedRequest {
    var key: TileKey
    var image: TiledImage
    /// The bytes that the tile's pixels take.
    var cost: Int
    var priority: TilePriority
}
