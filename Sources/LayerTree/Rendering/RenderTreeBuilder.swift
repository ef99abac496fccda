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
    }

    let scene: LayerScene
    let time: Double
    /// How many layers were left out: hidden, transparent, turned away, outside of the clip or covered.
    private(set) var culledLayers = 0
    /// How many layers were looked at.
    private(set) var layers = 0

    init(scene: LayerScene, time: Double) {
        self.scene = scene
        self.time = time
    }

    mutating func build() -> RenderTree {
        let picture = PixelRect(x: 0, y: 0, width: scene.size.width, height: scene.size.height)
        var items: [RenderItem] = []
        add(
            scene.root,
            in: Context(
                projection: Projection(scaleX: scene.scale, y: scene.scale), clip: RenderClip(bounds: picture),
                time: time),
            to: &items)
        Occlusion.removeCovered(from: &items)
        return RenderTree(size: scene.size, background: scene.background, items: items)
    }

    /// Adds what is seen of a layer and all in it.
    mutating func add(_ layer: Layer, in context: Context, to items: inout [RenderItem]) {
        layers += 1
        let local = layer.timing.localTime(at: context.time)
        let shown = layer.animations.isEmpty ? layer.properties : layer.presentation(at: local)
        guard !shown.isInvisible else {
            culledLayers += 1
            return
        }
        let isFading = shown.opacity < 1
        let first = items.count
        add(shown, of: layer, in: context, at: local, to: &items)
        if items.count == first {
            culledLayers += 1
        } else if isFading {
            fade(&items, from: first, opacity: shown.opacity)
        }
    }

    /// Adds a layer as if it were opaque.
    private mutating func add(
        _ shown: LayerProperties, of layer: Layer, in context: Context, at local: Double, to items: inout [RenderItem]
    ) {
        let toParent = shown.transformToParent
        let toPlane = context.sublayerTransform.map { toParent.followed(by: $0) } ?? toParent
        let projection = Projection(toPlane).followed(by: context.projection)
        let isMirrored = context.isMirrored != toPlane.isMirroring
        if !shown.isDoubleSided, projection.isTurnedAway(at: shown.anchor, mirrored: isMirrored) {
            return
        }
        var clip = context.clip
        let outline = Outline(shown.bounds, seenBy: projection)
        if shown.masksToBounds {
            guard let outline else { return }
            clip = clip.intersection(outline)
            guard !clip.bounds.isEmpty else { return }
        }
        if let color = shown.backgroundColor, color.alpha > 0, let outline {
            append(RenderQuad(outline: outline, fill: .color(color), opacity: 1, clip: clip), to: &items)
        }
        let view = LayerView(properties: shown, projection: projection, clip: clip.bounds, time: local)
        for piece in layer.pieces(in: view) {
            if let quad = piece.quad(of: shown, projection: projection, clip: clip) {
                append(quad, to: &items)
            }
        }
        guard !layer.sublayers.isEmpty else { return }
        let forSublayers = shown.transformOfSublayers
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

    private func append(_ quad: RenderQuad, to items: inout [RenderItem]) {
        if !quad.pixelBounds.isEmpty {
            items.append(.quad(quad))
        }
    }

    /// Fades the items from `first` on as one.
    ///
    /// A single quad is faded by itself, and so are quads of which no two share a pixel; all others become a group.
    private func fade(_ items: inout [RenderItem], from first: Int, opacity: Double) {
        let faded = items[first...]
        if faded.count <= Self.fewItems, Occlusion.areApart(faded) {
            for index in faded.indices {
                if case .quad(var quad) = items[index] {
                    quad.opacity *= opacity
                    items[index] = .quad(quad)
                }
            }
            return
        }
        var group = RenderGroup(
            items: Array(faded), opacity: opacity, bounds: faded.reduce(Self.noPixels) { $0.union($1.pixelBounds) })
        Occlusion.removeCovered(from: &group.items)
        items.removeSubrange(first...)
        items.append(.group(group))
    }

    /// So many items are compared with each other before they are put into a group.
    private static let fewItems = 16
    private static let noPixels = PixelRect(x: 0, y: 0, width: 0, height: 0)
}

extension RenderItem {
    /// All pixels it may cover.
    public var pixelBounds: PixelRect {
        switch self {
        case .quad(let quad): quad.pixelBounds
        case .group(let group): group.bounds
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
    func isTurnedAway(at point: Point, mirrored: Bool) -> Bool {
        let weight = homogeneous(point).z
        guard weight != 0 else { return false }
        return (determinant / weight < 0) != mirrored
    }
}
