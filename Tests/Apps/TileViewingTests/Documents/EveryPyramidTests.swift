import Compositing
import Foundation
import Georeferencing
import ImageCodecs
import ImageMetadata
import ImageSources
import LayerTree
import ScrollLayers
import TestLimits
import TestSupport
import Testing
import TileCutting
import TilePyramid
import TileStores
import TiledLayers
import VectorDrawing

@testable import FlightBench
@testable import TileViewing

/// Every kind of pyramid, at sizes that are not multiples of its tiles, is shown to its last pixel.
@MainActor
@Suite(.timeLimited) struct EveryPyramidTests {
    /// A pyramid of one kind, cut from an image of one size.
    struct Case: CustomTestStringConvertible {
        var target: PyramidTarget
        var size: PixelSize
        var isCentered = false
        var bounds: GeoBounds?

        var testDescription: String {
            "\(target.container?.id ?? "folder") \(target.layout?.id ?? "") \(size)\(isCentered ? ", centered" : "")\(bounds == nil ? "" : ", with bounds")"
        }
    }

    /// Wide, tall, and smaller than a tile; none is a multiple of 64.
    nonisolated static let sizes = [
        PixelSize(width: 220, height: 131), PixelSize(width: 65, height: 300), PixelSize(width: 63, height: 17),
    ]
    nonisolated static let cases = targets.flatMap { target in sizes.map { Case(target: target, size: $0) } }
    /// Every format, and every layout in every archive.
    nonisolated static let targets = PyramidFormats.standard.all.flatMap { format in
        let layouts = PyramidFormats.standard.layouts.filter(format.canHold)
        return layouts.isEmpty ? [PyramidTarget(format)] : layouts.map { PyramidTarget($0, in: format) }
    }
    nonisolated static let placedCases =
        [
            Case(target: PyramidTarget(.google), size: PixelSize(width: 220, height: 131), isCentered: true),
            Case(target: PyramidTarget(.google, in: .zip), size: PixelSize(width: 65, height: 300), isCentered: true),
        ]
        + [PyramidFormat.mbtiles, .geoPackage, .pmtiles, .xyz].map { format in
            Case(
                target: PyramidTarget(format),
                size: PixelSize(width: 220, height: 131),
                bounds: GeoBounds(west: -10, south: 40, east: 23, north: 57, crs: .wgs84))
        }

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A sample of the image, in which each pixel differs from its neighbors.
    private static func sample(_ x: Int, _ y: Int, _ channel: Int) -> Int {
        [x * 7 + y, y * 11 ^ x, (x + 3 * y) * 5][channel] & 255
    }

    /// Cuts the image, and returns the path by which a user would open the pyramid.
    private func cut(_ pyramid: Case) async throws -> String {
        let fixture = PNGFixture(
            width: pyramid.size.width, height: pyramid.size.height, sample: Self.sample)
        try folder.write(Data(fixture.encoded()), to: "picture.png")
        var target = pyramid.target
        target.isCentered = pyramid.isCentered
        var options = CutOptions()
        options.tileSize = 64
        options.format = .fixed(target.capabilities.tileFormats.contains(.png) ? .png : .jpeg)
        options.quality = 100
        options.shape = target.shape
        options.isCentered = target.isCentered
        options.bounds = pyramid.bounds
        if pyramid.target.layout == .flat {
            options.levelCount = 1
        }
        let plan = try CutPlan(.file(folder.path("picture.png")), options: options)
        target.georeference = plan.georeference
        target.margin = plan.margin
        let path = target.path(for: folder.path("pyramid"))
        let store = try target.makeStore(at: path, pyramid: plan.pyramid, format: plan.format)
        _ = try await plan.cut(into: store) { _ in }
        return pyramid.target.layout == .flat ? folder.path : path
    }

    /// The full-size image as its tiles hold it, assembled by the reader that conversion and verification use.
    private func expected(_ source: any TileSource) throws -> PixelBuffer {
        let image = try PyramidImageSource(source, name: "pyramid")
        let writer = try ImageFileFormat.png.makeWriter(
            folder.path("expected.png"), size: image.info.size, layout: image.info.layout)
        try image.readBands { try writer.write($0) }
        try writer.finish()
        return try PixelBuffer.read(folder.path("expected.png"))
    }

    /// The number of pixels that differ; transparent pixels of the pyramid show the background.
    private func differences(_ snapshot: PixelBuffer, _ expected: PixelBuffer, background: UInt32? = nil) -> Int {
        guard snapshot.size == expected.size else { return .max }
        return snapshot.withPixels { pixels in
            expected.withPixels { expected in
                zip(pixels, expected).count { pixel, other in
                    pixel != (other >> 24 == 0 ? background ?? 0 : other)
                }
            }
        }
    }

    @Test(arguments: cases + placedCases)
    func `a pyramid equals its source in viewer, screenshot, export, flight and library`(_ pyramid: Case) async throws {
        let path = try await cut(pyramid)
        let opened = try #require(try await Pyramids.open(path))
        let whole = try expected(opened.source)
        if !pyramid.isCentered, pyramid.bounds == nil, !pyramid.target.capabilities.storesIdentifier {
            let source = try PixelBuffer.read(folder.path("picture.png"))
            #expect(differences(whole, source) == 0)
        }
        let view = ViewState(
            center: Point(x: Double(whole.size.width) / 2, y: Double(whole.size.height) / 2), scale: 1)
        let gray: UInt32 = 0xFF80_8080

        // Screenshot.
        var settings = ViewerSettings(loader: TileLoader(retry: TileRetryPolicy(delays: [])))
        settings.size = whole.size
        settings.view = view
        settings.features = []
        settings.showsCheckerboard = false
        let screenshot = try Screenshot.take(of: path, settings)
        #expect(screenshot.failures.isEmpty)
        let compositor = Compositor(workerCount: 1)
        #expect(differences(compositor.draw(screenshot.frame), whole, background: gray) == 0)

        // Export: the whole image, and a region that begins and ends inside tiles.
        let size = whole.size
        for region in [
            PixelRect(x: 0, y: 0, width: size.width, height: size.height),
            PixelRect(x: size.width / 3, y: size.height / 3, width: size.width / 2, height: size.height / 2),
        ] {
            let export = RegionExport(
                source: opened.source, region: region, path: folder.path("export.png"), format: .png)
            let outcome = try #require(try export.run())
            #expect(outcome.failedTiles == 0)
            // Map tiles without a pixel of the image are not stored.
            #expect(outcome.absentTiles == 0 || pyramid.bounds != nil)
            let part = try PixelBuffer.read(folder.path("export.png"))
            #expect(differences(part, whole.cropped(to: region)) == 0)
        }

        // Viewer, at the end of a flight.
        let stage = ViewerStage([], view: view) { settings in
            settings.size = size
            settings.open = { _ in try Document(opening: path) }
            settings.showsCheckerboard = false
        }
        stage.viewer.open([path])
        let flight = Flight(
            over: size, viewport: size,
            keys: [
                FlightKeyframe(time: 0, view: ViewState(center: view.center, scale: 0.25)),
                FlightKeyframe(time: 1, view: view), FlightKeyframe(time: 2, view: view),
            ])
        while stage.viewer.document?.state.stage.isBusy ?? true {
            stage.frame()
        }
        let player = FlightPlayer(flight, in: stage.viewer)
        while !player.isOver {
            player.advance()
            stage.frame()
            player.recordFrame(seconds: 0.004)
            stage.clock.advance(by: 1.0 / 60)
        }
        #expect(player.report.failures == 0 && player.report.viewing.blankAfterCover == 0)
        #expect(differences(stage.snapshot(), whole, background: gray) == 0)

        // The layers of an app.
        let clock = ManualClock()
        let executor = ManualTileExecutor(clock: clock)
        let tiles = TiledLayer(
            image: TiledImage(opened.source, name: opened.name), loader: TileLoader(clock: clock, executor: executor))
        tiles.anchorPoint = .zero
        tiles.position = .zero
        tiles.fadeDuration = 0
        let scene = LayerScene(root: tiles, size: size, background: .black, clock: clock)
        for _ in 0..<10 {
            _ = scene.frame()
            executor.advance(by: 1.0 / 60)
        }
        tiles.setNeedsFrame()
        #expect(differences(compositor.draw(scene.frame()), whole, background: 0xFF00_0000) == 0)
    }
}
