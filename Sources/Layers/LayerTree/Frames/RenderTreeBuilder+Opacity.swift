internal import TilePyramid
internal import VectorDrawing

extension RenderTreeBuilder {
    /// Fades the items from `first` on, as one or each separately.
    ///
    /// A single source-over item is faded directly, and so are quads without common pixels; other items become a group.
    mutating func fade(_ items: inout [RenderItem], from first: Int, opacity: Double, asOne: Bool = true) {
        guard opacity > 0 else {
            items.removeSubrange(first...)
            return
        }
        if !asOne || canFadeSeparately(items[first...]) {
            for index in items.indices[first...] {
                items[index].fade(by: opacity)
            }
            return
        }
        let faded = Array(items[first...])
        items.removeSubrange(first...)
        var group = RenderGroup(items: faded, opacity: opacity, bounds: Self.bounds(of: faded))
        counts.occludedQuads += Occlusion.removeOccluded(from: &group.items)
        items.append(.group(group))
    }

    /// Whether items look the same faded one by one as they do faded as one.
    private func canFadeSeparately(_ items: ArraySlice<RenderItem>) -> Bool {
        if items.count == 1, items[items.startIndex].isSourceOver { return true }
        return items.count <= Self.disjointCheckLimit && Occlusion.areDisjoint(items)
    }

    /// The maximum number of items that are checked for overlap before they become a group.
    private static let disjointCheckLimit = 16

    /// The bounding box of the pixels that items may cover.
    nonisolated static func bounds(of items: some Sequence<RenderItem>) -> PixelRect {
        items.reduce(.none) { $0.union($1.pixelBounds) }
    }

    /// The statistics of the tree that was built.
    func statistics(of tree: RenderTree) -> FrameStatistics {
        var statistics = counts
        statistics.visiblePixels = tree.size.area
        for index in tree.items.indices {
            if case .quad = tree.items[index] {
                statistics.quads += 1
                continue
            }
            statistics.quads += tree.items[index].quadCount
            statistics.groups += tree.items[index].groupCount
            statistics.offscreenPasses += tree.items[index].offscreenPasses
        }
        return statistics
    }
}

extension RenderItem {
    /// Whether the item is a single source-over item, so that it can be faded directly.
    fileprivate var isSourceOver: Bool {
        if case .sprites = self { return false }
        return blendMode == .over
    }

    /// Multiplies the opacity.
    fileprivate mutating func fade(by opacity: Double) {
        switch self {
        case .quad(var quad):
            quad.opacity *= opacity
            self = .quad(quad)
        case .shape(var shape):
            shape.opacity *= opacity
            self = .shape(shape)
        case .shadow(var shadow):
            shadow.opacity *= opacity
            self = .shadow(shadow)
        case .sprites(var sprites):
            sprites.opacity *= opacity
            self = .sprites(sprites)
        case .raster(var raster):
            raster.opacity *= opacity
            self = .raster(raster)
        case .group(var group):
            group.opacity *= opacity
            self = .group(group)
        }
    }
}
