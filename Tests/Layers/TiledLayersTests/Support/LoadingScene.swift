import LayerTree
import TilePyramid

@testable import TiledLayers

/// A loader with one image and one view of it on a manual clock.
final class LoadingScene {
    let clock = ManualClock()
    let executor: ManualTileExecutor
    let loader: TileLoader
    let source: RecordedSource
    let image: TiledImage
    let feed: TileFeed
    /// The notifications of the feed.
    let arrivals = Counter()
    var planner = TilePlanner()

    /// Creates a scene, by default with an image of 2048×2048 pixels: 8×8 tiles on level 11, one tile on level 8.
    init(
        _ pyramid: Pyramid = Pyramid(size: PixelSize(width: 2048, height: 2048)), costLimit: Int = 256 << 20,
        reads: Int = 1, decodes: Int = 1, readTime: Double = 0, decodeTime: Double = 0,
        decoder: any TileDecoding = FillDecoder(),
        answer: @escaping @Sendable (TileIndex) throws -> EncodedTile? = { RecordedSource.tile($0) }
    ) {
        executor = ManualTileExecutor(clock: clock) { job in
            if case .read = job.kind { readTime } else { decodeTime }
        }
        loader = TileLoader(
            costLimit: costLimit, concurrency: TileLoaderConcurrency(reads: reads, decodes: decodes), clock: clock,
            executor: executor)
        source = RecordedSource(pyramid, answer: answer)
        image = TiledImage(source, name: "image", decoder: decoder)
        feed = TileFeed(of: image, from: loader) { [arrivals] in arrivals.increment() }
        // Exact sequences are easier to read without the requests at rest; tests of those turn them on again.
        planner.ring = 0
        planner.adjacentLevelTiles = 0
    }

    var pyramid: Pyramid { image.pyramid }

    /// Shows a part of the image and returns its requests.
    @discardableResult
    func show(_ viewport: Viewport) -> [TileRequest] {
        let plan = planner.plan(viewport, of: pyramid)
        feed.setDemand(plan)
        return plan.requests
    }

    /// Shows a part of the image, loads all requested tiles, and returns the tiles that were read.
    func load(_ viewport: Viewport) -> [TileIndex] {
        show(viewport)
        executor.advance()
        return source.takeReads()
    }

    /// Requests exactly these tiles, in this order.
    func setDemand(_ requests: [TileRequest]) {
        feed.setDemand(TilePlan(level: 0, sharpLevel: 0, requests: requests))
    }
}
