internal import Controls
internal import LayerTree
internal import ScrollLayers
internal import TilePyramid
internal import TiledLayers
internal import VectorDrawing

/// The image itself: its tiles, the checkerboard below them, and the pixel grid, frame and selection over them.
@MainActor
final class ImagePart: ViewerPart {
    /// The checkerboard below the image; without a superlayer while the image is opaque.
    let checkerboard = CheckerboardLayer()
    /// The pixel grid, the frame and the selection.
    let grid = GridSelectionLayer()
    private let context: ViewerContext
    /// The labels of tiles whose borders are shown.
    private let tileLabels: TileLabels

    /// The scale from which pixels are squares unless they are smoothed, in screen pixels per image pixel.
    private static let squarePixelScale = 2.0

    init(_ context: ViewerContext) {
        self.context = context
        tileLabels = TileLabels(in: context.environment)
        grid.anchorPoint = .zero
        context.content.addSublayer(grid)
        featuresDidChange()
    }

    var tiledLayers: [TiledLayer] { context.tiles.map { [$0] } ?? [] }

    func documentDidOpen(_ document: Document) {
        let size = Size(width: Double(document.size.width), height: Double(document.size.height))
        grid.bounds.size = size
        grid.selection = nil
        checkerboard.bounds.size = size
        // Below an opaque image it would cost time.
        checkerboard.removeFromSuperlayer()
        if context.settings.framesImage { grid.frameColor = frameColor }
        showTiles(of: document)
    }

    func documentDidClose() {
        context.tiles?.removeFromSuperlayer()
        context.tiles = nil
        checkerboard.removeFromSuperlayer()
        grid.bounds.size = .zero
        grid.frameColor = nil
        grid.selection = nil
    }

    /// The color of a line that is seen on the background, and beside white and black images.
    private var frameColor: Color {
        let background = context.background
        let isBright = 0.299 * background.red + 0.587 * background.green + 0.114 * background.blue > 0.25
        let gray = isBright ? 0.0 : 1
        return Color(red: gray, green: gray, blue: gray, alpha: 0.5)
    }

    /// Replaces the tiles of the previous document by those of another one.
    private func showTiles(of document: Document) {
        context.tiles?.removeFromSuperlayer()
        let layer = TiledLayer(image: document.image, loader: context.settings.loader)
        layer.anchorPoint = .zero
        layer.position = .zero
        layer.minificationFilter = .supersampled
        layer.smoothsOutline = true
        layer.channels = document.channelRendering
        context.content.insertSublayer(layer, at: 0)
        context.tiles = layer
        applyFeaturesToTiles()
    }

    func featuresDidChange() {
        grid.showsGrid = context.features.contains(.pixelGrid)
        applyFeaturesToTiles()
    }

    private func applyFeaturesToTiles() {
        guard let tiles = context.tiles else { return }
        let isSmooth = context.features.contains(.smoothing)
        tiles.pixelGridScale = isSmooth ? nil : Self.squarePixelScale
        tiles.magnificationFilter = isSmooth ? .cubic : .linear
        let showsBorders = context.features.contains(.tileBorders)
        tiles.debugOptions.showsBorders = showsBorders
        tiles.debugOptions.label = showsBorders ? tileLabels.buffer : nil
    }

    func update() {
        grid.selection = context.selection.rect
        if grid.frameColor != nil { grid.frameColor = frameColor }
        context.tiles?.pointOfInterest = context.pointer
        context.tiles?.isTracking = context.controller.model.isTracking
        context.tiles?.supersamplesInMotion = context.supersampling.isOn(at: context.now)
    }

    func describe(in status: inout ViewerStatus) {
        showCheckerboard()
        status.imageSize = context.document?.size
    }

    /// Draws the checkerboard from now on if a tile that was drawn is transparent.
    private func showCheckerboard() {
        guard context.settings.showsCheckerboard, checkerboard.superlayer == nil,
            context.tiles?.lastFrame?.drawsTransparency ?? false
        else { return }
        context.content.insertSublayer(checkerboard, at: 0)
    }
}
