internal import LayerTree
internal import TextLayers
internal import TilePyramid
internal import TiledLayers

/// The layers of a scene that load something.
@MainActor
struct PictureContent {
    private var tiles: [TiledLayer] = []
    private var images: [ImageLayer] = []
    private var texts: [TextLayer] = []

    init(of root: Layer) {
        collect(root)
    }

    private mutating func collect(_ layer: Layer) {
        guard !layer.isHidden, layer.opacity > 0 else { return }
        switch layer {
        case let layer as TiledLayer: tiles.append(layer)
        case let layer as ImageLayer: images.append(layer)
        case let layer as TextLayer: texts.append(layer)
        default: break
        }
        for sublayer in layer.sublayers { collect(sublayer) }
    }

    /// Whether all that is in view is loaded, or will not be.
    var isLoaded: Bool {
        tiles.allSatisfy { ($0.visibleTiles.isEmpty || $0.isSettled) && !Document.isBusy(with: $0.image) }
            && !images.contains(where: \.isLoading) && texts.allSatisfy { $0.text.isEmpty || $0.isUpToDate }
    }

    /// Returns the reasons for what is missing.
    ///
    /// - Parameter isLoaded: whether all has been waited for, so that tiles that nobody loads have no room.
    /// - Returns: sentences, one for each tile or image; none if nothing is missing.
    func faults(isLoaded: Bool) -> [String] {
        tiles.flatMap { tile in
            (tile.failures + (isLoaded ? tile.unloadedTiles : [])).map { "\(tile.image.name): \($0)" }
        } + images.compactMap { layer in layer.image?.failure.map { "\($0)" } }
    }

    /// Ends all fades, and has the next frame show what has arrived during the last one.
    func endFades() {
        tiles.forEach { $0.endFades() }
        images.forEach { $0.setNeedsFrame() }
    }

    /// Lets the loaders keep all tiles of a picture of any size.
    func raiseCostLimits(for size: PixelSize) {
        for (_, layers) in Dictionary(grouping: tiles, by: { ObjectIdentifier($0.loader) }) {
            if let loader = layers.first?.loader { Screenshot.raiseCostLimit(for: layers, of: size, in: loader) }
        }
    }
}
