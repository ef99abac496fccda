internal import Compositing
internal import LayerTree
internal import TilePyramid
internal import VectorDrawing

/// Draws frames from textures with SDL's renderer.
final class AcceleratedPainter: FramePainter {
    /// A render target: the window, or the texture of a group.
    struct Target {
        /// The texture; nil for the window.
        var texture: TextureHandle?
        /// The part of the frame that the target shows.
        var area: PixelRect

        /// The position of the target's upper left corner in the frame.
        var origin: SIMD2<Double> { SIMD2(Double(area.x), Double(area.y)) }
    }

    let renderer: RendererHandle
    var target: any FrameTarget { renderer }
    let cache: TextureCache
    let targets: TargetPool
    let composited = CompositedItems()
    var gradientStrips = GradientStrips()
    /// The maximum width and height of a texture; nil if there is no limit.
    let maximumTextureSize: Int?
    var uploads: FrameUploads
    var batch: GeometryBatch
    /// The mip levels that the frame may need.
    private(set) var mipLevels: [MipCache.Key: MipLevels] = [:]
    private let mipCache = MipCache(limit: 64 << 20)
    /// Whether contents are missing from the frame because they could not be uploaded yet.
    var isIncomplete = false
    var statistics = PresenterStatistics()

    /// Creates a painter with the limits of a window for textures and uploads.
    init(_ renderer: RendererHandle, _ options: WindowOptions) {
        self.renderer = renderer
        cache = TextureCache(renderer, byteLimit: options.textureByteLimit)
        targets = TargetPool(renderer)
        maximumTextureSize = [options.maximumTextureSize, renderer.maximumTextureSize].compactMap(\.self).min()
        uploads = FrameUploads(options.uploadBudget)
        batch = GeometryBatch(renderer)
    }

    func draw(_ tree: RenderTree) throws(PresenterError) -> Bool {
        isIncomplete = false
        batch.beginFrame()
        try renderer.setTarget(nil)
        try renderer.fill(PixelRect(renderer.outputSize), with: tree.background.pixel())
        let target = Target(area: PixelRect(tree.size))
        mipLevels = mipCache.levels(for: tree.items, in: target.area)
        defer { mipLevels = [:] }
        try draw(tree.items, into: target)
        try batch.flush()
        statistics.changedPixels += tree.size.area
        statistics.drawCalls += batch.drawCalls
        let counts = composited.takeCounts()
        statistics.compositedItems += counts.items
        statistics.offscreenPasses += counts.offscreenPasses
        return !isIncomplete
    }

    func endFrame() {
        cache.endFrame()
        composited.endFrame()
        gradientStrips.endFrame()
        statistics.evictions += cache.evictions
        statistics.cachedTextures = cache.count
        statistics.cachedBytes = cache.byteCount
        cache.evictions = 0
        targets.endFrame()
        uploads.renew()
    }

    func require(_ buffer: PixelBuffer) {
        uploads.require(buffer)
    }

    func requireAll() {
        uploads.isUnlimited = true
    }

    func renewBudget() {
        uploads.renew()
    }

    func deviceReset() {
        cache.removeAll()
        targets.removeAll()
        // What was shown is uploaded again at once.
        requireAll()
    }

    /// Draws items from back to front.
    func draw(_ items: [RenderItem], into target: Target) throws(PresenterError) {
        for item in items {
            try draw(item, into: target)
        }
    }

    private func draw(_ item: RenderItem, into target: Target) throws(PresenterError) {
        guard !item.needsCompositor else {
            try drawComposited(item, into: target)
            return
        }
        switch item {
        case .quad(let quad):
            try draw(quad, opacity: quad.opacity, blendMode: quad.blendMode == .add ? .add : .over, into: target)
        case .raster(let raster):
            let quad = raster.quad(showing: composited.image(of: raster))
            if case .contents(let contents) = quad.fill { require(contents.buffer) }
            try draw(quad, opacity: quad.opacity, blendMode: .over, into: target)
        case .group(let group): try draw(group, into: target)
        case .sprites(let sprites): try draw(sprites, into: target)
        case .shape, .shadow: break
        }
    }

    /// Draws an item with the compositor, and then the resulting image as contents.
    private func drawComposited(_ item: RenderItem, into target: Target) throws(PresenterError) {
        guard let (image, bounds) = composited.image(of: item, in: target.area),
            let quad = RenderQuad(showing: image, in: bounds)
        else { return }
        // The next frame may need another image, so that waiting for the upload of this one could have no end.
        require(image)
        try draw(quad, opacity: 1, blendMode: item.blendMode == .add ? .add : .over, into: target)
    }

    /// Draws a quad with a given opacity instead of its own.
    func draw(
        _ quad: RenderQuad, opacity: Double, blendMode: BlendMode, into target: Target
    ) throws(PresenterError) {
        guard opacity > 0 else { return }
        let visible = quad.clip.bounds.intersection(target.area)
        var polygon = ClippablePolygon(quad.outline)
        if !visible.contains(quad.outline.pixelBounds) {
            // The sides of the clip lie between pixels, so clipping the geometry is as exact as clipping pixels, and
            // quads with different clips can share a draw call.
            polygon = polygon.clipped(to: visible)
        }
        var halves: [ClippablePolygon<SIMD2<Double>>] = []
        for outline in quad.clip.outlines {
            if outline.isHalf, case .contents = quad.fill {
                halves.append(ClippablePolygon(outline))
            } else {
                polygon = polygon.clipped(to: ClippablePolygon(outline))
            }
        }
        var softOutline: SoftOutline?
        if let outline = quad.softOutline {
            if case .contents = quad.fill {
                softOutline = SoftOutline(outline)
            } else {
                polygon = polygon.clipped(to: ClippablePolygon(outline))
            }
        }
        guard !polygon.isEmpty else { return }
        statistics.quads += 1
        switch quad.fill {
        case .color(let color):
            let tint = Tint(pixel: color.pixel(opacity: opacity))
            let paint = GeometryBatch.Paint(
                tint: tint, blendMode: tint.isOpaque && blendMode == .over ? .copy : blendMode)
            let corners = polygon.corners.map { MeshVertex(position: $0, source: .zero) }
            try batch.add(ClippablePolygon(corners: corners), origin: target.origin, paint: paint)
        case .contents(let contents):
            try draw(
                contents, in: polygon, halves, softOutline: softOutline, opacity: opacity, blendMode: blendMode,
                into: target)
        case .gradient(let gradient):
            try draw(gradient, in: polygon, opacity: opacity, blendMode: blendMode, into: target)
        }
    }
}

extension RenderQuad {
    /// Creates the quad that shows an image pixel for pixel; nil without pixels.
    fileprivate init?(showing image: PixelBuffer, in bounds: PixelRect) {
        let width = Double(bounds.size.width)
        let height = Double(bounds.size.height)
        let rect = Rect(x: Double(bounds.x), y: Double(bounds.y), width: width, height: height)
        guard let outline = PixelPolygon(rect, projectedBy: .identity) else { return nil }
        let contents = RenderContents(
            buffer: image, source: Rect(x: 0, y: 0, width: width, height: height), filter: .nearest,
            projection: Projection(translationX: rect.minX, y: rect.minY))
        self.init(outline: outline, fill: .contents(contents), opacity: 1, clip: RenderClip(bounds: bounds))
    }
}
