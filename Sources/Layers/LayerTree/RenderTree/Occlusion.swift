internal import TilePyramid
internal import VectorDrawing

/// Occlusion culling: removes items that opaque quads or shapes cover.
enum Occlusion {
    /// Removes each item that a single opaque quad or shape above it covers completely.
    ///
    /// - Returns: the number of removed quads, including those in groups.
    /// - Complexity: O(items · ``Occluders/limit``).
    static func removeOccluded(from items: inout [RenderItem]) -> Int {
        guard items.count > 1 else { return 0 }
        var occluders = Occluders()
        var isSeen = [Bool](repeating: true, count: items.count)
        for index in items.indices.reversed() {
            let bounds = items[index].pixelBounds
            if occluders.cover(bounds) {
                isSeen[index] = false
            } else if let covered = items[index].opaquePixels {
                occluders.insert(covered)
            }
        }
        guard isSeen.contains(false) else { return 0 }
        var kept = 0
        var removed = 0
        for index in items.indices {
            guard isSeen[index] else {
                removed += items[index].quadCount
                continue
            }
            if kept < index { items.swapAt(kept, index) }
            kept += 1
        }
        items.removeSubrange(kept...)
        return removed
    }

    /// Whether no item is a group and no two items share a pixel.
    static func areDisjoint(_ items: ArraySlice<RenderItem>) -> Bool {
        for (index, item) in zip(items.indices, items) {
            // Sprites may share pixels with each other.
            switch item {
            case .group, .sprites: return false
            case .quad, .shape, .shadow, .raster: break
            }
            let bounds = item.pixelBounds
            if items[..<index].contains(where: { !$0.pixelBounds.intersection(bounds).isEmpty }) {
                return false
            }
        }
        return true
    }
}

/// The largest opaque rectangles above an item.
private struct Occluders {
    private var rects: [PixelRect] = []
    /// The area of the smallest rectangle, which a larger one would replace; 0 while there is room.
    private var leastArea = 0

    /// The maximum number of rectangles.
    static let limit = 16

    /// Whether one of the rectangles contains another one.
    func cover(_ rect: PixelRect) -> Bool {
        let area = rect.size.area
        for occluder in rects where occluder.size.area >= area && occluder.contains(rect) { return true }
        return false
    }

    /// Adds a rectangle that none contains, or drops it if it is not larger than the smallest one and there is no room.
    mutating func insert(_ rect: PixelRect) {
        let area = rect.size.area
        guard area > leastArea else { return }
        rects.removeAll { rect.contains($0) }
        if rects.count == Self.limit, let smallest = rects.firstIndex(where: { $0.size.area == leastArea }) {
            rects.remove(at: smallest)
        }
        rects.append(rect)
        leastArea = rects.count == Self.limit ? rects.lazy.map(\.size.area).min() ?? 0 : 0
    }
}

extension RenderItem {
    /// The rectangle in which the item hides everything below; nil if there is none.
    var opaquePixels: PixelRect? {
        switch self {
        case .quad(let quad):
            quad.isOpaque && quad.outline.isAxisAligned && quad.clip.outlines.isEmpty ? quad.pixelBounds : nil
        case .shape(let shape): shape.opaquePixels
        case .shadow, .sprites, .raster, .group: nil
        }
    }
}
