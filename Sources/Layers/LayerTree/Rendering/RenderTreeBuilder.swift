public import TilePyramid

/// Makes a frame of a scene at a moment.
///
/// It goes through the layers from the root, the lowest first, and keeps what can be seen. Every layer is flattened into
/// the plane of its superlayer, as it is in a picture; only siblings lie in one space and are ordered by depth.
@MainActor
struct RenderTreeBuilder {
    /// What a layer inherits from those it lies in.
    struct Context {
        /// From the coordinates in which the layer's position is given to pixels.
        var projection: Projection
        /// What the superlayer does to its sublayers, before they are flattened.
        var sublayerTransform: Transform3D?
        /// Whether the layers above it have mirrored the plane in all, so that its front is seen the wrong way round.
        var isMirrored = false
        /// What may be drawn.
        var clip: RenderClip
        /// The time of the superlayer.
        var time: Double
        /// Whether the layer's own opacity is left to whoever adds it.
        var defersOpacity = false
    }

    let scene: LayerScene
    let time: Double
    /// How many layers were looked at.
    private(set) var layers = 0
    /// How many of them were left out: hidden, transparent, turned away, empty or outside of the clip.
    private(set) var culledLayers = 0
    /// How many quads were left out because something opaque covers them.
    var occludedQuads = 0

    init(scene: LayerScene, time: Double) {
        self.scene = scene
        self.time = time
    }

    mutating func build() -> RenderTree {
        var items: [RenderItem] = []
        add(
            scene.root,
            in: Context(
                projection: Projection(scaleX: scene.scale, y: scene.scale),
                clip: RenderClip(bounds: scene.pixelBounds),
                time: time),
            to: &items)
        occludedQuads += Occlusion.removeOccluded(from: &items)
        return RenderTree(size: scene.size, background: scene.background, items: items)
    }

    /// Adds what is seen of a layer and all in it, moved in its own coordinates.
    mutating func add(
        _ layer: Layer, movedBy offset: Point = .zero, in context: Context, to items: inout [RenderItem]
    ) {
        if !layer.animations.isEmpty,
            let running = layer.transition(at: layer.timing.localTime(at: context.time))
        {
            add(
                layer, transitioningFrom: running.old, by: running.transition, at: running.progress, movedBy: offset,
                in: context, to: &items)
        } else {
            addSubtree(of: layer, movedBy: offset, in: context, to: &items)
        }
    }

    /// Adds what is seen of a layer and all in it, whatever transition it is in.
    mutating func addSubtree(
        of layer: Layer, movedBy offset: Point, in context: Context, to items: inout [RenderItem]
    ) {
        layers += 1
        let local = layer.timing.localTime(at: context.time)
        let shown = (layer.animations.isEmpty ? layer.properties : layer.presentation(at: local)).moved(by: offset)
        guard !shown.isInvisible else {
            culledLayers += 1
            return
        }
        let isFading = shown.opacity < 1 && !context.defersOpacity
        let first = items.count
        add(shown, of: layer, in: context, at: local, to: &items)
        if items.count == first {
            culledLayers += 1
        } else if isFading {
            fade(&items, from: first, opacity: shown.opacity)
        }
    }

    /// How the plane of a layer is seen: whether it is mirrored, and whether parts of it are nearer than others to the
    /// viewer of the superlayer.
    func plane(
        of shown: LayerProperties, in context: Context
    ) -> (projection: Projection, isMirrored: Bool, isTilted: Bool) {
        let toParent = shown.transformToParent
        let toPlane = context.sublayerTransform.map { toParent.followed(by: $0) } ?? toParent
        let projection = Projection(toPlane)
        return (
            projection.followed(by: context.projection), context.isMirrored != toPlane.isMirroring,
            !projection.isAffine
        )
    }

    /// Adds a layer as if it were opaque.
    private mutating func add(
        _ shown: LayerProperties, of layer: Layer, in context: Context, at local: Double, to items: inout [RenderItem]
    ) {
        let (projection, isMirrored, isTilted) = plane(of: shown, in: context)
        if !shown.isDoubleSided, projection.isBackFacing(at: shown.anchor, mirrored: isMirrored) {
            return
        }
        var clip = context.clip
        if isTilted, !context.projection.isAffine {
            // What lies behind the viewer both in the superlayer and of it would seem to lie before him: it must not be
            // seen beyond where the superlayer's plane vanishes.
            guard let plane = PixelPolygon(Self.wholePlane, projectedBy: context.projection) else { return }
            clip = clip.intersection(plane)
        }
        let outline = PixelPolygon(shown.bounds, projectedBy: projection)
        if shown.masksToBounds {
            guard let outline else { return }
            clip = clip.intersection(outline)
            guard !clip.bounds.isEmpty else { return }
        }
        if let color = shown.backgroundColor, color.alpha > 0, let outline {
            let quad = RenderQuad(outline: outline, fill: .color(color), opacity: 1, clip: clip)
            if !quad.pixelBounds.isEmpty {
                items.append(.quad(quad))
            }
        }
        let view = LayerRenderContext(properties: shown, projection: projection, clip: clip.bounds, time: local)
        let contentsQuads = layer.contentsQuads(in: view)
        if !layer.animations.isEmpty, let fade = layer.contentsFade(at: local) {
            add(
                contentsQuads, of: shown, transitioningFrom: fade.former, at: fade.progress, projectedBy: projection,
                clip: clip, to: &items)
        } else {
            add(contentsQuads, of: shown, projectedBy: projection, clip: clip, to: &items)
        }
        guard !layer.sublayers.isEmpty else { return }
        let forSublayers = shown.effectiveSublayerTransform
        var inner = Context(projection: projection, isMirrored: isMirrored, clip: clip, time: local)
        if let affine = forSublayers.affine {
            if forSublayers != .identity {
                inner.projection = Projection(affine).followed(by: projection)
                inner.isMirrored = isMirrored != forSublayers.isMirroring
            }
        } else {
            inner.sublayerTransform = forSublayers
        }
        for sublayer in DepthOrder.sorted(layer.sublayers, in: inner) {
            add(sublayer, in: inner, to: &items)
        }
    }

    /// Adds those pieces of a layer of which something is seen.
    func add(
        _ contentsQuads: [ContentsQuad], of shown: LayerProperties, projectedBy projection: Projection,
        clip: RenderClip,
        to items: inout [RenderItem]
    ) {
        for contentsQuad in contentsQuads {
            if let quad = contentsQuad.quad(of: shown, projection: projection, clip: clip), !quad.pixelBounds.isEmpty {
                items.append(.quad(quad))
            }
        }
    }

    /// Fades the items from `first` on as one.
    ///
    /// A single item that covers what lies below is faded by itself, and so are quads of which no two share a pixel; all
    /// others become a group.
    mutating func fade(_ items: inout [RenderItem], from first: Int, opacity: Double) {
        let faded = items[first...]
        if faded.count == 1 && items[first].isSourceOver
            || faded.count <= Self.disjointCheckLimit && Occlusion.areDisjoint(faded)
        {
            for index in faded.indices {
                items[index].fade(by: opacity)
            }
            return
        }
        var group = RenderGroup(items: Array(faded), opacity: opacity, bounds: Self.bounds(of: faded))
        occludedQuads += Occlusion.removeOccluded(from: &group.items)
        items.removeSubrange(first...)
        items.append(.group(group))
    }

    /// So many items are compared with each other before they are put into a group.
    private static let disjointCheckLimit = 16
    /// As much of a plane as anything could be seen of.
    private static let wholePlane = Rect(x: -1e7, y: -1e7, width: 2e7, height: 2e7)

    /// All pixels that items may cover.
    static func bounds(of items: some Sequence<RenderItem>) -> PixelRect {
        items.reduce(.none) { $0.union($1.pixelBounds) }
    }
}

extension RenderItem {
    /// All pixels it may cover.
    public var pixelBounds: PixelRect {
        switch self {
        case .quad(let quad): quad.pixelBounds
        case .group(let group): group.bounds
        }
    }

    /// Whether it covers what lies below, and is not added to it.
    fileprivate var isSourceOver: Bool {
        guard case .group(let group) = self else { return true }
        return group.blendMode == .over
    }

    /// Lets less of it be seen.
    fileprivate mutating func fade(by opacity: Double) {
        switch self {
        case .quad(var quad):
            quad.opacity *= opacity
            self = .quad(quad)
        case .group(var group):
            group.opacity *= opacity
            self = .group(group)
        }
    }
}

extension Transform3D {
    /// Whether a picture and its mirror image change places, turning not counted: the determinant of what it does to
    /// directions is negative.
    var isMirroring: Bool {
        let (x, y, z) = (rows.0, rows.1, rows.2)
        return x.x * (y.y * z.z - y.z * z.y) - x.y * (y.x * z.z - y.z * z.x) + x.z * (y.x * z.y - y.y * z.x) < 0
    }
}

extension Projection {
    /// Whether the back is seen of a plane near a place.
    func isBackFacing(at point: Point, mirrored: Bool) -> Bool {
        let weight = homogeneous(point).z
        guard weight != 0 else { return false }
        return (determinant / weight < 0) != mirrored
    }
}
