/// Merges the demand of all feeds into one list of requests, and cuts it to the cost limit.
///
/// Absent tiles are replaced by their fallback tiles; tiles that failed for good are left out.
struct DemandPlanner {
    /// The plan of a feed.
    struct FeedDemand {
        /// The feed's number, which makes priorities distinct.
        var feed: Int
        var image: TiledImage
        var plan: TilePlan
    }

    /// The maximum bytes of the requested tiles' pixels.
    var costLimit: Int
    /// The tiles that will not arrive.
    var availability: TileAvailability

    /// Returns the requests of all feeds, the most urgent first, each tile once.
    ///
    /// - Complexity: O(n log n) for n requests.
    func demand(of feeds: [FeedDemand]) -> RankedDemand {
        var ranked = feeds.flatMap(requests)
        ranked.sort { $0.priority < $1.priority }
        var known: Set<TileKey> = []
        return RankedDemand(
            ranked.filter { known.insert($0.key).inserted },
            foci: feeds.compactMap { feed in feed.plan.focus.map { (feed.image, $0) } }, costLimit: costLimit)
    }

    private func requests(of feed: FeedDemand) -> [RankedRequest] {
        var ranked: [RankedRequest] = []
        ranked.reserveCapacity(feed.plan.requests.count)
        for (rank, request) in feed.plan.requests.enumerated() {
            let priority = TilePriority(reason: request.reason, rank: rank, feed: feed.feed)
            func add(_ key: TileKey) {
                let cost = feed.image.cost(of: key.index)
                ranked.append(RankedRequest(key: key, image: feed.image, cost: cost, priority: priority))
            }
            let key = TileKey(image: feed.image.id, index: request.index)
            guard !availability.isExpected(key) else {
                add(key)
                continue
            }
            for index in availability.fallbackTiles(for: [request.index], of: feed.image) {
                let fallback = TileKey(image: feed.image.id, index: index)
                if !availability.hasFailedForGood(fallback) { add(fallback) }
            }
        }
        return ranked
    }
}

/// The demand of all feeds within the cost limit.
struct RankedDemand {
    /// The requests, the most urgent first, each tile once; together they fit within the cost limit.
    var requests: [RankedRequest]
    /// The focus of each view, with its image.
    var foci: [(image: TiledImage, focus: TileFocus)]
    /// True when requests were cut off for lack of room.
    var isTruncated: Bool

    /// Cuts the requests to a limit of bytes.
    init(_ requests: [RankedRequest], foci: [(image: TiledImage, focus: TileFocus)], costLimit: Int) {
        var room = costLimit
        let end = requests.firstIndex { request in
            room -= request.cost
            return room < 0
        }
        self.requests = end.map { Array(requests[..<$0]) } ?? requests
        self.foci = foci
        isTruncated = end != nil
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

/// A request merged over all views, with its urgency and its cost.
struct RankedRequest {
    var key: TileKey
    var image: TiledImage
    /// The bytes of the tile's pixels.
    var cost: Int
    var priority: TilePriority
}
