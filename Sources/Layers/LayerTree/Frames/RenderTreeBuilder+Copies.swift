internal import TilePyramid
internal import VectorDrawing

extension RenderTreeBuilder {
    /// Adds the copies of sublayers.
    ///
    /// - Complexity: O(copies · items of one copy) if the copies differ only in place and color, because the items are then
    ///   made once and moved; otherwise O(copies · layers).
    mutating func addCopies(
        of sublayers: [Layer], by replication: Replication, in context: Context, to items: inout [RenderItem]
    ) {
        if canMoveCopies(of: sublayers, by: replication, in: context),
            addMovedCopies(of: sublayers, by: replication, in: context, to: &items)
        {
            return
        }
        var members: [SpaceMember] = []
        collectCopies(of: sublayers, by: replication, in: context, into: &members)
        add(members, dividing: false, to: &items)
    }

    /// Collects the copies of sublayers, each with its own context.
    mutating func collectCopies(
        of sublayers: [Layer], by replication: Replication, in context: Context, into members: inout [SpaceMember]
    ) {
        let space = context.sublayerTransform ?? .identity
        var step = Transform3D.identity
        for index in 0..<max(0, min(replication.count, Replication.copyLimit - copiesMade)) {
            var inner = context
            if index > 0 {
                step = step.followed(by: replication.step)
                inner.sublayerTransform = step.followed(by: space)
            }
            copiesMade += 1
            inner.copyNumber = copiesMade
            inner.time = context.time - Double(index) * replication.delay
            let color = replication.color(ofCopy: index)
            let tint = context.tint.map { $0.multiplied(by: color) } ?? color
            inner.tint = tint == .white ? nil : tint
            collect(sublayers, in: inner, into: &members)
        }
    }

    /// Whether copies of sublayers differ only in color and a transform of the plane.
    private func canMoveCopies(of sublayers: [Layer], by replication: Replication, in context: Context) -> Bool {
        guard replication.count > 2, replication.delay == 0, replication.step.isAffine,
            context.sublayerTransform == nil, context.projection.isAffine
        else { return false }
        return sublayers.allSatisfy { layer in
            let shown = layer.presentation(at: layer.timing.localTime(at: context.time))
            return shown.zPosition == 0 && shown.transform.isAffine && layer.canMoveItems
        }
    }

    /// Adds moved copies of items that are made once; returns false, and adds nothing, if the items cannot be moved.
    private mutating func addMovedCopies(
        of sublayers: [Layer], by replication: Replication, in context: Context, to items: inout [RenderItem]
    ) -> Bool {
        // Corners of quads lie on a grid, and what covers no pixel is left out: on an enlarged layer both are negligible.
        let enlargement = 16.0
        let reach = 1 << 20
        let everywhere = RenderClip(bounds: PixelRect(x: -reach, y: -reach, width: 2 * reach, height: 2 * reach))
        var inner = Context(
            projection: Projection(scaleX: enlargement, y: enlargement), clip: everywhere, time: context.time)
        inner.isMirrored = context.isMirrored != (context.projection.determinant < 0)
        let made = copiesMade
        var originals: [MovableItems] = []
        for sublayer in sublayers {
            var list: [RenderItem] = []
            add(sublayer, in: inner, to: &list)
            guard let movable = MovableItems(list, clip: everywhere) else {
                copiesMade = made
                return false
            }
            originals.append(movable)
        }
        let back = Projection(scaleX: 1 / enlargement, y: 1 / enlargement)
        let count = min(replication.count, (Replication.copyLimit - copiesMade) / max(1, copiesMade - made))
        let needed = items.count + max(0, count) * originals.reduce(0) { $0 + $1.count }
        if items.capacity < needed { items.reserveCapacity(max(needed, 2 * items.capacity)) }
        var step = Transform3D.identity
        for index in 0..<max(0, count) {
            if index > 0 { step = step.followed(by: replication.step) }
            let move = back.followed(by: Projection(step)).followed(by: context.projection)
            let color = replication.color(ofCopy: index)
            let opaque = Color(red: color.red, green: color.green, blue: color.blue)
            for original in originals {
                let first = items.count
                original.add(movedBy: move, tintedBy: opaque, clip: context.clip, to: &items)
                if color.alpha < 1, items.count > first { fade(&items, from: first, opacity: color.alpha) }
            }
        }
        copiesMade += max(0, count)
        return true
    }

    /// Multiplies the items from `first` on by a color: each item by red, green and blue, all items as one by alpha.
    mutating func tint(_ items: inout [RenderItem], from first: Int, by color: Color) {
        let opaque = Color(red: color.red, green: color.green, blue: color.blue)
        if opaque != .white {
            for index in first..<items.count { items[index].tint(by: opaque) }
        }
        if color.alpha < 1 {
            fade(&items, from: first, opacity: color.alpha)
        }
    }
}

extension Layer {
    /// Whether the items of the layer and its subtree do not depend on its place and need no additional clip.
    fileprivate var canMoveItems: Bool {
        let model = properties
        guard isPlaceIndependent, flattensSublayers, mask == nil, !model.shouldRasterize, !model.masksToBounds,
            model.shadowOpacity == 0, model.minificationFilter == model.magnificationFilter
        else { return false }
        return shownSublayers.allSatisfy(\.canMoveItems)
    }
}
