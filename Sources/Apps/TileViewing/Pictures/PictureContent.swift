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

    /// The reasons for what is missing.
    var faults: [String] {
        tiles.flatMap { tile in (tile.failures + tile.unloadedTiles).map { "\(tile.image.name): \($0)" } }
            + images.compactMap { layer in layer.image?.failure.map { "\($0)" } }
    }

    func endFades() {
        tiles.forEach { $0.endFades() }
    }

    /// Lets the loaders keep all tiles of a picture of any size.
    func raiseCostLimits(for size: PixelSize) {
        for layer in tiles { Screenshot.raiseCostLimit(for: [layer], of: size, in: layer.loader) }
    }
}
