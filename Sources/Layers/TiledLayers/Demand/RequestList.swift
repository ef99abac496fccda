internal import LayerTree
internal import TilePyramid
internal import VectorDrawing

/// Collects the requests of a view: each tile once, with its most urgent reason.
struct RequestList {
    private let pyramid: Pyramid
    /// The point of interest in full-size pixels; tiles are requested outward from it.
    private let center: Point
    private let limit: Int
    private var known: Set<TileIndex> = []
    private(set) var requests: [TileRequest] = []
    /// Whether tiles in view were left out for lack of room.
    private(set) var lacksVisibleTiles = false

    init(pyramid: Pyramid, center: Point, limit: Int) {
        self.pyramid = pyramid
        self.center = center
        self.limit = limit
    }

    /// Adds the tiles of a level that intersect a region, in the order in which a view that moves along `way` reaches the
    /// tiles.
    mutating func add(
        _ reason: TileReason, of level: Int, in region: ImageRegion, along way: Point, from start: ImageRegion
    ) {
        let front = start.corners.map { $0.x * way.x + $0.y * way.y }.max() ?? 0
        add(reason, of: level, in: region) { imageRect in
            let nearest =
                (way.x > 0 ? imageRect.minX : imageRect.maxX) * way.x + (way.y > 0 ? imageRect.minY : imageRect.maxY)
                * way.y
            return max(0, nearest - front)
        }
    }

    /// Adds at most `count` tiles of a level that intersect a region: ordered by delay, and with equal delay from the center
    /// outward.
    mutating func add(
        _ reason: TileReason, of level: Int, in region: ImageRegion, atMost count: Int = .max,
        delay: (Rect) -> Double = { _ in 0 }
    ) {
        let room = min(count, limit - requests.count)
        let block = pyramid.tiles(of: level, in: region.bounds)
        guard room > 0 else {
            lacksVisibleTiles =
                lacksVisibleTiles
                || reason.isVisible
                    && block.indices.contains { !known.contains($0) && region.intersects(pyramid.imageRect(of: $0)) }
            return
        }
        let window = window(on: block, room: room)
        var candidates: [(delay: Double, distance: Double, row: Int, column: Int)] = []
        for index in window.indices {
            let imageRect = pyramid.imageRect(of: index)
            guard !known.contains(index), region.intersects(imageRect) else { continue }
            let way = imageRect.middle - center
            candidates.append((delay(imageRect), way.x * way.x + way.y * way.y, index.row, index.column))
        }
        let isCut = candidates.count > room || window.count < block.count
        lacksVisibleTiles = lacksVisibleTiles || reason.isVisible && isCut
        for candidate in candidates.sorted(by: { $0 < $1 }).prefix(room) {
            let index = TileIndex(level: level, column: candidate.column, row: candidate.row)
            known.insert(index)
            requests.append(TileRequest(index, reason))
        }
    }

    /// The part of `block` around the center whose tiles are examined one by one.
    ///
    /// It bounds the work for a view that covers a hundred thousand tiles.
    private func window(on block: TileRange, room: Int) -> TileRange {
        let middle = pyramid.tile(of: block.level, at: center)
        var reach = 8
        var window = block.window(around: middle, reach: 8)
        while window.count < block.count, window.count < 2 * room {
            reach *= 2
            window = block.window(around: middle, reach: reach)
        }
        return window
    }
}
