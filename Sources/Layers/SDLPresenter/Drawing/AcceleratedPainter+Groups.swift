internal import Compositing
internal import LayerTree
internal import TilePyramid
internal import VectorDrawing

extension AcceleratedPainter {
    /// Draws a group.
    func draw(_ group: RenderGroup, into target: Target) throws(PresenterError) {
        try draw(group, opacity: group.opacity, blendMode: group.blendMode == .add ? .add : .over, into: target)
    }

    /// Draws a group with another opacity and blend mode, in an offscreen pass only if necessary.
    private func draw(
        _ group: RenderGroup, opacity: Double, blendMode: BlendMode, into target: Target
    ) throws(PresenterError) {
        guard opacity > 0, let first = group.items.first else { return }
        if group.items.count == 1, case .quad(let quad) = first, !first.needsCompositor {
            // Over nothing, one item is itself, whatever its blend mode.
            try draw(quad, opacity: quad.opacity * opacity, blendMode: blendMode, into: target)
        } else if group.items.count == 1, case .group(let inner) = first, inner.mask == nil {
            try draw(inner, opacity: inner.opacity * opacity, blendMode: blendMode, into: target)
        } else if opacity >= 1, blendMode == .over, group.items.allSatisfy({ $0.blendMode == .over }) {
            // Source-over is associative.
            try draw(group.items, into: target)
        } else {
            try drawOffscreen(group, opacity: opacity, blendMode: blendMode, into: target)
        }
    }

    /// Draws a group into offscreen textures, and the textures into the target.
    private func drawOffscreen(
        _ group: RenderGroup, opacity: Double, blendMode: BlendMode, into target: Target
    ) throws(PresenterError) {
        let bounds = group.bounds.intersection(target.area)
        guard !bounds.isEmpty else { return }
        let limit = maximumTextureSize ?? .max
        let width = min(limit, bounds.size.width)
        let height = min(limit, bounds.size.height)
        for y in stride(from: bounds.y, to: bounds.y + bounds.size.height, by: height) {
            for x in stride(from: bounds.x, to: bounds.x + bounds.size.width, by: width) {
                let area = PixelRect(x: x, y: y, width: width, height: height).intersection(bounds)
                try drawOffscreen(group.items, area, opacity: opacity, blendMode: blendMode, into: target)
            }
        }
    }

    private func drawOffscreen(
        _ items: [RenderItem], _ area: PixelRect, opacity: Double, blendMode: BlendMode, into target: Target
    ) throws(PresenterError) {
        try batch.flush()
        let texture = try targets.take(area.size)
        defer { targets.give(texture) }
        statistics.offscreenPasses += 1
        try renderer.setTarget(texture)
        try renderer.fill(PixelRect(area.size), with: 0)
        try draw(items, into: Target(texture: texture, area: area))
        try batch.flush()
        try renderer.setTarget(target.texture)

        let paint = GeometryBatch.Paint(
            texture: texture,
            pixels: PixelRect(x: area.x, y: area.y, width: texture.size.width, height: texture.size.height),
            tint: Tint(blendMode == .add ? UInt8(additiveOpacity: opacity) : UInt8(sourceOverOpacity: opacity)),
            blendMode: blendMode)
        let low = SIMD2(Double(area.x), Double(area.y))
        let high = low + SIMD2(Double(area.size.width), Double(area.size.height))
        let corners = [low, SIMD2(high.x, low.y), high, SIMD2(low.x, high.y)]
        try batch.add(
            ClippablePolygon(corners: corners.map { MeshVertex(position: $0, source: $0) }), origin: target.origin,
            paint: paint)
        // The texture may be reused for another group.
        try batch.flush()
    }
}
