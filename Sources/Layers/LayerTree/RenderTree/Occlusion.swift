internal import TilePyramid
internal import VectorDrawing

/// Occlusion culling: removes items that opaque quads or shapes cover.
enum Occlusion {
    /// Removes each item that a single opaque quad or shape above it covers completely.
    ///
    /// - Returns: the number of removed quads, including those in groups.
    /// - Complexity: O(items · ``occluderLimit``).
    static func removeOccluded(from items: inout [RenderItem]) -> Int {
        guard items.count > 1 else { return 0 }
        var occluders: [PixelRect] = []
        var isSeen = [Bool](repeating: true, count: items.count)
        for index in items.indices.reversed() {
            let bounds = items[index].pixelBounds
            if occluders.contains(where: { $0.contains(bounds) }) {
                isSeen[index] = false
            } else if let covered = items[index].opaquePixels {
                remember(covered, in: &occluders)
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

    /// The maximum number of opaque rectangles to keep; the largest are kept.
    private static let occluderLimit = 16

    private static func remember(_ rect: PixelRect, in occluders: inout [PixelRect]) {
        occluders.removeAll { rect.contains($0) }
        if occluders.count < occluderLimit {
            occluders.append(rect)
        } else if let smallest = occluders.indices.min(by: { occluders[$0].size.area < occluders[$1].size.area }),
            occluders[smallest].size.area < rect.size.area
        {
            occluders[smallest] = rect
        }
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
