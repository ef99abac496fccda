import Compositing
import Glibc
import LayerTree
import RemotePyramids
import ScrollLayers
import TestLimits
import TestSupport
import Testing
import TilePyramid
import TileStores
import TiledLayers
import VectorDrawing

@testable import TileViewing

/// Tests of `tileview --screenshot` with a small pyramid on disk.
///
/// Snapshots without text may differ by 2 of 255, because the shades of the landscape may be rounded differently. Snapshots
/// with text are compared as ``PixelBuffer/quartered`` says.
@MainActor
@Suite(.timeLimited) struct ScreenshotTests {
    private static let terrain = Task { try await CutTerrain() }
    private static let tolerance = 2
    /// The center of a tile, with the borders of four others in view.
    private static let tileCenter = Point(x: 448, y: 192)

    /// A snapshot of 320×200 pixels, by default of nothing but the image.
    private func screenshot(
        _ terrain: CutTerrain, x: Double = tileCenter.x, y: Double = tileCenter.y, scale: Double? = nil,
        angle: Double = 0,
        _ features: Set<ViewerFeature> = [], _ change: (inout ViewerSettings) -> Void = { _ in }
    ) throws -> (snapshot: PixelBuffer, failures: [String]) {
        var settings = ViewerSettings(loader: TileLoader(retry: TileRetryPolicy(delays: [])))
        settings.size = PixelSize(width: 320, height: 200)
        settings.view = scale.map { ViewState(center: Point(x: x, y: y), scale: $0, angle: angle) }
        settings.features = features
        change(&settings)
        let screenshot = try Screenshot.take(of: terrain.path, settings)
        return (Compositor(workerCount: 1).draw(screenshot.frame), screenshot.failures)
    }

    @Test func `a list at an address stands for its first image`() throws {
        var settings = ViewerSettings(loader: TileLoader(retry: TileRetryPolicy(delays: [])))
        let lists = [
            "http://h/": AddressList([AddressList.Item("http://h/b.json", isList: true)]),
            "http://h/b.json": AddressList([AddressList.Item("http://h/1.dzi"), AddressList.Item("http://h/2.dzi")]),
            "http://h/c.json": AddressList([AddressList.Item("http://h/c.json", isList: true)]),
            "http://h/d.json": AddressList(),
        ]
        settings.filesAtAddress = { lists[$0] }
        #expect(try Screenshot.image(of: "http://h/", settings) == "http://h/1.dzi")
        #expect(try Screenshot.image(of: "http://h/1.dzi", settings) == "http://h/1.dzi")
        #expect(try Screenshot.image(of: "b.json", settings) == "b.json")
        for address in ["http://h/c.json", "http://h/d.json"] {
            #expect(throws: StoreError.self) { try Screenshot.image(of: address, settings) }
        }
    }

    private func expect(
        _ snapshot: PixelBuffer, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try expectSnapshot(snapshot, matches: name, tolerance: Self.tolerance, sourceLocation: sourceLocation)
    }

    private func expectWithText(
        _ snapshot: PixelBuffer, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try expectSnapshot(
            snapshot.quartered, matches: name, tolerance: PixelBuffer.textTolerance, sourceLocation: sourceLocation)
    }

    // MARK: The image

    @Test func `the whole image`() async throws {
        try await expect(screenshot(Self.terrain.value).snapshot, "fit")
    }

    @Test func `actual size, where tiles meet`() async throws {
        let snapshot = try await screenshot(Self.terrain.value, scale: 1).snapshot
        try expect(snapshot, "pixel-for-pixel")
    }

    @Test func `with almost no memory for tiles, a screenshot is as sharp as with much`() async throws {
        let snapshot = try await screenshot(Self.terrain.value, scale: 1) {
            $0.loader = TileLoader(costLimit: 1 << 10)
        }.snapshot
        try expect(snapshot, "pixel-for-pixel")
    }

    @Test func `the overview map is there, even if its tile is the last to arrive`() async throws {
        func snapshot(_ features: Set<ViewerFeature>) throws -> PixelBuffer {
            let loader = TileLoader()
            let source = PaintedSource(PixelSize(width: 600, height: 500)) { index in
                // The view shows four tiles of the finest level.
                while index.level == 8, loader.cache.statistics.bytes < 1_024_000 { sched_yield() }
                return true
            }
            var settings = ViewerSettings(loader: loader)
            settings.size = PixelSize(width: 320, height: 200)
            settings.view = ViewState(center: Point(x: 256, y: 256))
            settings.features = features
            settings.open = { Document(path: $0, source: source) }
            return Compositor(workerCount: 1).draw(try Screenshot.take(of: "big.dzi", settings).frame)
        }
        let plain = try snapshot([])
        let mapped = try snapshot([.overviewMap])
        #expect(plain[20, 20] == mapped[20, 20] && plain[300, 20] != mapped[300, 20])
    }

    @Test func `rotated by 45°, with the surroundings of a corner`() async throws {
        let snapshot = try await screenshot(Self.terrain.value, x: 100, y: 60, scale: 0.8, angle: 45).snapshot
        try expect(snapshot, "turned")
    }

    @Test func `magnified sixteen times, each pixel a square, with a grid`() async throws {
        try await expect(screenshot(Self.terrain.value, scale: 16, [.pixelGrid]).snapshot, "grid")
    }

    @Test func `magnified eight times and smooth`() async throws {
        try await expect(screenshot(Self.terrain.value, scale: 8, [.smoothing]).snapshot, "smooth")
    }

    @Test(arguments: [0.5, 0.525, 0.25, 0.2625, 0.125])
    func `where the zoom switches from a level to the next one, both look alike: 28 dB or more`(
        scale: Double
    ) async throws {
        let path = try await Self.terrain.value.path
        func picture(bias: Double) throws -> (picture: PixelBuffer, level: Int) {
            let source = try LayoutSource(opening: path, as: .deepZoom)
            let clock = ManualClock()
            let executor = ManualTileExecutor(clock: clock)
            let layer = TiledLayer(
                image: TiledImage(source, name: "terrain"), loader: TileLoader(clock: clock, executor: executor))
            layer.fadeDuration = 0
            layer.planner.levelOfDetail.levelsOfDetailBias = bias
            layer.anchorPoint = .zero
            layer.position = .zero
            layer.affineTransform = AffineTransform(scaleX: scale, y: scale)
            let size = PixelSize(
                width: Int(Double(CutTerrain.size.width) * scale), height: Int(Double(CutTerrain.size.height) * scale))
            let root = Layer()
            root.anchorPoint = .zero
            root.bounds = Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
            root.addSublayer(layer)
            let scene = LayerScene(root: root, size: size, clock: clock)
            _ = scene.frame()
            executor.advance(by: 1)
            let frame = scene.frame()
            #expect(layer.isFullySharp)
            return (Compositor().draw(frame), try #require(layer.lastFrame).plan.level)
        }
        // At half the scale, the coarser level has a texel for each pixel; a bias of 1 asks for twice as many.
        let coarse = try picture(bias: scale == 0.525 || scale == 0.2625 ? -0.2 : 0)
        let fine = try picture(bias: 0.9)
        #expect(fine.level == coarse.level + 1)
        #expect(psnr(coarse.picture, fine.picture) >= 28)
    }

    /// The peak signal-to-noise ratio of two pictures, in decibels.
    private func psnr(_ first: PixelBuffer, _ second: PixelBuffer) -> Double {
        var sum = 0.0
        var count = 0.0
        for row in 0..<first.size.height {
            for column in 0..<first.size.width {
                for shift in [0, 8, 16] as [UInt32] {
                    let difference =
                        Double(first[column, row] >> shift & 255) - Double(second[column, row] >> shift & 255)
                    sum += difference * difference
                    count += 1
                }
            }
        }
        return sum == 0 ? .infinity : 10 * log10(255 * 255 * count / sum)
    }

    // MARK: Tiles that are not there

    @Test func `where a tile is missing, the next coarser one is shown`() async throws {
        let broken = try await Self.terrain.value.replacing(Self.middleTile, with: nil)
        let (snapshot, failures) = try screenshot(broken, scale: 1)
        #expect(failures.isEmpty)
        try expect(snapshot, "missing")
    }

    @Test(.withExpectedFont) func `where a tile cannot be decoded too, and the status line says so`() async throws {
        let broken = try await Self.terrain.value.replacing(Self.middleTile, with: "no picture")
        let (snapshot, failures) = try screenshot(broken, scale: 1, [.statusLine])
        #expect(failures.count == 1 && failures[0].hasPrefix("tile 10/3_1: "))
        try expectWithText(snapshot, "failed")
    }

    @Test func `where only a preview can be shown, with the reason`() throws {
        let images = try DocumentScene()
        let scene = try DocumentScene(cachePath: images.makeImage("file.png", width: 9, height: 9) + "/cache")
        var settings = ViewerSettings(loader: TileLoader(retry: TileRetryPolicy(delays: [])))
        settings.size = PixelSize(width: 32, height: 20)
        settings.open = { [options = scene.options] in try Document(opening: $0, options: options) }
        let screenshot = try Screenshot.take(of: scene.makeImage("a.png"), settings)
        let failures = screenshot.failures
        #expect(failures.count == 1 && failures[0].contains("tiles cannot be cached here: Not a directory."))
        #expect((screenshot.error as? StoreError)?.code == .cannotCreate)
    }

    /// The full-size tile around ``tileCenter``.
    private static let middleTile = TileIndex(level: 10, column: 3, row: 1)

    // MARK: Comparisons

    private static let other = Task { try await CutTerrain(seed: 4) }

    @Test(arguments: ["side-by-side", "curtain,0.4", "difference"])
    func `two images are compared, as sharp as one`(way: String) async throws {
        let (first, other) = try await (Self.terrain.value, Self.other.value)
        var settings = ViewerSettings(loader: TileLoader(costLimit: 1 << 10, retry: TileRetryPolicy(delays: [])))
        settings.size = PixelSize(width: 480, height: 300)
        settings.features = []
        settings.comparison = Comparison(link: way)
        let screenshot = try Screenshot.take(of: first.path, comparedWith: [other.path], settings)
        #expect(screenshot.failures == [] && screenshot.error == nil)
        let name = "compare-\(settings.comparison?.mode.rawValue ?? way)"
        let snapshot = Compositor(workerCount: 1).draw(screenshot.frame)
        // Where both shades are rounded differently, their difference is twice as far off.
        try expectSnapshot(snapshot, matches: name, tolerance: 2 * Self.tolerance)
    }

    @Test func `what is missing is said of both images`() async throws {
        let first = try await Self.terrain.value.replacing(Self.middleTile, with: "no picture")
        let other = try await Self.other.value.replacing(Self.middleTile, with: "nor this")
        var settings = ViewerSettings(loader: TileLoader(retry: TileRetryPolicy(delays: [])))
        settings.size = PixelSize(width: 800, height: 200)
        settings.view = ViewState(center: Self.tileCenter, scale: 1)
        settings.features = []
        let screenshot = try Screenshot.take(of: first.path, comparedWith: [other.path], settings)
        #expect(screenshot.failures.map { $0.hasPrefix("tile 10/3_1: ") } == [true, true])
    }

    // MARK: What lies over the image

    @Test(.withExpectedFont) func `the borders of tiles, with their labels`() async throws {
        try await expectWithText(screenshot(Self.terrain.value, scale: 1, [.tileBorders]).snapshot, "borders")
    }

    @Test(.withExpectedFont, arguments: [1, 2] as [Double])
    func `the map, the scale bar and the status line`(scale: Double) async throws {
        let snapshot = try await screenshot(Self.terrain.value, scale: scale, [.overviewMap, .scaleBar, .statusLine]) {
            settings in
            settings.size = PixelSize(width: Int(480 * scale), height: Int(320 * scale))
            settings.scale = scale
        }.snapshot
        try expectWithText(snapshot, "overlays-at-\(Int(scale))")
    }

    @Test(.withExpectedFont) func `the help with all keys`() async throws {
        let snapshot = try await screenshot(Self.terrain.value, [.help]) { settings in
            settings.size = PixelSize(width: 800, height: 560)
        }.snapshot
        try expectWithText(snapshot, "help")
    }
}
