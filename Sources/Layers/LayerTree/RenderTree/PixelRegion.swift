public import TilePyramid
internal import VectorDrawing

/// A region of a frame: a few disjoint rectangles of pixels.
///
/// It may be larger than the inserted rectangles: rectangles that overlap, or that exceed the limit, are merged into their
/// bounding box.
public struct PixelRegion: Hashable, Sendable {
    /// The maximum number of rectangles, 8; beyond it, the closest rectangles are merged.
    public static let maximumCount = 8

    /// The rectangles, none of them empty, in no particular order.
    public private(set) var rects: [PixelRect] = []

    /// Creates an empty region.
    public init() {}

    /// Creates a region of one rectangle; an empty rectangle gives an empty region.
    public init(_ rect: PixelRect) {
        insert(rect)
    }

    /// Whether the region has no pixels.
    public var isEmpty: Bool { rects.isEmpty }

    /// The number of pixels.
    public var area: Int { rects.reduce(0) { $0 + $1.size.area } }

    /// The bounding box; an empty rectangle for an empty region.
    public var bounds: PixelRect { rects.reduce(.none) { $0.union($1) } }

    /// Inserts a rectangle; an empty rectangle has no effect.
    public mutating func insert(_ rect: PixelRect) {
        guard !rect.isEmpty else { return }
        var rect = rect
        // Each iteration removes a rectangle, so the loop ends.
        while let index = rects.firstIndex(where: { Self.waste($0, rect) <= 0 || !$0.intersection(rect).isEmpty }) {
            rect = rect.union(rects.remove(at: index))
        }
        rects.append(rect)
        if rects.count > Self.maximumCount {
            mergeClosest()
        }
    }

    /// Merges the two rectangles whose bounding box wastes the fewest pixels.
    private mutating func mergeClosest() {
        var best = (waste: Int.max, first: 0, second: 1)
        for second in rects.indices {
            for first in 0..<second {
                let waste = Self.waste(rects[first], rects[second])
                if waste < best.waste {
                    best = (waste, first, second)
                }
            }
        }
        let second = rects.remove(at: best.second)
        let first = rects.remove(at: best.first)
        insert(first.union(second))
    }

    /// The number of pixels that the bounding box of two rectangles adds; negative if the rectangles overlap much.
    private static func waste(_ first: PixelRect, _ second: PixelRect) -> Int {
        first.union(second).size.area - first.size.area - second.size.area
    }
}
