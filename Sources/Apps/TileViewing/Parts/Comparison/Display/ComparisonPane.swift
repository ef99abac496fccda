internal import ChannelImages
internal import LayerTree
internal import ScrollLayers
internal import TiledLayers
internal import VectorDrawing

/// The layers of an image that is compared with the first one.
@MainActor
final class ComparisonPane {
    /// The document of the image.
    let document: Document
    /// The number of the image among those that are compared: 1 for the second image, which is beside the first one.
    var number = 1
    /// The part of the window in which the image is seen; it clips.
    let clip = Layer()
    /// Scrolls as the first image does.
    let scrollLayer = ScrollLayer()
    /// The tiles, in the coordinates of the image.
    let tiles: TiledLayer
    /// Loads what the curtain hides, so that it is there when it is uncovered.
    let hidden: TiledLayer
    /// A copy of the first image, which an overlay blends with this image; nil while there is no overlay.
    private(set) var blended: TiledLayer?
    /// The content of the scroll layer, in the coordinates of the first image.
    let content = Layer()
    /// The place of the image over the first one.
    var registration: ImageRegistration {
        didSet { if registration != oldValue { place() } }
    }

    init(of document: Document, over first: Document, loader: TileLoader) {
        self.document = document
        registration = ImageRegistration(of: document, over: first)
        tiles = TiledLayer(image: document.image, loader: loader)
        hidden = TiledLayer(image: document.image, loader: loader)
        hidden.isConcealed = true
        clip.name = "compared image"
        clip.masksToBounds = true
        for layer in [clip, scrollLayer, content, tiles, hidden] as [Layer] {
            layer.anchorPoint = .zero
            layer.position = .zero
            layer.actions = .none
        }
        clip.addSublayer(scrollLayer)
        scrollLayer.addSublayer(content)
        place()
    }

    /// Sets the transforms without an animation.
    private func place() {
        Transaction.run(disablesActions: true) {
            for layer in [tiles, hidden] { layer.affineTransform = registration.transform }
        }
    }

    /// Blends the tiles with those of the first image; nil shows them as they are.
    func blend(with first: TiledLayer, _ operation: MaskOperation?) {
        guard let operation else {
            blended?.mask = nil
            blended?.removeFromSuperlayer()
            blended = nil
            return
        }
        let copy = blended ?? TiledLayer(image: first.image, loader: first.loader)
        if blended == nil {
            copy.anchorPoint = .zero
            copy.position = .zero
            copy.actions = .none
            blended = copy
        }
        if copy.mask !== tiles {
            tiles.removeFromSuperlayer()
            copy.mask = tiles
        }
        copy.maskOperation = operation
        if copy.superlayer == nil { content.addSublayer(copy) }
    }

    /// All layers of tiles that are in use.
    var tiledLayers: [TiledLayer] { [tiles, hidden] + (blended.map { [$0] } ?? []) }

    /// Removes all layers from the tree.
    func remove() {
        if tiles.superlayer !== content { tiles.superlayer?.mask = nil }
        for layer in [clip, tiles, hidden] as [Layer] { layer.removeFromSuperlayer() }
        blended?.removeFromSuperlayer()
        blended = nil
    }
}

extension ImageRegistration {
    /// Places a document over the first one: by coordinates if both are georeferenced, else fitted to its width.
    init(of document: Document, over first: Document) {
        if let own = document.state.metadata.projection, let other = first.state.metadata.projection,
            let placed = ImageRegistration(placing: own, over: other)
        {
            self = placed
        } else {
            self.init(fitting: document.size, to: first.size)
        }
    }
}

extension ComparisonPane {
    /// Shows the tiles as those of the first image are shown.
    func follow(_ first: TiledLayer) {
        for layer in tiledLayers {
            layer.pointOfInterest = first.pointOfInterest
            layer.isTracking = first.isTracking
            layer.colorAdjustment = first.colorAdjustment
            layer.pixelGridScale = first.pixelGridScale
            layer.magnificationFilter = first.magnificationFilter
            layer.minificationFilter = first.minificationFilter
            layer.supersamplesInMotion = first.supersamplesInMotion
            layer.smoothsOutline = first.smoothsOutline
            layer.fadeDuration = first.fadeDuration
            layer.channels = layer === blended ? first.channels : document.channelRendering
        }
        // An assignment draws the tiles again.
        if tiles.debugOptions.showsBorders != first.debugOptions.showsBorders {
            tiles.debugOptions = first.debugOptions
        }
    }
}
