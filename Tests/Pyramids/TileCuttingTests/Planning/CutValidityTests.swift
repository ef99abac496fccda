import Georeferencing
import ImageCodecs
import ImageMetadata
import ImageSources
import PixelKernels
import TestLimits
import TestSupport
import Testing
import TilePyramid

@testable import TileCutting

/// Invalid pixels on their way to tiles.
@Suite(.timeLimited) struct CutValidityTests {
    /// A gray page of 64 × 48 pixels of 90 whose left 33 columns are invalid.
    private func page(nodata: String? = "0") -> ImageInput {
        var page = TIFFFixture(width: 64, height: 48) { x, _, _ in x < 33 ? 0 : 90 }
        if let nodata { page.tags[42113] = .text(nodata) }
        return .bytes(page.encoded(), name: "page.tif")
    }

    private func options(_ format: CutOptions.Format) -> CutOptions {
        var options = CutOptions()
        options.tileSize = 32
        options.format = format
        return options
    }

    private func tiles(_ plan: CutPlan) async throws -> (store: MemoryTileStore, summary: CutSummary) {
        let store = MemoryTileStore(pyramid: plan.pyramid)
        return (store, try await plan.cut(into: store))
    }

    private func decoded(_ store: MemoryTileStore, _ index: TileIndex) throws -> DecodedImage {
        let tile = try #require(try store.read(index))
        return try DecodedImage(openImage(.bytes(tile.bytes, name: "tile")))
    }

    @Test func `coarser levels are means of the valid pixels`() async throws {
        let plan = try CutPlan(page(), options: options(.fixed(.png)))
        #expect(plan.image.layout == PixelLayout(.grayAlpha))
        #expect(plan.warnings == [])
        let (store, _) = try await tiles(plan)
        let level = plan.pyramid.finestLevel.index - 1
        let half = try decoded(store, TileIndex(level: level, column: 0, row: 0))
        #expect(half.pixel(15, 3) == [0, 0])
        // One of two columns is valid, and gives the color.
        #expect(half.pixel(16, 3).first == 90)
        #expect([127, 128].contains(half.pixel(16, 3).last))
        #expect(half.pixel(17, 3) == [90, 255])
    }

    @Test func `wholly invalid tiles are blank`() async throws {
        for format in [CutOptions.Format.fixed(.png), .fixed(.jpeg)] {
            var options = options(format)
            options.blankTolerance = 0
            let plan = try CutPlan(page(), options: options)
            let (store, summary) = try await tiles(plan)
            #expect(summary.skippedTiles == 2)
            #expect(try store.read(TileIndex(level: plan.pyramid.finestLevel.index, column: 0, row: 0)) == nil)
            #expect(try store.read(TileIndex(level: plan.pyramid.finestLevel.index, column: 1, row: 0)) != nil)
        }
    }

    @Test func `the automatic format is JPEG only if all pixels are valid`() throws {
        #expect(try CutPlan(page(), options: options(.automatic)).format == .png)
        var noise = SeededRandom(seed: 5)
        let pixels: [UInt64] = (0..<1024 * 1024).map { number in
            let slope = 20 + number % 1024 / 8 + number / 1024 / 16
            return UInt64(slope) + UInt64.random(in: 0...3, using: &noise)
        }
        let cases: [(nodata: String, format: TileFormat)] = [("0", .jpeg), ("100", .png)]
        for (nodata, format) in cases {
            var page = TIFFFixture(width: 1024, height: 1024) { x, y, _ in pixels[y * 1024 + x] }
            page.tags[42113] = .text(nodata)
            let plan = try CutPlan(.bytes(page.encoded(), name: "noise.tif"), options: options(.automatic))
            #expect(plan.format == format)
            #expect(plan.warnings == [])
        }
    }

    @Test func `JPEG tiles show the background in place of invalid pixels, with a warning`() async throws {
        var options = options(.fixed(.jpeg))
        options.background = RGBColor(red: 200, green: 200, blue: 200)
        let plan = try CutPlan(page(), options: options)
        #expect(
            plan.warnings == [
                "the file says that some pixels are invalid, which jpg tiles cannot; they get the color of the background. "
                    + "Keep them transparent with the format png."
            ])
        let (store, _) = try await tiles(plan)
        let tile = try decoded(store, TileIndex(level: plan.pyramid.finestLevel.index, column: 0, row: 0))
        #expect(abs(tile.pixel(5, 5)[0] - 200) <= 1)
    }

    @Test func `a valid image of the background's color is a map all the same`() async throws {
        var options = options(.fixed(.jpeg))
        options.bounds = GeoBounds(west: 11.2, south: 48, east: 11.3, north: 48.08, crs: .wgs84)
        let white = TIFFFixture(width: 64, height: 48) { _, _, _ in 255 }
        let plan = try CutPlan(.bytes(white.encoded(), name: "white.tif"), options: options)
        let store = MemoryTileStore(pyramid: plan.pyramid)
        let error = await #expect(throws: CuttingError.self) { _ = try await plan.cut(into: store) }
        #expect(error?.code == .blank)
        let whole = try #require(try plan.storingBlankTiles())
        let (stored, summary) = try await tiles(whole)
        #expect(summary.skippedTiles == 0 && stored.state.tiles.count == plan.pyramid.tileCount)
        #expect(whole.fingerprint != plan.fingerprint)
        // So is one with a value for invalid pixels that none or some have, but not one that all have.
        for (value, isShown) in [("0", true), ("255", false)] {
            var page = white
            page.tags[42113] = .text(value)
            let plan = try CutPlan(.bytes(page.encoded(), name: "white.tif"), options: options)
            #expect(try (plan.storingBlankTiles() != nil) == isShown)
        }
        options.blankTolerance = 0
        #expect(try CutPlan(.bytes(white.encoded(), name: "white.tif"), options: options).storingBlankTiles() == nil)
    }

    @Test func `a run is resumed only with the same value`() throws {
        let stated = try CutPlan(page(), options: options(.fixed(.png)))
        var other = options(.fixed(.png))
        other.decoding.nodata = .value(NodataValue(0))
        let own = try CutPlan(page(), options: other)
        #expect(own.image == stated.image)
        #expect(own.fingerprint != stated.fingerprint)
        other.decoding.nodata = .none
        #expect(try CutPlan(page(), options: other).image.layout == PixelLayout(.gray))
        #expect(!stated.fingerprint.contains("nodata"))
    }
}
