import Concurrency
import LayerTree
import TestLimits
import Testing
import TilePyramid
import VectorDrawing

@testable import TiledLayers

/// Four white tiles on one level.
private let pyramid = Pyramid(size: PixelSize(width: 64, height: 64), tileSize: 32, levelCount: 1)
private let tiles = Array(pyramid.tiles(of: pyramid.presentLevels.lowerBound, in: Rect(pyramid.size)).indices)

/// A moment at which tiles arrive.
private enum Moment: CaseIterable {
    /// While the layer requests them, as from a source that answers at once.
    case request
    /// While the layer looks its tiles up, after the first one.
    case lookUp
    /// While the frame goes on with a layer above.
    case layerAbove
    /// Between the first and the second frame.
    case afterFrame
}

/// A layer that draws nothing and does something in each frame.
private final class ActingLayer: Layer {
    var action: () -> Void = {}

    override func contentsQuads(in context: LayerRenderContext) -> [ContentsQuad] {
        action()
        return []
    }
}

/// A presenter that uploads every image at once, and does something before.
@MainActor
private final class ActingUploader: ContentsUploader {
    var action: () -> Void = {}

    func prepare(_ buffer: PixelBuffer) -> Bool {
        action()
        return true
    }

    func require(_ buffer: PixelBuffer) {}
}

/// Tiled layers of 64×64 points, one above the other, between two layers that act.
@MainActor
private final class FirstFrameStage {
    let clock = ManualClock()
    let scene: LayerScene
    let layers: [TiledLayer]
    let below = ActingLayer()
    let above = ActingLayer()
    let uploader = ActingUploader()
    private let feeds: [TileFeed]

    init(_ loader: TileLoader, images: [TiledImage] = [FirstFrameStage.image()]) {
        let root = Layer()
        root.anchorPoint = .zero
        root.bounds = Rect(pyramid.size)
        feeds = images.map { TileFeed(of: $0, from: loader) }
        layers = images.map { TiledLayer(image: $0, loader: loader) }
        for layer in layers {
            layer.planner.ring = 0
            layer.planner.adjacentLevelTiles = 0
        }
        for layer in [below] + layers + [above] {
            layer.anchorPoint = .zero
            layer.bounds = Rect(pyramid.size)
            root.addSublayer(layer)
        }
        scene = LayerScene(root: root, size: pyramid.size, background: .black, clock: clock)
        scene.presenterLink.uploader = uploader
    }

    static func image() -> TiledImage {
        TiledImage(drawnImage(pyramid, isOpaque: true) { _, _, _ in 0xFFFF_FFFF }, name: "image")
    }

    /// Requests tiles of a layer's image, as another view of the image does.
    func request(_ indices: [TileIndex], of layer: Int = 0) {
        let level = pyramid.presentLevels.lowerBound
        feeds[layer].setDemand(
            TilePlan(level: level, sharpLevel: level, requests: indices.map { TileRequest($0, .view) }))
    }

    /// Makes a frame, and returns the opacity of each tile of the last layer; nil for those that are not drawn.
    func frame(after seconds: Double = 0) -> [Double?] {
        clock.advance(by: seconds)
        _ = scene.frame()
        return opacities(of: layers.count - 1)
    }

    /// Returns the opacity of each tile of a layer in the last frame; nil for those that were not drawn.
    func opacities(of layer: Int) -> [Double?] {
        tiles.map { index in layers[layer].drawnTiles.first { $0.index == index }?.opacity }
    }
}

/// The fade of tiles that arrive before, while or after the first frame is made.
@MainActor
@Suite(.timeLimited) struct FirstFrameTests {
    private let executor = HeldTileExecutor()
    private let loader: TileLoader

    init() {
        loader = TileLoader(clock: ManualClock(), executor: executor)
    }

    @Test(arguments: Moment.allCases)
    private func `a tile that arrives after the first frame began fades in from the second one on`(moment: Moment) {
        let stage = FirstFrameStage(loader)
        stage.request([tiles[0]])
        executor.deliver()
        switch moment {
        case .request: executor.deliversAtOnce = true
        case .lookUp: stage.uploader.action = { [executor] in executor.deliver() }
        case .layerAbove: stage.above.action = { [executor] in executor.deliver() }
        case .afterFrame: break
        }
        #expect(stage.frame() == [1, nil, nil, nil])
        executor.deliver()
        #expect(loader.statistics.delivered == 4 && stage.scene.needsFrame)
        #expect(stage.frame(after: 0.015625) == [1, 0, 0, 0])
        #expect(stage.frame(after: 0.125) == [1, 0.5, 0.5, 0.5])
        #expect(stage.frame(after: 0.125) == [1, 1, 1, 1])
        #expect(stage.layers[0].isFullySharp)
    }

    @Test(arguments: [false, true])
    func `a tile that is there when the layer is first shown is shown at once`(isInFrame: Bool) {
        let stage = FirstFrameStage(loader)
        stage.request(tiles)
        if isInFrame {
            // No tiled layer of the frame has begun yet.
            stage.below.action = { [executor] in executor.deliver() }
        } else {
            executor.deliver()
        }
        #expect(stage.frame() == [1, 1, 1, 1])
        #expect(stage.layers[0].isFullySharp)
    }

    @Test func `two layers of one image fade in together, although the first one's request loads for both`() {
        let image = FirstFrameStage.image()
        let stage = FirstFrameStage(loader, images: [image, image])
        executor.deliversAtOnce = true
        for (seconds, opacity) in [(0, nil), (0.015625, 0), (0.125, 0.5), (0.125, 1)] as [(Double, Double?)] {
            #expect(stage.frame(after: seconds) == Array(repeating: opacity, count: 4))
            #expect(stage.opacities(of: 0) == stage.opacities(of: 1))
        }
    }

    @Test func `a tile that arrived unannounced while the frame was made requests the next frame`() {
        let stage = FirstFrameStage(loader, images: [FirstFrameStage.image(), FirstFrameStage.image()])
        stage.request(tiles, of: 0)
        executor.deliver()
        stage.request(tiles, of: 1)
        // The layer below the second one has begun the frame; the other view's tiles come before the second one's request.
        stage.layers[0].addSublayer(stage.below)
        stage.below.action = { [executor] in executor.deliver() }
        #expect(stage.frame() == [nil, nil, nil, nil])
        #expect(stage.opacities(of: 0) == [1, 1, 1, 1] && stage.scene.needsFrame)
        #expect(stage.frame(after: 0.015625) == [0, 0, 0, 0])
    }

    @Test func `while a frame is made, new pixels of a tile replace the old ones, and leave no hole`() {
        let stage = FirstFrameStage(loader)
        stage.request(tiles)
        executor.deliver()
        #expect(stage.frame() == [1, 1, 1, 1])
        stage.layers[0].invalidate()
        stage.uploader.action = { [executor] in executor.deliver() }
        #expect(stage.frame() == [1, 1, 1, 1])
        #expect(loader.statistics.delivered == 8)
        #expect(stage.frame() == [1, 1, 1, 1])
        #expect(stage.layers[0].isFullySharp)
    }

    @Test func `a fade that is ended shows its tiles completely in the next frame`() {
        let stage = FirstFrameStage(loader)
        #expect(stage.frame() == [nil, nil, nil, nil])
        executor.deliver()
        #expect(stage.frame(after: 0.015625) == [0, 0, 0, 0])
        stage.layers[0].endFades()
        #expect(stage.scene.needsFrame && stage.frame() == [1, 1, 1, 1])
        #expect(stage.layers[0].isFullySharp)
    }

    @Test func `with a fade of 0 s, the frame that requests a tile shows it if it arrives at once`() {
        let stage = FirstFrameStage(loader)
        stage.layers[0].fadeDuration = 0
        executor.deliversAtOnce = true
        #expect(stage.frame() == [1, 1, 1, 1])
    }

    @Test func `beside workers, no tile is ever shown in the first frame, and each fades in`() throws {
        for _ in 0..<200 {
            let loader = TileLoader()
            let stage = FirstFrameStage(loader)
            let events = loader.events()
            #expect(stage.frame() == [nil, nil, nil, nil])
            // The main thread waits, and is not given to other tests 200 times.
            try waitForAsyncWork {
                var arrived = 0
                for await event in events where event.kind == .loaded {
                    arrived += 1
                    if arrived == 4 { break }
                }
            }
            stage.scene.setNeedsFrame()
            #expect(stage.frame() == [0, 0, 0, 0])
        }
    }
}
