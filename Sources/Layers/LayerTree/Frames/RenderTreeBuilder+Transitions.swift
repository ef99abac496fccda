internal import TilePyramid
internal import VectorDrawing

extension RenderTreeBuilder {
    /// Adds a layer in a transition, moved in its own coordinates.
    mutating func add(
        _ layer: Layer, in running: RunningTransition, movedBy move: Transform3D, in context: Context,
        to items: inout [RenderItem]
    ) {
        if let transition = running.transition as? Transition {
            add(
                layer, transitioningFrom: running.old, by: transition, at: running.progress, movedBy: move,
                in: context, to: &items)
        } else if let transition = running.transition as? CustomTransition {
            add(
                layer, transitioningFrom: running.old, by: transition, at: running.progress, movedBy: move,
                in: context, to: &items)
        }
    }

    /// Adds a layer in transition from its old to its new appearance, moved in its own coordinates.
    ///
    /// The old appearance follows the layer: both have its present position, transform and size.
    private mutating func add(
        _ layer: Layer, transitioningFrom old: SnapshotLayer, by transition: Transition, at progress: Double,
        movedBy move: Transform3D, in context: Context, to items: inout [RenderItem]
    ) {
        let shown = layer.presentation(at: layer.timing.localTime(at: context.time)).moved(by: move)
        guard transition.kind != .fade else {
            var oldItems: [RenderItem] = []
            var newItems: [RenderItem] = []
            old.follow(shown)
            add(old, in: context, to: &oldItems)
            addSubtree(of: layer, movedBy: move, in: context, to: &newItems)
            addCrossFade([(oldItems, 1 - progress), (newItems, progress)], to: &items)
            return
        }
        let projection = plane(of: shown, in: context).projection
        guard shown.opacity > 0, let outline = PixelPolygon(shown.bounds, projectedBy: projection) else { return }
        let first = items.count
        var clipped = context
        clipped.defersOpacity = true
        clipped.opacity = 1
        if transition.kind != .flip {
            clipped.clip = context.clip.intersection(outline)
        }
        guard !clipped.clip.bounds.isEmpty else { return }
        let offsets = transition.offsets(at: progress, in: shown.bounds.size)
        switch transition.kind {
        case .flip:
            let turn = transition.flip(at: progress, shown.bounds, about: shown.anchor)
            if progress < 0.5 {
                old.follow(shown, movedBy: turn)
                add(old, in: clipped, to: &items)
            } else {
                addSubtree(of: layer, movedBy: turn.followed(by: move), in: clipped, to: &items)
            }
        case .curlUp:
            addSubtree(of: layer, movedBy: move, in: clipped, to: &items)
            addCurl(of: old, shown, transition.curl(at: progress, shown.bounds), projection, clipped, to: &items)
        case .curlDown:
            old.follow(shown)
            add(old, in: clipped, to: &items)
            addCurl(of: layer, shown, transition.curl(at: 1 - progress, shown.bounds), projection, clipped, to: &items)
        case .reveal:
            // Content that slides out lies above what it reveals.
            addSubtree(of: layer, movedBy: offsets.new.followed(by: move), in: clipped, to: &items)
            old.follow(shown, movedBy: offsets.old)
            add(old, in: clipped, to: &items)
        case .fade, .moveIn, .push:
            old.follow(shown, movedBy: offsets.old)
            add(old, in: clipped, to: &items)
            addSubtree(of: layer, movedBy: offsets.new.followed(by: move), in: clipped, to: &items)
        }
        let opacity = (context.defersOpacity ? 1 : shown.opacity) * context.opacity
        if opacity < 1, items.count > first {
            fade(&items, from: first, opacity: opacity)
        }
    }

    /// Adds a layer's contents in a cross-fade from its former contents.
    mutating func add(
        _ contentsQuads: [ContentsQuad], of shown: LayerProperties, transitioningFrom former: [FormerContents],
        at progress: Double, projectedBy projection: Projection, clip: RenderClip, to items: inout [RenderItem]
    ) {
        var lists = former.map { former -> (items: [RenderItem], weight: Double) in
            var properties = former.properties
            properties.bounds = shown.bounds
            var items: [RenderItem] = []
            if let buffer = properties.contents {
                let contentsQuads = ContentsLayout(of: properties, buffer: buffer).quads
                add(contentsQuads, of: properties, projectedBy: projection, clip: clip, to: &items)
            }
            return (items, former.weight * (1 - progress))
        }
        var new: [RenderItem] = []
        add(contentsQuads, of: shown, projectedBy: projection, clip: clip, to: &new)
        lists.append((new, progress))
        addCrossFade(lists, to: &items)
    }

    /// Adds a cross-fade of item lists; their weights add up to 1.
    private mutating func addCrossFade(_ lists: [(items: [RenderItem], weight: Double)], to items: inout [RenderItem]) {
        let first = items.count
        let lists = lists.filter { $0.weight > 0 }
        let seen = lists.filter { !$0.items.isEmpty }
        guard seen.count > 1 else {
            guard let only = seen.first else { return }
            items += only.items
            if only.weight < 1 {
                fade(&items, from: first, opacity: only.weight)
            }
            return
        }
        if seen.count == lists.count, let quads = Self.coveringQuads(seen.map(\.items)) {
            // Source over with each weight divided by the sum so far gives every quad its weight in the result.
            var sum = 0.0
            for (var quad, weight) in zip(quads, seen.map(\.weight)) {
                sum += weight
                quad.opacity = weight / sum
                items.append(.quad(quad))
            }
            return
        }
        let groups = seen.enumerated().map { index, list in
            var group = RenderGroup(
                items: list.items, opacity: list.weight, blendMode: index == 0 ? .over : .add,
                bounds: Self.bounds(of: list.items))
            counts.occludedQuads += Occlusion.removeOccluded(from: &group.items)
            return group
        }
        let all = groups.map(RenderItem.group)
        items.append(.group(RenderGroup(items: all, opacity: 1, bounds: Self.bounds(of: all))))
    }

    /// Returns one opaque quad for each item list if all quads cover the same pixels; otherwise nil.
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
    /// Returns the properties, moved in the layer's own coordinates about its anchor point.
    func moved(by move: Transform3D) -> LayerProperties {
        guard move != .identity else { return self }
        var moved = self
        moved.transform = move.followed(by: transform)
        return moved
    }
}
