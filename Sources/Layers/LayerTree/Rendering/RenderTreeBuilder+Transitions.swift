internal import TilePyramid

extension RenderTreeBuilder {
    /// Adds what is seen of a layer on its way from an old picture to a new one, moved in its own coordinates.
    mutating func add(
        _ layer: Layer, transitioningFrom old: Layer, by transition: Transition, at part: Double, movedBy offset: Point,
        in context: Context, to items: inout [RenderItem]
    ) {
        guard transition.kind != .fade else {
            var (oldItems, newItems): ([RenderItem], [RenderItem]) = ([], [])
            add(old, movedBy: offset, in: context, to: &oldItems)
            addSubtree(of: layer, movedBy: offset, in: context, to: &newItems)
            addCrossFade([(oldItems, 1 - part), (newItems, part)], to: &items)
            return
        }
        let shown = layer.presentation(at: layer.timing.localTime(at: context.time)).moved(by: offset)
        guard shown.opacity > 0,
            let outline = PixelPolygon(shown.bounds, projectedBy: plane(of: shown, in: context).projection)
        else { return }
        let first = items.count
        var clipped = context
        clipped.defersOpacity = true
        clipped.clip = context.clip.intersection(outline)
        guard !clipped.clip.bounds.isEmpty else { return }
        let offsets = transition.offsets(at: part, in: shown.bounds.size)
        // What slides off lies above what it uncovers.
        if transition.kind == .reveal {
            addSubtree(of: layer, movedBy: offset + offsets.new, in: clipped, to: &items)
            add(old, movedBy: offset + offsets.old, in: clipped, to: &items)
        } else {
            add(old, movedBy: offset + offsets.old, in: clipped, to: &items)
            addSubtree(of: layer, movedBy: offset + offsets.new, in: clipped, to: &items)
        }
        if shown.opacity < 1, !context.defersOpacity, items.count > first {
            fade(&items, from: first, opacity: shown.opacity)
        }
    }

    /// Adds the contents of a layer on their way from former ones to the new ones.
    mutating func add(
        _ contentsQuads: [ContentsQuad], of shown: LayerProperties, transitioningFrom former: [FormerContents],
        at part: Double,
        projectedBy projection: Projection, clip: RenderClip, to items: inout [RenderItem]
    ) {
        var parts = former.map { former -> (items: [RenderItem], weight: Double) in
            var properties = former.properties
            properties.bounds = shown.bounds
            var items: [RenderItem] = []
            if let buffer = properties.contents {
                let contentsQuads = ContentsLayout(of: properties, buffer: buffer).all
                add(contentsQuads, of: properties, projectedBy: projection, clip: clip, to: &items)
            }
            return (items, former.weight * (1 - part))
        }
        var new: [RenderItem] = []
        add(contentsQuads, of: shown, projectedBy: projection, clip: clip, to: &new)
        parts.append((new, part))
        addCrossFade(parts, to: &items)
    }

    /// Adds pictures of one place, mixed: each counts by its weight, and all weights add up to 1.
    private mutating func addCrossFade(_ parts: [(items: [RenderItem], weight: Double)], to items: inout [RenderItem]) {
        let first = items.count
        let parts = parts.filter { $0.weight > 0 }
        let seen = parts.filter { !$0.items.isEmpty }
        guard seen.count > 1 else {
            guard let only = seen.first else { return }
            items += only.items
            if only.weight < 1 {
                fade(&items, from: first, opacity: only.weight)
            }
            return
        }
        if seen.count == parts.count, let quads = Self.coveringQuads(seen.map(\.items)) {
            // Each covers those below by its share of the weights so far, which leaves the right shares of all.
            var sum = 0.0
            for (var quad, weight) in zip(quads, seen.map(\.weight)) {
                sum += weight
                quad.opacity = weight / sum
                items.append(.quad(quad))
            }
            return
        }
        let groups = seen.enumerated().map { index, part in
            var group = RenderGroup(
                items: part.items, opacity: part.weight, blendMode: index == 0 ? .over : .add,
                bounds: Self.bounds(of: part.items))
            occludedQuads += Occlusion.removeOccluded(from: &group.items)
            return group
        }
        let all = groups.map(RenderItem.group)
        items.append(.group(RenderGroup(items: all, opacity: 1, bounds: Self.bounds(of: all))))
    }

    /// The pictures as one opaque quad each, if they all cover the same pixels.
    private static func coveringQuads(_ itemLists: [[RenderItem]]) -> [RenderQuad]? {
        var quads: [RenderQuad] = []
        for items in itemLists {
            guard items.count == 1, case .quad(let quad) = items[0], quad.isOpaque,
                quads.allSatisfy({ $0.outline == quad.outline && $0.clip == quad.clip })
            else { return nil }
            quads.append(quad)
        }
        return quads
    }
}

extension LayerProperties {
    /// The same, moved in its own coordinates.
    func moved(by offset: Point) -> LayerProperties {
        guard offset != .zero else { return self }
        var moved = self
        moved.transform = transform.translated(x: offset.x, y: offset.y)
        return moved
    }
}
