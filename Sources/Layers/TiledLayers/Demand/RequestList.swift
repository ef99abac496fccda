internal import LayerTree
internal import TilePyramid

/// Collects the requests of a view: each tile once, with its most urgent reason.
struct RequestList {
    private let pyramid: Pyramid
    /// The point of interest in full-size pixels; tiles are requested outward from it.
    private let center: Point
    private let limit: Int
    private var known: Set<TileIndex> = []
    private(set) var requests: [TileRequest] = []

    init(pyramid: Pyramid, center: Point, limit: Int) {
        self.pyramid = pyramid
        self.center = center
        self.limit = limit
    }

    /// Adds the tiles of a level that intersect a region, from the center outward, `count` at most.
    mutating func add(_ reason: TileReason, of level: Int, in region: ImageRegion, atMost count: Int = .max) {
        add(reason, of: level, in: region, atMost: count) { _ in 0 }
    }

    /// Adds the tiles of a level that intersect a region, in the order in which a view that moves along `way` reaches
    /// them.
    mutating func add(
        _ reason: TileReason, of level: Int, in region: ImageRegion, along way: Point, from start: ImageRegion
    ) {
        let front = start.corners.map { $0.x * way.x + $0.y * way.y }.max() ?? 0
        add(reason, of: level, in: region, atMost: .max) { imageRect in
            let nearest =
                (way.x > 0 ? imageRect.minX : imageRect.maxX) * way.x + (way.y > 0 ? imageRect.minY : imageRect.maxY)
                * way.y
            return max(0, nearest - front)
        }
    }

    private mutating func add(
        _ reason: TileReason, of level: Int, in region: ImageRegion, atMost count: Int, delay: (Rect) -> Double
    ) {
        let room = min(count, limit - requests.count)
        guard room > 0 else { return }
        let candidates = window(on: pyramid.tiles(of: level, in: region.bounds), room: room).indices.compactMap {
            index -> Candidate? in
            let imageRect = pyramid.imageRect(of: index)
            guard !known.contains(index), region.intersects(imageRect) else { return nil }
            let way = imageRect.point(at: Point(x: 0.5, y: 0.5)) - center
            return Candidate(index: index, delay: delay(imageRect), distance: way.x * way.x + way.y * way.y)
        }
        for candidate in candidates.sorted().prefix(room) {
            known.insert(candidate.index)
            requests.append(TileRequest(candidate.index, reason))
        }
    }

    /// The part of `block` around the center whose tiles are examined one by one.
    ///
    /// It bounds the work where a view covers a hundred thousand tiles.
    private func window(on block: TileRange, room: Int) -> TileRange {
        let middle = pyramid.tile(of: block.level, at: center)
        var (reach, window) = (8, block.window(around: middle, reach: 8))
        while window.count < block.count, window.count < 2 * room {
            reach *= 2
            window = block.window(around: middle, reach: reach)
        }
        return window
    }
}

/// A tile that may be requested; candidates sort in the order of their requests.
private struct Candidate: Comparable {
    var index: TileIndex
    var delay: Double
    var distance: Double

    static func < (left: Candidate, right: Candidate) -> Bool {
        (left.delay, left.distance, left.index.row, left.index.column)
            < (right.delay, right.distance, right.index.row, right.index.column)
    }
}
