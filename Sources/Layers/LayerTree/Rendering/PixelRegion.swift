public import TilePyramid

/// A part of a picture: a few rectangles of pixels that do not overlap.
///
/// It may be larger than what was put into it: rectangles that overlap, and those that are too many, become the
/// smallest one around them.
public struct PixelRegion: Hashable, Sendable {
    /// More rectangles than these are not kept apart: 8.
    public static let maximumCount = 8

    /// The rectangles, none empty, in no order.
    public private(set) var rects: [PixelRect] = []

    /// Nothing.
    public init() {}

    /// A rectangle; nothing if it is empty.
    public init(_ rect: PixelRect) {
        insert(rect)
    }

    /// Whether it has no pixel.
    public var isEmpty: Bool { rects.isEmpty }

    /// The number of its pixels.
    public var area: Int { rects.reduce(0) { $0 + $1.size.area } }

    /// The smallest rectangle around it; an empty one if it has no pixel.
    public var bounds: PixelRect {
        rects.reduce(PixelRect(x: 0, y: 0, width: 0, height: 0)) { $0.union($1) }
    }

    /// Adds a rectangle; an empty one adds nothing.
    public mutating func insert(_ rect: PixelRect) {
        guard !rect.isEmpty else { return }
        var rect = rect
        // Each round that finds one takes it away, so this ends.
        while let index = rects.firstIndex(where: { Self.waste($0, rect) <= 0 || !$0.intersection(rect).isEmpty }) {
            rect = rect.union(rects.remove(at: index))
        }
        rects.append(rect)
        if rects.count > Self.maximumCount {
            mergeClosest()
        }
    }

    /// Makes one of the two rectangles that lose least by it.
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

    /// How many pixels the smallest rectangle around two has more than they; negative if they overlap much.
    private static func waste(_ first: PixelRect, _ second: PixelRect) -> Int {
        first.union(second).size.area - first.size.area - second.size.area
    }
}
