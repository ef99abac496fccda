import LayerTree
import TilePyramid
import TiledLayers
import VectorDrawing

/// A map that an app draws from its data.
struct DrawnMap: Sendable {
    var size: PixelSize
    func draw(_ rect: PixelRect, downsample: Double) throws -> PixelBuffer? { nil }
}

func drawnTilesListing(map: DrawnMap) -> TiledImage {
    // listing
    let pyramid = Pyramid(size: map.size)
    let drawing = ClosureTileDrawing(pyramid: pyramid) { index in
        try map.draw(pyramid.rect(of: index), downsample: pyramid.levels[index.level].downsample)
    }
    let image = TiledImage(drawing, name: "map")
    // end
    return image
}

func tileFeedListing(
    image: TiledImage, loader: TileLoader, viewport: Viewport, index: TileIndex,
    wakeTheLoop: @escaping @Sendable () -> Void
) -> PixelBuffer? {
    // listing
    let feed = TileFeed(of: image, from: loader) { wakeTheLoop() }
    var planner = TilePlanner()
    // For each frame in which something has moved:
    feed.setDemand(planner.plan(viewport, of: image.pyramid))
    // To draw it:
    let pixels = feed.tile(index)?.buffer
    // end
    return pixels
}
