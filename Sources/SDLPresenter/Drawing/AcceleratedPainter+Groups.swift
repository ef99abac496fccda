internal import Compositing
internal import LayerTree
internal import TilePyramid

extension AcceleratedPainter {
    /// Draws a group.
    func draw(_ group: RenderGroup, into target: Target) throws(PresenterError) {
        try draw(group, opacity: group.opacity, mixing: group.blend == .add ? .add : .over, into: target)
    }

    /// Draws a group as if it had another opacity and mixing; into a picture of its own only if there is no other way.
    private func draw(
        _ group: RenderGroup, opacity: Double, mixing: Mixing, into target: Target
    ) throws(PresenterError) {
        guard opacity > 0, let first = group.items.first else { return }
        if group.items.count == 1 {
            // Over nothing, one item is itself, whatever its blending.
            switch first {
            case .quad(let quad): try draw(quad, opacity: quad.opacity * opacity, mixing: mixing, into: target)
            case .group(let inner):
                try draw(inner, opacity: inner.opacity * opacity, mixing: mixing, into: target)
            }
        } else if opacity >= 1, mixing == .over, group.items.allSatisfy(\.isOver) {
            // Covering is associative.
            try draw(group.items, into: target)
        } else {
            try drawApart(group, opacity: opacity, mixing: mixing, into: target)
        }
    }

    /// Draws a group into pictures of its own, and these into the target.
    private func drawApart(
        _ group: RenderGroup, opacity: Double, mixing: Mixing, into target: Target
    ) throws(PresenterError) {
        let bounds = group.bounds.intersection(target.area)
        guard !bounds.isEmpty else { return }
        let (width, height) = (
            min(maximumTextureSize ?? .max, bounds.size.width), min(maximumTextureSize ?? .max, bounds.size.height)
        )
        for y in stride(from: bounds.y, to: bounds.y + bounds.size.height, by: height) {
            for x in stride(from: bounds.x, to: bounds.x + bounds.size.width, by: width) {
                let area = PixelRect(x: x, y: y, width: width, height: height).intersection(bounds)
                try drawApart(group.items, area, opacity: opacity, mixing: mixing, into: target)
            }
        }
    }

    private func drawApart(
        _ items: [RenderItem], _ area: PixelRect, opacity: Double, mixing: Mixing, into target: Target
    ) throws(PresenterError) {
        try batch.flush()
        let texture = try targets.take(area.size)
        defer { targets.give(texture) }
        statistics.offscreenPasses += 1
        try renderer.setTarget(texture)
        try renderer.fill(
            PixelRect(x: 0, y: 0, width: area.size.width, height: area.size.height),
            with: 0)
        try draw(items, into: Target(texture: texture, area: area))
        try batch.flush()
        try renderer.setTarget(target.texture)

        let paint = GeometryBatch.Paint(
            texture: texture,
            pixels: PixelRect(x: area.x, y: area.y, width: texture.size.width, height: texture.size.height),
            tint: Tint(mixing == .add ? UInt8(adding: opacity) : UInt8(covering: opacity)), mixing: mixing)
        let (low, high) = (
            SIMD2(Double(area.x), Double(area.y)),
            SIMD2(Double(area.x + area.size.width), Double(area.y + area.size.height))
        )
        let corners = [low, SIMD2(high.x, low.y), high, SIMD2(low.x, high.y)]
        try batch.add(
            ConvexPolygon(corners: corners.map { MeshCorner(position: $0, source: $0) }), origin: target.origin,
            paint: paint)
        // Before the texture is used for another group.
        try batch.flush()
    }
}

extension RenderItem {
    /// Whether it covers what is below, and is not added to it.
    fileprivate var isOver: Bool {
        switch self {
        case .quad: true
        case .group(let group): group.blend == .over
        }
    }
}
