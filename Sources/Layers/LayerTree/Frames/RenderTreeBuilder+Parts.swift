internal import TilePyramid
internal import VectorDrawing

extension RenderTreeBuilder {
    /// Adds layers of a space of which some may cut each other.
    ///
    /// Each layer is built once; its items are then clipped to the sides of the cuts, so that all parts have the same pixels.
    ///
    /// - Parameters:
    ///   - members: the layers.
    ///   - order: the indices of the layers from the farthest to the nearest, if no layer is divided.
    ///   - crossings: the pairs of layers that may cut each other.
    ///   - items: the list to which the items are added.
    mutating func add(
        _ members: [SpaceMember], in order: [Int], crossings: [DepthPlane.Crossing], to items: inout [RenderItem]
    ) {
        var lists = [[RenderItem]](repeating: [], count: members.count)
        for index in order { add(members[index], to: &lists[index]) }
        guard let parts = parts(of: members, lists, in: order, crossings: crossings) else {
            for index in order { items += lists[index] }
            return
        }
        for part in parts.parts {
            guard !part.sides.isEmpty else {
                items += lists[part.layer]
                continue
            }
            items += lists[part.layer].compactMap { item in
                part.sides.reduce(item) { item, side in
                    let cut = parts.cuts[side.cut]
                    return side.isPositive
                        ? item?.clipped(to: cut.positive, besides: cut.negative)
                        : item?.clipped(to: cut.negative, besides: cut.positive)
                }
            }
        }
    }

    /// Returns the parts of layers; nil if none is divided and their order is right.
    private func parts(
        of members: [SpaceMember], _ lists: [[RenderItem]], in order: [Int], crossings: [DepthPlane.Crossing]
    ) -> SpaceParts? {
        // All layers of a space have the same clip and projection.
        guard let context = members.first?.context else { return nil }
        let reach = (1 << 20) - 1
        let clip = context.clip.bounds
        let pixels = PixelRect(
            x: clip.x - 1, y: clip.y - 1, width: clip.size.width + 2, height: clip.size.height + 2
        ).intersection(PixelRect(x: -reach, y: -reach, width: 2 * reach, height: 2 * reach))
        let visible = SeenPolygon(pixels)
        let planes = zip(members, lists).map { member, list -> SeenPlane? in
            // A layer that draws nothing cuts nothing.
            guard !list.isEmpty else { return nil }
            let plane = member.plane
            return SeenPlane(plane.bounds, in: plane.toSpace, projectedBy: context.projection, visible: visible)
        }
        let drawn = lists.map { Self.bounds(of: $0) }
        return SpaceParts(planes, crossings: crossings, order: order, drawn: drawn, visible: visible)
    }
}

extension RenderItem {
    /// Returns the part of the item in one of two halves of the visible area; nil if nothing of it is there.
    fileprivate func clipped(to half: PixelPolygon?, besides other: PixelPolygon?) -> RenderItem? {
        guard let half else { return nil }
        guard let other, !half.contains(pixelBounds) else { return self }
        return other.contains(pixelBounds) ? nil : clipped(to: half)
    }

    /// Returns the item with another outline in its clip.
    private func clipped(to outline: PixelPolygon) -> RenderItem {
        switch self {
        case .quad(var quad):
            quad.clip.outlines.append(outline)
            return .quad(quad)
        case .shape(var shape):
            shape.clip.outlines.append(outline)
            return .shape(shape)
        case .shadow(var shadow):
            shadow.clip.outlines.append(outline)
            return .shadow(shadow)
        case .sprites(var sprites):
            sprites.clip.outlines.append(outline)
            return .sprites(sprites)
        case .raster(var raster):
            raster.clip.outlines.append(outline)
            return .raster(raster)
        case .group(var group):
            group.items = group.items.map { $0.clipped(to: outline) }
            if group.maskOperation != .alpha { group.mask = group.mask?.map { $0.clipped(to: outline) } }
            return .group(group)
        }
    }
}
