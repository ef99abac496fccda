import Concurrency
import LayerTree
import ScrollLayers
import TestLimits
import TestSupport
import Testing
import TextLayers
import TilePyramid
import TileViewing
import TiledLayers
import VectorDrawing

@testable import FlightBench

/// The standard flight over two images that are compared: neither is ever blank, and nothing flickers.
@MainActor @Suite(.timeLimited) struct ComparedFlightTests {
    /// The standard flight over an image and in a view of a tenth of their sizes.
    private static let flight: Flight = {
        let size = Flight.standard.imageSize
        return Flight(
            over: PixelSize(width: size.width / 10, height: size.height / 10), tileSize: 64,
            viewport: PixelSize(width: 192, height: 120),
            keys: Flight.standard.keys.map { key in
                var key = key
                key.view.center = Point(x: key.view.center.x / 10, y: key.view.center.y / 10)
                return key
            })
    }()

    /// A viewer that compares two images, of which the second is half as wide and lies a little beside the first one.
    private static func makeViewer(
        _ mode: Comparison.Mode, clock: ManualClock, executor: ManualTileExecutor
    ) -> Viewer {
        var settings = ViewerSettings(loader: TileLoader(costLimit: 8_000_000, clock: clock, executor: executor))
        settings.size = flight.viewport
        settings.features = []
        settings.clock = clock
        settings.textDrawing = .immediate
        settings.inBackground = { $0() }
        settings.comparison = Comparison(mode)
        settings.comparison?.correction = RegistrationCorrection(offset: Point(x: 7, y: -3), scale: 1.02)
        settings.open = { [size = flight.imageSize] path in
            let size = path == "first" ? size : PixelSize(width: size.width / 2, height: size.height / 2)
            return Document(path: path, source: CachedGraySource(Pyramid(size: size, tileSize: 64)))
        }
        let viewer = Viewer(settings)
        // What is measured is the view, from which aligned pixels are up to half a pixel off.
        viewer.controller.alignsToPixels = false
        viewer.open(["first", "second"])
        return viewer
    }

    @Test(arguments: Comparison.Mode.allCases)
    func `after the opening no pixel of either image is blank, and none flickers`(mode: Comparison.Mode) {
        let clock = ManualClock(now: 100)
        let executor = ManualTileExecutor(clock: clock) { _ in 0.01 }
        let viewer = Self.makeViewer(mode, clock: clock, executor: executor)
        // The opening.
        for _ in 0..<90 {
            _ = viewer.frame()
            executor.advance(by: 1.0 / 60)
        }
        var meters = [ViewingMeter(), ViewingMeter()]
        let player = FlightPlayer(Self.flight, in: viewer)
        var frames = 0
        while !player.isOver {
            player.advance()
            _ = viewer.frame()
            let shown = [viewer.viewedFrame(at: clock.now)].compactMap(\.self) + viewer.comparedFrames(at: clock.now)
            #expect(shown.count == 2)
            for (index, frame) in shown.enumerated() { meters[index].add(frame) }
            frames += 1
            executor.advance(by: 1.0 / 60)
        }
        for index in meters.indices {
            meters[index].finish(at: clock.now)
            let summary = meters[index].summary
            #expect(summary.blank == 0 && summary.flickers == 0, "image \(index)")
        }
        #expect(frames > 900 && viewer.settings.loader.statistics.mainThreadReads == 0)
        #expect(viewer.settings.loader.cache.statistics.highWaterMark <= 8_000_000)
    }
}

/// PNG tiles of one gray, each size of which is encoded once.
private final class CachedGraySource: TileSource {
    let pyramid: Pyramid
    private let encoded = Locked<[PixelSize: EncodedTile]>([:])

    init(_ pyramid: Pyramid) {
        self.pyramid = pyramid
    }

    func read(_ index: TileIndex) -> EncodedTile? {
        let size = pyramid.rect(of: index).size
        return encoded.withLock { encoded in
            if let tile = encoded[size] { return tile }
            let png = PNGFixture(width: size.width, height: size.height) { _, _, _ in 128 }
            let tile = EncodedTile(bytes: png.encoded(), format: .png)
            encoded[size] = tile
            return tile
        }
    }
}
