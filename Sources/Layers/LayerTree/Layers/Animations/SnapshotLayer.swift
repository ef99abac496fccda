internal import VectorDrawing

/// A snapshot of a layer and its subtree in the last frame of its scene: the old appearance of a transition.
///
/// Its time is paused. It shares the buffers of the layers that it copies, so it costs no drawing.
final class SnapshotLayer: Layer {
    private let snapshotQuads: [ContentsQuad]
    private let snapshotItems: [RenderItem]
    /// The projection and the clip with which the items were made.
    private let itemProjection: Projection, itemClip: RenderClip
    private let isFlattening: Bool
    private let copies: Replication?
    /// The layer, if the snapshot's properties determine its appearance.
    private let source: Layer?
    /// The depth of nested snapshots, which occur when a transition replaces a running one.
    private var nesting = 0

    /// Takes a snapshot of a layer with the model that it had before a change.
    convenience init(_ layer: Layer, as model: LayerProperties) {
        var toPixels = Projection.identity
        if let scene = layer.scene {
            toPixels = Projection(scaleX: scene.scale, y: scene.scale)
        }
        let space = layer.superlayer?.sublayerSpace()
        if let plane = space?.plane {
            toPixels = plane.projectionToRoot
                .followed(by: Projection(plane.root.properties.transformToParent))
                .followed(by: toPixels)
        }
        self.init(layer, as: model, in: space?.transform ?? .identity, projectedBy: toPixels)
        if !layer.hasBeenShown {
            properties.isHidden = true
        }
    }

    private init(_ layer: Layer, as model: LayerProperties, in space: Transform3D, projectedBy toPixels: Projection) {
        let time = layer.localTime(at: layer.scene?.frameTime ?? 0)
        let shown = layer.presented(as: model)
        let projection = Projection(shown.transformToParent.followed(by: space)).followed(by: toPixels)
        let context = LayerRenderContext(
            properties: shown, projection: projection,
            clipping: RenderClip(bounds: layer.scene?.pixelBounds ?? .none), time: time)
        snapshotQuads = layer.contentsQuads(in: context)
        snapshotItems = layer.isPlaceIndependent ? [] : layer.renderItems(in: context)
        itemProjection = projection
        itemClip = context.clipping
        isFlattening = layer.flattensSublayers
        copies = layer.replication(of: shown)
        source = layer.isPlaceIndependent ? layer : nil
        super.init()
        properties = shown
        timing.speed = 0
        timing.timeOffset = time
        // The properties do not contain running cross-fades, so these are copied and stop at their present progress.
        for running in layer.animations where running.former != nil && running.phase(at: time)?.progress != nil {
            freeze(running)
        }
        guard !shown.isInvisible || !animations.isEmpty else { return }
        var inner = (space: shown.effectiveSublayerTransform, projection: projection)
        if !isFlattening {
            let toPlane = shown.transformToParent.followed(by: space)
            inner = (inner.space.followed(by: toPlane), toPixels)
        }
        for sublayer in layer.sublayers where sublayer.hasBeenShown {
            let copy = SnapshotLayer(
                sublayer, as: sublayer.properties, in: inner.space, projectedBy: inner.projection)
            copy.superlayer = self
            sublayerStorage.append(copy)
            nesting = max(nesting, copy.nesting)
        }
        if let mask = layer.mask {
            let copy = SnapshotLayer(
                mask, as: mask.properties, in: shown.effectiveSublayerTransform, projectedBy: projection)
            copy.superlayer = self
            maskLayer = copy
            maskOperation = layer.maskOperation
        }
    }

    /// Takes the place of the layer: its position and transform, stretched from the snapshot's bounds to the layer's bounds.
    ///
    /// - Parameters:
    ///   - shown: the presented values of the layer.
    ///   - move: a transform of what is seen, in the layer's coordinates about its anchor point.
    func follow(_ shown: LayerProperties, movedBy move: Transform3D = .identity) {
        var followed = properties
        followed.position = shown.position
        followed.anchorPoint = shown.anchorPoint
        followed.anchorPointZ = shown.anchorPointZ
        followed.zPosition = shown.zPosition
        followed.counterTransform = shown.counterTransform
        let stretch = Self.stretch(from: followed.bounds.size, to: shown.bounds.size)
        followed.transform = stretch.followed(by: move).followed(by: shown.transform)
        properties = followed
    }

    /// Returns the scaling from one size to another; a length of 0 keeps its scale.
    private static func stretch(from old: Size, to new: Size) -> Transform3D {
        guard old != new else { return .identity }
        return Transform3D(
            scaleX: old.width > 0 ? new.width / old.width : 1, y: old.height > 0 ? new.height / old.height : 1)
    }

    private func freeze(_ running: RunningAnimation) {
        if case .layer(let old) = running.former {
            // When transitions replace each other faster than they end, the oldest snapshots are hardly visible.
            guard old.nesting < 3 else { return }
            nesting = old.nesting + 1
        }
        animations.append(RunningAnimation(running))
    }

    override func contentsQuads(in context: LayerRenderContext) -> [ContentsQuad] { snapshotQuads }

    override func renderItems(in context: LayerRenderContext) -> [RenderItem] {
        source?.renderItems(in: context) ?? movedItems(in: context)
    }

    /// Returns the items of a layer of an unknown subclass, at the place of the snapshot.
    ///
    /// Items that cannot be moved, such as shadows and items with their own clip, keep their place.
    private func movedItems(in context: LayerRenderContext) -> [RenderItem] {
        guard !snapshotItems.isEmpty, let move = itemProjection.inverse?.followed(by: context.projection),
            move.isAffine, !move.isAlmostIdentity, let movable = MovableItems(snapshotItems, clip: itemClip)
        else { return snapshotItems }
        var items: [RenderItem] = []
        movable.add(movedBy: move, tintedBy: .white, clip: context.clipping, to: &items)
        return items
    }

    override var flattensSublayers: Bool { isFlattening }

    override var isPlaceIndependent: Bool { source != nil }

    override func replication(of shown: LayerProperties) -> Replication? { copies }
}

extension Projection {
    /// Whether the projection does not move points of a frame, up to rounding errors.
    fileprivate var isAlmostIdentity: Bool {
        let x = rows.0 - [1, 0, 0]
        let y = rows.1 - [0, 1, 0]
        let w = rows.2 - [0, 0, 1]
        return [x, y, w].allSatisfy { abs($0.x) < 1e-6 && abs($0.y) < 1e-6 && abs($0.z) < 1e-6 }
    }
}
