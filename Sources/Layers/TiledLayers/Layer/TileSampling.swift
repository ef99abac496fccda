internal import LayerTree
internal import TilePyramid
internal import VectorDrawing

/// The sampling of tiles in a frame.
struct TileSampling {
    /// The filter of all tiles where pixels are squares; nil where each tile has its own.
    let magnified: ContentsFilter?
    /// The filter of tiles that are scaled down; nil for the layer's.
    private let minified: ContentsFilter?
    /// Whether samples across the border between two magnified tiles need pixels of both.
    let crossesTiles: Bool
    /// Whether magnified tiles are interpolated with cubic weights.
    let isCubic: Bool
    private let scale: Double

    /// Chooses the sampling of a frame.
    ///
    /// - Parameters:
    ///   - properties: the presented values of the layer, with its filters.
    ///   - scale: screen pixels per full-size pixel.
    ///   - showsSquares: whether the image's pixels are drawn as squares.
    ///   - isExact: whether each of them is a whole number of screen pixels wide and high.
    ///   - isSimplified: whether tiles take one sample for each pixel, and four where they are smooth.
    init(
        _ properties: LayerProperties, scale: Double, showsSquares: Bool, isExact: Bool, isSimplified: Bool
    ) {
        self.scale = scale
        let isSmooth = properties.magnificationFilter == .cubic && isSimplified
        magnified = showsSquares ? (isSimplified ? .nearest : .sharp) : isSmooth ? .linear : nil
        let filter = magnified ?? properties.magnificationFilter
        crossesTiles = filter == .sharp ? !isExact : filter != .nearest
        isCubic = filter == .cubic
        minified = isSimplified && properties.minificationFilter == .supersampled ? .linear : nil
    }

    /// The filter of a part of the view; nil for the layer's.
    func filter(of part: TileCover.Part, in pyramid: Pyramid) -> ContentsFilter? {
        if let magnified { return magnified }
        return pyramid.levels[part.index.level].downsample * scale < 1 ? minified : nil
    }
}

extension TiledLayer {
    /// The sampling of tiles in a view at a scale, in screen pixels per full-size pixel.
    func sampling(in view: LayerRenderContext, _ viewport: Viewport, scale: Double) -> TileSampling {
        let isWhole = abs(scale - scale.rounded()) <= TileSampling.wholeTolerance * scale
        return TileSampling(
            view.properties, scale: scale,
            showsSquares: pixelGridScale.map { scale >= $0 * (1 - Viewport.scaleTolerance) } ?? false,
            isExact: isWhole && viewport.projection.isAxisAligned,
            isSimplified: viewport.hasVelocity && !supersamplesInMotion)
    }
}

extension TiledLayer {
    /// Whether the view of the last frame moved; a view that is held and stands still does not.
    package var isInMotion: Bool { lastFrame?.viewport.hasVelocity ?? false }
}

extension Viewport {
    /// Whether the image moves over the screen.
    var hasVelocity: Bool { velocity != .zero || zoomVelocity != 0 }
}

extension TileSampling {
    /// The relative difference up to which a scale counts as whole, so that tiles and strips between them agree.
    fileprivate static let wholeTolerance = 1e-5
}
