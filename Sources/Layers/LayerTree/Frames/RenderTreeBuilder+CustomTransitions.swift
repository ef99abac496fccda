internal import TilePyramid
internal import VectorDrawing

extension RenderTreeBuilder {
    /// Adds a layer in a custom transition from its old to its new appearance, moved in its own coordinates.
    mutating func add(
        _ layer: Layer, transitioningFrom old: SnapshotLayer, by transition: CustomTransition, at progress: Double,
        movedBy move: Transform3D, in context: Context, to items: inout [RenderItem]
    ) {
        let shown = layer.presentation(at: layer.timing.localTime(at: context.time)).moved(by: move)
        guard shown.opacity > 0, !shown.bounds.isEmpty else { return }
        var inner = context
        inner.defersOpacity = true
        inner.opacity = 1
        if transition.masksToBounds {
            guard let outline = PixelPolygon(shown.bounds, projectedBy: plane(of: shown, in: context).projection)
            else { return }
            inner.clip = context.clip.intersection(outline)
            guard !inner.clip.bounds.isEmpty else { return }
        }
        let first = items.count
        let center = shown.bounds.point(at: Point(x: 0.5, y: 0.5)) - shown.anchor
        for part in transition.parts(progress, shown.bounds).prefix(CustomTransition.partLimit) where part.opacity > 0 {
            let turn =
                part.transform == .identity
                ? .identity
                : Transform3D(translationX: -center.x, y: -center.y)
                    .followed(by: part.transform)
                    .followed(by: Transform3D(translationX: center.x, y: center.y))
            let projection = plane(of: shown.moved(by: turn), in: context).projection
            var cropped = inner
            if let crop = part.crop {
                guard let outline = PixelPolygon(crop, projectedBy: projection) else { continue }
                cropped.clip = inner.clip.intersection(outline)
                guard !cropped.clip.bounds.isEmpty else { continue }
            }
            var own: [RenderItem] = []
            switch part.appearance {
            case .old:
                old.follow(shown, movedBy: turn)
                add(old, in: cropped, to: &own)
            case .new: addSubtree(of: layer, movedBy: turn.followed(by: move), in: cropped, to: &own)
            }
            if let path = part.mask {
                let shape = RenderShape(path: path, projection: projection, fill: .color(.black), clip: cropped.clip)
                mask(&own, from: 0, by: [.shape(shape)])
            }
            if part.opacity < 1, !own.isEmpty {
                fade(&own, from: 0, opacity: part.opacity)
            }
            items += own
        }
        let opacity = (context.defersOpacity ? 1 : shown.opacity) * context.opacity
        if opacity < 1, items.count > first {
            fade(&items, from: first, opacity: opacity)
        }
    }
}
