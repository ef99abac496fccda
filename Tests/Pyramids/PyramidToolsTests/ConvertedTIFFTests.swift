import Foundation
import Georeferencing
import ImageCodecs
import ImageMetadata
import ImageSources
import PixelKernels
import TestLimits
import TestSupport
import Testing
import TilePyramid
import TileStores

@testable import PyramidTools

/// Statements of a TIFF about the pyramid that it was converted from: system, transform and no-data value.
@Suite(.timeLimited) struct ConvertedTIFFTests {
    private let fixture: PyramidFixture

    init() throws {
        fixture = try PyramidFixture()
    }

    private func convert(
        _ name: String, isCloudOptimized: Bool = false, _ change: (inout ConversionOptions) -> Void = { _ in }
    ) async throws -> (input: ImageInput, warnings: [String], summary: ConversionSummary) {
        var options = ConversionOptions()
        options.target = PyramidTarget(.tiff)
        options.target.tiff.isCloudOptimized = isCloudOptimized
        change(&options)
        let plan = try ConversionPlan(fixture.open(name), options: options)
        let path = fixture.folder.path("new.tif")
        try? FileManager.default.removeItem(atPath: path)
        let store = try plan.target.makeStore(at: path, pyramid: plan.pyramid, format: plan.format)
        let summary = try await plan.convert(into: store)
        return (.file(path), plan.warnings, summary)
    }

    /// Pages of a tiled TIFF with a half, whose first page has tags.
    private func write(
        _ name: String, bits: Int = 8, samples: Int = 3, compression: Int = 1, _ tags: [Int: TIFFFixture.Value],
        _ more: [TIFFFixture] = [], sample: @escaping (Int, Int, Int) -> UInt64
    ) throws {
        func page(_ width: Int, _ height: Int, _ step: Int) -> TIFFFixture {
            var page = TIFFFixture(width: width, height: height) { sample($0 * step, $1 * step, $2) }
            page.bits = bits
            page.samplesPerPixel = samples
            page.photometric = samples == 3 ? 2 : 1
            page.tile = (32, 32)
            return page
        }
        var first = page(90, 70, 1)
        var half = page(45, 35, 2)
        first.tags = tags
        half.tags = [254: .longs([1])]
        try fixture.folder.write(Data(TIFFFixture.encode([first, half] + more)), to: name)
    }

    private static var utm: TIFFFixture.Value {
        .shorts([1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, 25832])
    }
    private static var northUp: [Int: TIFFFixture.Value] {
        [
            33550: .doubles([10, 20, 0]), 33922: .doubles([0, 0, 0, 600_000, 5_400_000, 0]), 34735: utm,
        ]
    }
    private static var rotated: [Int: TIFFFixture.Value] {
        [
            34264: .doubles([8, 6, 0, 600_000, 6, -8, 0, 5_400_000, 0, 0, 0, 0, 0, 0, 0, 1]), 34735: utm,
        ]
    }
    private static var points: [Int: TIFFFixture.Value] {
        [
            33922: .doubles([0, 0, 0, 10, 50, 0, 80, 0, 0, 11, 50, 0, 0, 60, 0, 10, 49, 0, 80, 60, 0, 12, 48, 0]),
            34735: .shorts([1, 1, 0, 2, 1024, 0, 1, 2, 2048, 0, 1, 4326]),
        ]
    }

    private static func pattern(_ x: Int, _ y: Int, _ channel: Int) -> UInt64 {
        UInt64((x + 2 * y + 40 * channel) % 199)
    }

    @Test(arguments: ["north up", "rotated", "control points"], [false, true])
    func `the tags of a TIFF stay as they are`(_ kind: String, _ isCloudOptimized: Bool) async throws {
        let tags = kind == "rotated" ? Self.rotated : kind == "north up" ? Self.northUp : Self.points
        try write("old.tif", tags, sample: Self.pattern)
        let stated = try #require(try GeoTIFFTags.read(.file(fixture.folder.path("old.tif"))))
        for side in [nil, 64] {
            let (input, warnings, _) = try await convert("old.tif", isCloudOptimized: isCloudOptimized) {
                $0.tileSize = side
            }
            #expect(warnings == [])
            #expect(try GeoTIFFTags.read(input) == stated)
        }
    }

    @Test(arguments: [("EPSG:25832", 600_000, 5_400_000), ("EPSG:4326", 8, 48)])
    func `tiles in a folder become a TIFF in their system`(_ crs: String, _ west: Int, _ south: Int) async throws {
        let text = """
            <TileMap version="1.0.0"><Title>t</Title><SRS>\(crs)</SRS>
            <BoundingBox minx="\(west)" miny="\(south)" maxx="\(west + 2)" maxy="\(south + 1)"/>
            <Origin x="\(west)" y="\(south)"/>
            <TileFormat width="64" height="64" mime-type="image/png" extension="png"/><TileSets profile="local">
            <TileSet href="0" units-per-pixel="0.015625" order="0"/></TileSets></TileMap>
            """
        try fixture.folder.write(Data(text.utf8), to: "tiles/tilemapresource.xml")
        for column in 0..<2 {
            let tile = PNGFixture(width: 64, height: 64) { x, y, _ in (x + y + 64 * column) & 255 }
            try fixture.folder.write(Data(tile.encoded()), to: "tiles/0/\(column)/0.png")
        }
        let place = try #require(try fixture.open("tiles").source.rasterGeoreference)
        #expect(place.crs == crs)
        let (input, warnings, _) = try await convert("tiles")
        #expect(warnings == [])
        let written = try #require(try StatedGeoreference.read(input)).georeference
        #expect(written == place)
        #expect(
            written.transform
                == Geotransform(origin: (Double(west), Double(south + 1)), column: (1 / 64, 0), row: (0, -1 / 64)))
    }

    @Test(arguments: [(8, 1), (8, 3), (16, 1)], [0, 200])
    func `a no-data value stays the value of invalid pixels`(_ kind: (bits: Int, samples: Int), _ nodata: Int)
        async throws
    {
        func isValid(_ x: Int, _ y: Int) -> Bool { x / 8 % 3 != 0 || y < 20 }
        var tags = Self.rotated
        tags[42113] = .text("\(nodata)")
        try write("old.tif", bits: kind.bits, samples: kind.samples, tags) { x, y, channel in
            isValid(x, y) ? 1 + Self.pattern(x, y, channel) % 190 : UInt64(nodata)
        }
        let old = ImageInput.file(fixture.folder.path("old.tif"))
        let (input, warnings, summary) = try await convert("old.tif")
        #expect(warnings == [] && summary.copiedTiles == 0)
        #expect(summary.reasons == ["invalid pixels have the value \(nodata) in a TIFF, and no alpha"])
        #expect(try GeoTIFFTags.read(input) == GeoTIFFTags.read(old))
        var options = DecodeOptions()
        options.depth = .sixteen
        // With their alpha, and as they are stored.
        for keepsNodata in [true, false] {
            options.nodata = keepsNodata ? .stated : .none
            let before = try DecodedImage(openImage(old, options: options))
            let after = try DecodedImage(openImage(input, options: options))
            #expect(after.info.layout == before.info.layout && after.samples == before.samples)
            #expect(after.info.layout.channels.hasAlpha == keepsNodata)
        }
        // The smaller level has the same colors where it is valid: no mean with the value of invalid pixels.
        let source = try fixture.open("new.tif").source
        let level = source.pyramid.finestLevel.index - 1
        for (column, row) in source.pyramid.levels[level].grid.samples(64) {
            let tile = try #require(try source.read(TileIndex(level: level, column: column, row: row)))
            let image = try DecodedImage(openImage(.bytes(tile.bytes, name: "tile.png"), options: options))
            #expect(image.info.layout.channels.opaque.rawValue == kind.samples)
        }
    }

    @Test func `a no-data value that is lost is named`() async throws {
        var tags = Self.northUp
        tags[42113] = .text("0")
        try write("old.tif", tags) { x, y, channel in x < 20 ? 0 : 1 + Self.pattern(x, y, channel) }
        let (webP, webPWarnings, _) = try await convert("old.tif") { $0.format = .webp }
        #expect(
            webPWarnings
                == ["the new pyramid does not state the no-data value 0. Invalid pixels are transparent instead."])
        #expect(try GeoTIFFTags.read(webP)?.nodata == nil && GeoTIFFTags.read(webP)?.hasPlace == true)
        let (jpeg, jpegWarnings, _) = try await convert("old.tif") { $0.format = .jpeg }
        #expect(jpegWarnings.last == "the new pyramid does not state the no-data value 0.")
        #expect(try GeoTIFFTags.read(jpeg)?.nodata == nil)
    }

    @Test func `a value that no sample can have stays, and so does a mask as alpha`() async throws {
        var tags = Self.northUp
        tags[42113] = .text("-9999")
        try write("old.tif", tags, sample: Self.pattern)
        let (input, warnings, _) = try await convert("old.tif")
        #expect(warnings == [])
        #expect(try GeoTIFFTags.read(input)?.nodata == "-9999")
        #expect(try openImage(input).info.layout == PixelLayout(.rgb))

        let masks = [(90, 70, 4), (45, 35, 5)].map { width, height, kind in
            var mask = TIFFFixture(width: width, height: height) { x, _, _ in x < 20 ? 0 : 1 }
            mask.bits = 1
            mask.photometric = 4
            mask.tile = (32, 32)
            mask.tags = [254: .longs([kind])]
            return mask
        }
        try write("masked.tif", Self.northUp, masks, sample: Self.pattern)
        let (masked, maskWarnings, _) = try await convert("masked.tif")
        #expect(maskWarnings == [])
        #expect(try openImage(masked).info.layout == PixelLayout(.rgba))
        #expect(try StatedGeoreference.read(masked)?.georeference.crs == "EPSG:25832")
    }
}
