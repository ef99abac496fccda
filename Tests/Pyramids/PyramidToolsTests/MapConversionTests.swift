import Foundation
import Georeferencing
import TestLimits
import TestSupport
import Testing
import TilePyramid
import TileStores

@testable import PyramidTools

/// Maps whose tiles have several formats, or none.
@Suite(.timeLimited) struct MapConversionTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func png(alpha: Int? = nil) -> [UInt8] {
        var image = PNGFixture(width: 64, height: 64) { x, y, channel in channel == 3 ? alpha ?? 255 : (x + 2 * y) % 256
        }
        if alpha != nil { image.colorType = 6 }
        return image.encoded()
    }

    private func jpeg() -> [UInt8] {
        Libjpeg.encode(width: 64, height: 64, as: Libjpeg.Storage(name: "", sampling: [(2, 2), (1, 1), (1, 1)])) {
            UInt8(($0 + $1 + $2) % 256)
        }
    }

    /// A GeoPackage of zoom 1 with these tiles, which may be absent.
    private func makeMap(_ tiles: [[UInt8]?]) throws -> OpenedPyramid {
        let pyramid = TileMatrixSet(
            TileRange(columns: 0..<2, rows: 0..<2), zooms: 1...1, tileSize: PixelSize(width: 64, height: 64)
        ).pyramid
        var target = PyramidTarget(.geoPackage)
        target.georeference = Georeference(zoom: 1, bounds: .webMercatorExtent)
        target.mixesFormats = true
        let store = try target.makeStore(at: folder.path("map.gpkg"), pyramid: pyramid, format: .png)
        for (index, tile) in zip(pyramid.indices, tiles) {
            if let tile { try store.write(tile.span.bytes, format: .png, at: index) }
        }
        try store.finish()
        return try #require(try Pyramids.openBlocking(folder.path("map.gpkg")))
    }

    private func convert(
        _ opened: OpenedPyramid, to format: PyramidFormat, _ name: String, _ tileFormat: TileFormat? = nil
    ) async throws -> (formats: [TileFormat?], plan: ConversionPlan) {
        var options = ConversionOptions()
        options.target = PyramidTarget(format)
        options.format = tileFormat
        let plan = try ConversionPlan(opened, options: options)
        let store = try plan.target.makeStore(at: folder.path(name), pyramid: plan.pyramid, format: plan.format)
        _ = try await plan.convert(into: store)
        let result = try #require(try Pyramids.openBlocking(folder.path(name)))
        let verification = try await PyramidVerifier(result).verify()
        #expect(verification.isValid, "\(verification.issues)")
        #expect(result.source.georeference != nil)
        let formats = try result.source.pyramid.indices.map { index in
            try result.source.read(index).flatMap { TileFormat(contents: $0.bytes) }
        }
        return (formats, plan)
    }

    @Test(arguments: [PyramidFormat.pmtiles, .mbtiles, .xyz])
    func `tiles of the rarer format are re-encoded where all have one`(format: PyramidFormat) async throws {
        let mostlyJPEG = try await convert(makeMap([jpeg(), png(), jpeg(), jpeg()]), to: format, "a.\(format.id)")
        #expect(mostlyJPEG.formats == [.jpeg, .jpeg, .jpeg, .jpeg])
        #expect(mostlyJPEG.plan.reasons == ["some tiles are png, and all have to be jpg"])
    }

    @Test func `a GeoPackage, and a folder that was mixed before, keep the format of each tile`() async throws {
        let mixed: [TileFormat?] = [.jpeg, .png, nil, .jpeg]
        let map = try makeMap([jpeg(), png(alpha: 0), nil, jpeg()])
        var options = ConversionOptions()
        options.target = PyramidTarget(.geoPackage)
        #expect(try ConversionPlan(map, options: options).target.mixesFormats)
        #expect(try await convert(map, to: .geoPackage, "b.gpkg").formats == mixed)
        for (number, tile) in [(0, jpeg()), (1, png()), (3, jpeg())] {
            let ending = number == 1 ? "png" : "jpg"
            try folder.write(Data(tile), to: "mixed/1/\(number % 2)/\(number / 2).\(ending)")
        }
        let folderMap = try #require(try Pyramids.openBlocking(folder.path("mixed")))
        #expect(try await convert(folderMap, to: .tms, "again").formats == mixed)
        #expect(try await convert(folderMap, to: .mbtiles, "one.mbtiles").formats == [.jpeg, .jpeg, nil, .jpeg])
    }

    @Test func `transparency is not lost to a more frequent format without it, unless that is asked for`() async throws
    {
        let map = try makeMap([jpeg(), jpeg(), jpeg(), png(alpha: 9)])
        #expect(try await convert(map, to: .pmtiles, "c.pmtiles").formats == [.png, .png, .png, .png])
        let asked = try await convert(map, to: .pmtiles, "d.pmtiles", .jpeg)
        #expect(asked.formats == [.jpeg, .jpeg, .jpeg, .jpeg])
        #expect(
            asked.plan.warnings.contains { $0.hasPrefix("its tiles have transparency, which jpg tiles cannot store") })
    }

    @Test func `a map keeps its place when its tiles get another format`() async throws {
        let map = try makeMap([png(), png(), png(), png()])
        let result = try await convert(map, to: .pmtiles, "e.pmtiles", .webp)
        #expect(result.formats == [.webp, .webp, .webp, .webp])
        #expect(result.plan.reasons == ["the tile format changes from png to webp"])
    }

    @Test func `a map without tiles is not converted, and is not valid`() async throws {
        let map = try makeMap([nil, nil, nil, nil])
        #expect(map.warnings == ["it has no tiles."])
        var options = ConversionOptions()
        options.target = PyramidTarget(.pmtiles)
        let error = #expect(throws: StoreError.self) { try ConversionPlan(map, options: options) }
        #expect(error?.message == "it has no tiles: nothing would be left. Get it again from its source.")
        let verification = try await PyramidVerifier(map).verify()
        #expect(verification.issues.map(\.message) == ["it has no tiles."])
    }
}
