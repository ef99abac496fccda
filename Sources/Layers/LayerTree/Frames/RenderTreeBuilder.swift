internal import TilePyramid
internal import VectorDrawing

/// Builds the render tree of a scene at a time.
///
/// It traverses the layers from the root in drawing order and keeps the items that can be visible. Every layer is flattened
/// into its superlayer's plane; only siblings share a space and are ordered by depth.
@MainActor
struct RenderTreeBuilder {
    /// The values that a layer inherits from its superlayers.
    struct Context {
        /// The projection from the coordinates of the layer's position to pixels.
        var projection: Projection
        /// The superlayer's sublayer transform, applied before flattening; nil if ``projection`` contains it.
        var sublayerTransform: Transform3D?
        /// Whether the superlayers mirror the plane, so that front faces have the opposite orientation.
        var isMirrored = false
        /// The clip.
        var clip: RenderClip
        /// The superlayer's time.
        var time: Double
        /// Whether the caller applies the layer's own opacity.
        var defersOpacity = false
        /// The opacity of superlayers that are not flattened.
        var opacity = 1.0
        /// The color by which the layer is multiplied, as a copy of another; nil for none.
        var tint: Color?
        /// The number that distinguishes copies of a layer; 0 for a layer that is not a copy.
        var copyNumber = 0
    }

    /// The placement of a layer in a frame.
    struct LayerPlace {
        /// The projection from the layer's coordinates to pixels.
        var projection: Projection
        /// Whether front faces of the layer's plane have the opposite orientation.
        var isMirrored: Bool
        /// The clip, without the layer's own bounds.
        var clip: RenderClip
        /// The layer's time.
        var time: Double
        /// The place in the space of the superlayer, for a layer whose items keep their depth.
        var depth: LayerDepth?
    }

    /// Pixels for each point of the scene.
    let scale: Double
    /// The layers and quads counted while building: traversed, culled and occluded ones.
    var counts = FrameStatistics()
    /// The number of the copy that is being added; see ``Context/copyNumber``.
    var copyNumber = 0
    /// The number of copies made so far.
    var copiesMade = 0
    /// Whether the items that are being collected for an image fit into it; nil if no image is being made.
    var rasterFit: RasterFit?
    /// A rectangle that stands for an infinite plane.
    private static let wholePlane = Rect(x: -1e7, y: -1e7, width: 2e7, height: 2e7)

    init(scale: Double) {
        self.scale = scale
    }

    /// Builds the tree of a scene at a time of its clock.
    mutating func build(_ scene: LayerScene, at time: Double) -> RenderTree {
        var items: [RenderItem] = []
        add(
            scene.root,
            in: Context(
                projection: Projection(scaleX: scale, y: scale),
                clip: RenderClip(bounds: scene.pixelBounds), time: time),
            to: &items)
        counts.occludedQuads += Occlusion.removeOccluded(from: &items)
        var tree = RenderTree(size: scene.size, background: scene.background, items: items)
        tree.link = scene.presenterLink
        return tree
    }

    /// Adds a layer and its subtree, moved in its own coordinates.
    mutating func add(
        _ layer: Layer, movedBy move: Transform3D = .identity, in context: Context, to items: inout [RenderItem]
    ) {
        if !layer.animations.isEmpty, let running = layer.transition(at: layer.timing.localTime(at: context.time)) {
            add(layer, in: running, movedBy: move, in: context, to: &items)
        } else {
            addSubtree(of: layer, movedBy: move, in: context, to: &items)
        }
    }

    /// Adds a layer and its subtree, ignoring its transition.
    mutating func addSubtree(
        of layer: Layer, movedBy move: Transform3D, in context: Context, to items: inout [RenderItem]
    ) {
        guard layer.flattensSublayers else {
            addUnflattened(layer, movedBy: move, in: context, to: &items)
            return
        }
        counts.layers += 1
        let local = layer.timing.localTime(at: context.time)
        let shown = (layer.animations.isEmpty ? layer.properties : layer.presentation(at: local)).moved(by: move)
        guard !shown.isInvisible else {
            counts.culledLayers += 1
            return
        }
        let first = items.count
        add(shown, of: layer, in: context, at: local, to: &items)
        guard items.count > first else {
            counts.culledLayers += 1
            return
        }
        if let tint = context.tint {
            self.tint(&items, from: first, by: tint)
        }
        let opacity = (context.defersOpacity ? 1 : shown.opacity) * context.opacity
        if opacity < 1 {
            fade(&items, from: first, opacity: opacity, asOne: shown.allowsGroupOpacity || shown.shouldRasterize)
        }
    }

    /// Returns the projection of a layer's plane, and whether the plane is mirrored or tilted.
    ///
    /// A plane that is tilted out of its superlayer's plane changes its shape in perspective.
    func plane(
        of shown: LayerProperties, in context: Context
    ) -> (projection: Projection, isMirrored: Bool, isTilted: Bool) {
        let toParent = shown.transformToParent
        let toPlane = context.sublayerTransform.map { toParent.followed(by: $0) } ?? toParent
        let projection = Projection(toPlane)
        let isMirrored = context.isMirrored != toPlane.isMirroring
        return (projection.followed(by: context.projection), isMirrored, !projection.isAffine)
    }

    /// Adds a layer and its subtree at full opacity.
    private mutating func add(
        _ shown: LayerProperties, of layer: Layer, in context: Context, at local: Double, to items: inout [RenderItem]
    ) {
        let (projection, isMirrored, isTilted) = plane(of: shown, in: context)
        if !shown.isDoubleSided, projection.isBackFacing(at: shown.anchor, mirrored: isMirrored) {
            return
        }
        var clip = context.clip
        if isTilted, !context.projection.isAffine {
            // A point behind the viewer in both the superlayer's and its own projection has a positive w and would
            // appear in front. Clipping to the superlayer's plane, up to its horizon, removes such points.
            guard let plane = PixelPolygon(Self.wholePlane, projectedBy: context.projection) else { return }
            clip = clip.intersection(plane)
        }
        var place = LayerPlace(projection: projection, isMirrored: isMirrored, clip: clip, time: local)
        // A raster is flat.
        if let traits = layer.traits, traits.preservesDepth(shown), !shown.shouldRasterize {
            let toParent = shown.transformToParent
            let toPlane = context.sublayerTransform.map { toParent.followed(by: $0) } ?? toParent
            place.depth = LayerDepth(toPlane, projectedBy: context.projection)
        }
        guard shown.hasEffects || layer.mask != nil else {
            addContent(of: layer, shown, at: place, to: &items)
            return
        }
        addWithEffects(layer, shown, at: place, to: &items)
    }

    /// Adds background, contents and sublayers of a layer.
    mutating func addContent(
        of layer: Layer, _ shown: LayerProperties, at place: LayerPlace, to items: inout [RenderItem]
    ) {
        guard !exceedsRaster(layer, shown, at: place) else { return }
        let projection = place.projection
        let local = place.time
        var clip = place.clip
        let outline = PixelPolygon(shown.bounds, projectedBy: projection)
        if shown.masksToBounds {
            guard let outline else { return }
            clip = clip.intersection(outline)
            guard !clip.bounds.isEmpty else { return }
        }
        if let color = shown.backgroundColor, color.alpha > 0, let outline {
            let item: RenderItem =
                shown.isRounded
                ? .shape(shown.roundedShape(projection, fill: .color(color), clip: clip))
                : .quad(RenderQuad(outline: outline, fill: .color(color), opacity: 1, clip: clip))
            if !item.pixelBounds.isEmpty {
                items.append(item)
            }
        }
        let context = LayerRenderContext(
            properties: shown, projection: projection, clipping: clip, time: local, depth: place.depth)
        let first = items.count
        let contentsQuads = layer.contentsQuads(in: context)
        if !layer.animations.isEmpty, let fade = layer.contentsFade(at: local) {
            add(
                contentsQuads, of: shown, transitioningFrom: fade.former, at: fade.progress, projectedBy: projection,
                clip: clip, to: &items)
        } else {
            add(contentsQuads, of: shown, projectedBy: projection, clip: clip, to: &items)
        }
        let own = layer.renderItems(in: context)
        if !own.isEmpty { items += own.lazy.filter { !$0.pixelBounds.isEmpty } }
        addSublayers(of: layer, shown, at: place, clip: clip, to: &items)
        if shown.masksToBounds, shown.isRounded, items.count > first {
            mask(&items, from: first, by: [.shape(shown.roundedShape(projection, fill: .color(.black), clip: clip))])
        }
    }

    /// Adds the sublayers of a layer.
    private mutating func addSublayers(
        of layer: Layer, _ shown: LayerProperties, at place: LayerPlace, clip: RenderClip, to items: inout [RenderItem]
    ) {
        guard !layer.shownSublayers.isEmpty else { return }
        let inner = context(forSublayersOf: shown, at: place, clip: clip)
        if let replication = layer.replication(of: shown) {
            addCopies(of: layer.shownSublayers, by: replication, in: inner, to: &items)
        } else {
            addAll(layer.shownSublayers, in: inner, to: &items)
        }
    }

    /// Adds layers in the order of their depth, including sublayers of layers that do not flatten.
    mutating func addAll(_ layers: [Layer], in context: Context, to items: inout [RenderItem]) {
        if Self.flattenAll(layers), let sorted = DepthOrder.sorted(layers, in: context) {
            for layer in sorted {
                add(layer, in: context, to: &items)
            }
            return
        }
        var inner = context
        inner.copyNumber = copyNumber
        var members: [SpaceMember] = []
        collect(layers, in: inner, into: &members)
        add(members, to: &items)
    }

    /// Whether all layers project their sublayers into their planes.
    private static func flattenAll(_ layers: [Layer]) -> Bool {
        // A closure would check for each layer whether it is called on the main thread.
        for layer in layers where !layer.flattensSublayers { return false }
        return true
    }

    /// The values that sublayers inherit.
    func context(forSublayersOf shown: LayerProperties, at place: LayerPlace, clip: RenderClip) -> Context {
        let forSublayers = shown.effectiveSublayerTransform
        var inner = Context(
            projection: place.projection, isMirrored: place.isMirrored, clip: clip, time: place.time)
        if let affine = forSublayers.affine {
            if forSublayers != .identity {
                inner.projection = Projection(affine).followed(by: place.projection)
                inner.isMirrored = place.isMirrored != forSublayers.isMirroring
            }
        } else {
            inner.sublayerTransform = forSublayers
        }
        return inner
    }

    /// Adds the visible quads of a layer.
    func add(
        _ contentsQuads: [ContentsQuad], of shown: LayerProperties, projectedBy projection: Projection,
        clip: RenderClip, to items: inout [RenderItem]
    ) {
        for contentsQuad in contentsQuads {
            if let quad = contentsQuad.quad(of: shown, projection: projection, clip: clip), !quad.pixelBounds.isEmpty {
                items.append(.quad(quad))
            }
        }
    }
}

extension Transform3D {
    /// Whether the transform reverses orientation: the determinant of its linear part is negative.
    var isMirroring: Bool {
        let x = rows.0
        let y = rows.1
        let z = rows.2
        return x.x * (y.y * z.z - y.z * z.y) - x.y * (y.x * z.z - y.z * z.x) + x.z * (y.x * z.y - y.y * z.x) < 0
    }
}

extension Projection {
    /// Whether a plane shows its back near a point.
    func isBackFacing(at point: Point, mirrored: Bool) -> Bool {
        let weight = homogeneous(point).z
        guard weight != 0 else { return false }
        return (determinant / weight < 0) != mirrored
    }
}
