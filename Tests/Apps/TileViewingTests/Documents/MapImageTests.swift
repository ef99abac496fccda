import Foundation
import Georeferencing
import ImageMetadata
import MapLayers
import TestLimits
import TestSupport
import Testing
import TileCutting
import TilePyramid
import TileStores
import TiledLayers

@testable import TileViewing

/// Files that are opened as maps.
@Suite(.timeLimited) struct MapImageTests {
    private let folder: TemporaryFolder
    private let bounds = GeoBounds(west: -10, south: 40, east: 23, north: 57, crs: .wgs84)

    init() throws {
        folder = try TemporaryFolder()
        let picture = PNGFixture(width: 220, height: 131) { x, y, channel in (x * 7 + y * 3 + channel * 50) & 255 }
        try folder.write(Data(picture.encoded()), to: "picture.png")
    }

    /// Cuts the picture, with its bounds as the options of the cut or as those of the file.
    private func cut(_ target: PyramidTarget, to name: String, resampledTo bounds: GeoBounds? = nil) async throws {
        var target = target
        var options = CutOptions()
        options.shape = target.shape
        options.bounds = bounds
        options.format = .fixed(.png)
        let plan = try CutPlan(.file(folder.path("picture.png")), options: options)
        target.georeference = plan.georeference
        target.isSparse = target.capabilities.supportsSparseTiles
        let store = try target.makeStore(at: folder.path(name), pyramid: plan.pyramid, format: plan.format)
        _ = try await plan.cut(into: store)
    }

    private var options: DocumentOptions {
        var options = DocumentOptions()
        options.cache = PyramidCache(path: folder.path("cache"))
        return options
    }

    private func open(_ name: String) async throws -> MapImage {
        try await MapImage.open(folder.path(name), options: options)
    }

    /// The reason that a file is refused as a map.
    private func refusal(_ name: String) async throws -> String {
        let error = await #expect(throws: StoreError.self) { try await open(name) }
        return error?.message ?? ""
    }

    @Test func `map tiles have their place and their bounds`() async throws {
        try await cut(PyramidTarget(.pmtiles), to: "map.pmtiles", resampledTo: bounds)
        let map = try await open("map.pmtiles")
        #expect(map.projection.crs == .webMercator && map.distortion == 0 && map.attribution.isEmpty)
        #expect(zip(map.bounds.edges, bounds.edges).allSatisfy { abs($0 - $1) < 1e-6 })
        #expect(map.projection.size == map.image.pyramid.size)
    }

    @Test func `an attribution is read without its markup`() async throws {
        try await cut(PyramidTarget(.xyz), to: "map", resampledTo: bounds)
        let description = try String(decoding: folder.bytes(of: "map/tiles.json"), as: UTF8.self)
        let attribution = #"{"attribution": "<a href=\"https://example.org\">&copy; Example</a>","#
        try folder.write(
            Data((attribution + description.drop { $0 != "{" }.dropFirst()).utf8), to: "map/tiles.json")
        #expect(try await open("map").attribution == "© Example")
        let document = try Document(opening: folder.path("map"), options: options)
        #expect(document.state.metadata.attribution == "© Example")
    }

    @Test func `the place of a GeoTIFF is awaited`() async throws {
        var target = PyramidTarget(.tiff)
        target.tiff.bounds = GeoBounds(
            west: 1_000_000, south: 5_000_000, east: 1_220_000, north: 5_131_000, crs: .webMercator)
        try await cut(target, to: "map.tif")
        let map = try await open("map.tif")
        #expect(map.projection.bounds == target.tiff.bounds && map.distortion == 0)
        // A pixel is a kilometer of the projection.
        #expect(abs(map.finestZoom - log2(2 * WebMercator.originShift / 512 / 1000)) < 1e-9)
    }

    @Test func `an image in degrees is a map if its pixels are nearly in place, and else refused`() async throws {
        for (name, bounds) in [
            ("small.tif", GeoBounds(west: 10, south: 47, east: 10.2, north: 47.1, crs: .wgs84)),
            ("large.tif", GeoBounds(west: -10, south: 0, east: 60, north: 80, crs: .wgs84)),
        ] {
            var target = PyramidTarget(.tiff)
            target.tiff.bounds = bounds
            try await cut(target, to: name)
        }
        let map = try await open("small.tif")
        #expect(map.distortion > 0 && map.distortion < 0.1)
        #expect(try await refusal("large.tif").contains("pixels from their places"))
    }

    @Test(arguments: [GeoBounds.CoordinateReferenceSystem.wgs84, .webMercator])
    func `edges that are not on the Earth are refused`(crs: GeoBounds.CoordinateReferenceSystem) async throws {
        var target = PyramidTarget(.tiff)
        target.tiff.bounds = GeoBounds(west: -1e9, south: -1e9, east: 1e9, north: 1e9, crs: crs)
        try await cut(target, to: "map.tif")
        #expect(try await refusal("map.tif").hasSuffix("are not on the Earth. Correct its georeference."))
        target.tiff.bounds = GeoBounds(west: -1e307, south: -1e307, east: 1e307, north: 1e307, crs: crs)
        try await cut(target, to: "far.tif")
        #expect(try await refusal("far.tif").contains("its georeference is not finite"))
    }

    @Test func `a document that is not a map is closed, so that it is not cut`() async throws {
        let document = try Document(opening: folder.path("picture.png"), options: options)
        await #expect(throws: StoreError.self) { try await MapImage.open(document) }
        #expect(document.state.stage == .closed)
    }

    @Test func `a document that is closed while its place is awaited says so`() async throws {
        let source = MemoryTileStore(
            pyramid: Pyramid(size: PixelSize(width: 10, height: 10), tileSize: 256))
        var state = DocumentState(
            stage: .complete, metadata: DocumentMetadata(format: "tiles", size: source.pyramid.size))
        state.isReadingDetails = true
        let document = Document(
            path: "image", options: options, image: TiledImage(source, name: "image"), source: source, state: state)
        let map = Task { try await document.mapImage }
        document.close()
        await #expect(throws: CancellationError.self) { try await map.value }
    }

    @Test func `a map from the disk is never offline`() async throws {
        try await cut(PyramidTarget(.pmtiles), to: "map.pmtiles", resampledTo: bounds)
        #expect(try await !open("map.pmtiles").isOffline)
    }

    @Test func `a picture without a place is refused with the remedy`() async throws {
        #expect(
            try await refusal("picture.png")
                == "it has no place on the Earth. Cut it with its bounds, or open a map.")
    }

    @Test func `a coordinate is written with as many digits as are asked for`() {
        let place = Coordinate(latitude: -33.85678, longitude: 151.21529)
        #expect(place.text() == "33.85678° S, 151.21529° E")
        #expect(place.text(digits: 1, separator: " ") == "33.9° S 151.2° E")
        #expect(Coordinate(latitude: 0, longitude: -0.4).text(digits: 0) == "0° N, 0° W")
    }

    @Test func `a file of the app's own has its place in the cache`() throws {
        let cache = PyramidCache(path: folder.path("new/cache"))
        let path = cache.path(ofFile: "sample.pmtiles")
        #expect(path == folder.path("new/cache/sample.pmtiles"))
        #expect(folder.contents().contains("new/cache/"))
        try Data(count: 10).write(to: URL(fileURLWithPath: path))
        cache.makeRoom(for: cache.sizeLimit)
        #expect(folder.contents().contains("new/cache/sample.pmtiles"))
    }
}
