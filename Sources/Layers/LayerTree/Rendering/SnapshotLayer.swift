/// A layer as it looked at the last frame of its scene, with all that was to be seen in it: the old picture of a
/// transition.
///
/// It is a copy that time stands still for. It shares the pixels of the layers it is a copy of, so it costs no drawing.
final class SnapshotLayer: Layer {
    private let snapshotQuads: [ContentsQuad]
    /// How many old pictures lie in each other when a transition takes the place of one that is running.
    private var nesting = 0

    /// A copy of a layer.
    ///
    /// - Parameters:
    ///   - layer: the layer.
    ///   - model: its model as it was before it was changed.
    convenience init(_ layer: Layer, as model: LayerProperties) {
        var toPixels = Projection.identity
        if let scene = layer.scene {
            toPixels = Projection(scaleX: scene.scale, y: scene.scale)
        }
        if let superlayer = layer.superlayer {
            toPixels = superlayer.projectionToRoot
                .followed(by: Projection(superlayer.root.properties.transformToParent))
                .followed(by: toPixels)
        }
        self.init(
            layer, as: model, in: layer.superlayer?.properties.effectiveSublayerTransform ?? .identity,
            projectedBy: toPixels)
        if !layer.hasBeenShown {
            properties.isHidden = true
        }
    }

    private init(
        _ layer: Layer, as model: LayerProperties, in space: Transform3D, projectedBy toPixels: Projection
    ) {
        let time = layer.localTime(at: layer.scene?.frameTime ?? 0)
        let shown = layer.presented(as: model)
        let projection = Projection(shown.transformToParent.followed(by: space)).followed(by: toPixels)
        let view = LayerRenderContext(
            properties: shown, projection: projection, clip: layer.scene?.pixelBounds ?? .none, time: time)
        snapshotQuads = layer.contentsQuads(in: view)
        super.init()
        properties = shown
        timing.speed = 0
        timing.timeOffset = time
        // What is only seen in mixing is none of the properties, and goes on being mixed as it is now.
        for running in layer.animations where running.former != nil && running.phase(at: time)?.progress != nil {
            freeze(running)
        }
        guard !shown.isInvisible || !animations.isEmpty else { return }
        let space = shown.effectiveSublayerTransform
        for sublayer in layer.sublayers where sublayer.hasBeenShown {
            let copy = SnapshotLayer(sublayer, as: sublayer.properties, in: space, projectedBy: projection)
            copy.superlayer = self
            sublayers.append(copy)
            nesting = max(nesting, copy.nesting)
        }
    }

    private func freeze(_ running: RunningAnimation) {
        if case .layer(let old) = running.former {
            // When transitions follow each other faster than they end, the oldest pictures are hardly to be seen.
            guard old.nesting < 3 else { return }
            nesting = old.nesting + 1
        }
        var frozen = running
        frozen.completion = nil
        frozen.groups = []
        animations.append(frozen)
    }

    override func contentsQuads(in view: LayerRenderContext) -> [ContentsQuad] { snapshotQuads }
}
