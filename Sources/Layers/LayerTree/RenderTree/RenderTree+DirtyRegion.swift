internal import TilePyramid
internal import VectorDrawing

extension RenderTree {
    /// Returns the region in which this frame may differ from an earlier one, for partial redraws.
    ///
    /// It consists of the pixels of all items that only one of the frames has. Items that both frames have in the same order
    /// count as equal, even with other items between them; contents are equal if their buffers are identical.
    ///
    /// - Parameter old: the earlier frame.
    /// - Returns: the dirty region; the whole frame if size or background differ.
    /// - Complexity: O(n log n) for n items; O(n) if all are equal.
    public func dirtyRegion(since old: RenderTree) -> PixelRegion {
        let whole = PixelRect(size)
        guard size == old.size, background == old.background else { return PixelRegion(whole) }
        var comparison = ItemComparison(limit: whole)
        comparison.compare(old.items[...], items[...])
        return comparison.region
    }
}

/// Finds the differences of two lists of items.
private struct ItemComparison {
    /// The frame's pixels, to which the region is clipped.
    let limit: PixelRect
    /// The differences found so far.
    var region = PixelRegion()

    /// Adds the differences of two lists.
    mutating func compare(_ old: ArraySlice<RenderItem>, _ new: ArraySlice<RenderItem>) {
        var old = old
        var new = new
        while let first = old.first, first == new.first {
            old = old.dropFirst()
            new = new.dropFirst()
        }
        while let last = old.last, last == new.last {
            old = old.dropLast()
            new = new.dropLast()
        }
        for (oldIndex, newIndex) in Self.matches(old, new) {
            markReplaced(old.prefix(upTo: oldIndex), by: new.prefix(upTo: newIndex))
            old = old.suffix(from: oldIndex + 1)
            new = new.suffix(from: newIndex + 1)
        }
        markReplaced(old, by: new)
    }

    /// Adds all items of two lists without common items, but compares the items of groups that differ only in these.
    private mutating func markReplaced(_ old: ArraySlice<RenderItem>, by new: ArraySlice<RenderItem>) {
        let groups = (old.compactMap(\.group), new.compactMap(\.group))
        for (old, new) in zip(groups.0, groups.1) {
            if old.opacity == new.opacity, old.blendMode == new.blendMode, old.mask == new.mask,
                old.maskOperation == new.maskOperation
            {
                compare(old.items[...], new.items[...])
            } else {
                insert(old.bounds)
                insert(new.bounds)
            }
        }
        let pairs = min(groups.0.count, groups.1.count)
        for group in groups.0.dropFirst(pairs) + groups.1.dropFirst(pairs) {
            insert(group.bounds)
        }
        for item in [old, new].joined() where item.group == nil {
            insert(item.pixelBounds)
        }
    }

    private mutating func insert(_ bounds: PixelRect) {
        region.insert(bounds.intersection(limit))
    }

    /// The indices of equal items in the same order in both lists; as many as possible if no item is repeated.
    private static func matches(
        _ old: ArraySlice<RenderItem>, _ new: ArraySlice<RenderItem>
    ) -> [(old: Int, new: Int)] {
        guard !old.isEmpty, !new.isEmpty else { return [] }
        var oldIndices: [RenderItem: [Int]] = [:]
        for (index, item) in zip(old.indices, old).reversed() {
            oldIndices[item, default: []].append(index)
        }
        let pairs = zip(new.indices, new).compactMap { index, item in
            oldIndices[item]?.popLast().map { (old: $0, new: index) }
        }
        return longestIncreasingSubsequence(pairs)
    }

    /// The longest subsequence of pairs in which the old index increases, as the new one does throughout.
    ///
    /// It uses patience sorting: each pair goes on the first pile whose top is not smaller.
    private static func longestIncreasingSubsequence(_ pairs: [(old: Int, new: Int)]) -> [(old: Int, new: Int)] {
        var tops: [Int] = []
        var previous: [Int?] = []
        for (index, pair) in pairs.enumerated() {
            var low = 0
            var high = tops.count
            while low < high {
                let middle = (low + high) / 2
                if pairs[tops[middle]].old < pair.old { low = middle + 1 } else { high = middle }
            }
            previous.append(low > 0 ? tops[low - 1] : nil)
            if low < tops.count { tops[low] = index } else { tops.append(index) }
        }
        var result: [(old: Int, new: Int)] = []
        var next = tops.last
        while let index = next {
            result.append(pairs[index])
            next = previous[index]
        }
        return result.reversed()
    }
}

extension RenderItem {
    fileprivate var group: RenderGroup? {
        if case .group(let group) = self { group } else { nil }
    }
}
