import Concurrency
import Foundation
import ImageCodecs
import ImageMetadata
import ImageSources
import PixelKernels
import TestSupport
import TestLimits
import Testing
import TileCutting
import TilePyramid
import TileStores

@testable import PyramidTools

@Suite(.timeLimited) struct ConversionTests {
    /// Converts a pyramid, opens the result and verifies it.
    private func convert(
        _ opened: OpenedPyramid, to name: String, _ options: ConversionOptions, in fixture: PyramidFixture
    ) async throws -> (pyramid: OpenedPyramid, conversion: ConversionSummary) {
        let plan = try ConversionPlan(opened, options: options)
        let store = try plan.target.makeStore(
            at: fixture.folder.path(name), pyramid: plan.pyramid, format: plan.format)
        let conversion = try await plan.convert(into: store)
        let pyramid = try fixture.open(options.target.layout == .flat ? FilePath.parent(of: name) : name)
        let verification = try await PyramidVerifier(pyramid).verify()
        #expect(verification.isValid, "\(verification.issues.prefix(3))")
        #expect(verification.report.tiles == conversion.tiles)
        return (pyramid, conversion)
    }

    private func options(_ format: PyramidFormat = .deepZoom) -> ConversionOptions {
        var options = ConversionOptions()
        options.target = PyramidTarget(format)
        options.threads = 2
        return options
    }

    /// Returns the bytes of every tile of a level.
    private func tiles(_ opened: OpenedPyramid, level: Level) throws -> [[UInt8]] {
        try (0..<level.grid.count).map { offset in
            let index = TileIndex(
                level: level.index, column: offset % level.grid.columns, row: offset / level.grid.columns)
            return try #require(try opened.source.read(index)).bytes
        }
    }

    @Test(arguments: [(1, 1), (64, 64), (255, 255), (257, 513), (300, 200)])
    func `Deep Zoom becomes Zoomify and Deep Zoom again, byte for byte where sizes are equal`(
        width: Int, height: Int
    ) async throws {
        let fixture = try PyramidFixture()
        try fixture.makeImage(width, height)
        let original = try await fixture.cut()
        var zoomify = options(.zoomify)
        zoomify.target.rounding = .up
        let there = try await convert(original, to: "zoomify", zoomify, in: fixture)
        #expect(there.conversion.copiedTiles == there.pyramid.source.pyramid.tileCount)
        #expect(there.conversion.reasons.isEmpty)
        let back = try await convert(there.pyramid, to: "back.dzi", options(), in: fixture)
        #expect(back.conversion.copiedTiles == there.conversion.copiedTiles)
        let coarse = original.source.pyramid.tileCount - there.conversion.copiedTiles
        #expect(back.conversion.recutTiles == coarse && back.conversion.reasons.count == (coarse > 0 ? 1 : 0))
        for level in original.source.pyramid.levels.suffix(there.pyramid.source.pyramid.levels.count) {
            #expect(try tiles(original, level: level) == tiles(back.pyramid, level: level))
        }
        var comparison = VerificationOptions()
        comparison.image = fixture.image
        let similarities = try await PyramidVerifier(back.pyramid, options: comparison).verify().similarities
        // In a few pixels, chroma subsampling loses most of the color.
        #expect(similarities.filter { $0.samples > 3000 }.allSatisfy { $0.psnr > 25 }, "\(similarities)")
    }

    @Test func `only edge tiles are re-encoded when they become padded, or are no longer padded`() async throws {
        let fixture = try PyramidFixture()
        try fixture.makeImage(300, 200)
        let original = try await fixture.cut()
        let there = try await convert(original, to: "new.pmtiles", options(.pmtiles), in: fixture)
        // 4 × 3 of 5 × 4 tiles are complete at full size, 2 × 1 of 3 × 2 below, and none of 2 × 1 and 1.
        #expect(there.conversion.copiedTiles == 12 + 2 && there.conversion.repaddedTiles == 8 + 4 + 2 + 1)
        #expect(there.conversion.recutTiles == 0)
        #expect(there.conversion.reasons == ["edge tiles become padded"])
        let back = try await convert(there.pyramid, to: "back.dzi", options(), in: fixture)
        #expect(back.conversion.copiedTiles == 14 && back.conversion.repaddedTiles == 15)
        #expect(back.conversion.recutTiles == 6)
        #expect(
            back.conversion.reasons == ["the source lacks 6 levels", "edge tiles are no longer padded"])
        let finest = original.source.pyramid.finestLevel
        #expect(try tiles(original, level: finest)[6] == tiles(back.pyramid, level: finest)[6])
    }

    @Test(arguments: [TileFormat.png, .webp])
    func `padding is transparent in formats with alpha`(format: TileFormat) async throws {
        var fixture = try PyramidFixture()
        fixture.options.format = .fixed(format)
        try fixture.makeImage(100, 70)
        let there = try await convert(fixture.cut(), to: "new.pmtiles", options(.pmtiles), in: fixture)
        #expect(there.conversion.repaddedTiles == 4)
        let corner = TileIndex(level: 1, column: 1, row: 1)
        let tile = try #require(try there.pyramid.source.read(corner))
        let decodedTile = DecodedTileBuffer()
        let size = PixelSize(width: 64, height: 64)
        #expect(try decodedTile.decode(tile, name: "corner", expecting: size) == size)
        #expect(decodedTile.pixels[0] >> 24 == 255 && decodedTile.pixels[63] == 0 && decodedTile.pixels[63 * 64] == 0)
    }

    @Test func `padding is opaque in a TIFF, like the copied tiles`() async throws {
        var fixture = try PyramidFixture()
        fixture.options.format = .fixed(.png)
        try fixture.makeImage(100, 70)
        let there = try await convert(fixture.cut(), to: "new.tif", options(.tiff), in: fixture)
        #expect(there.conversion.copiedTiles == 1 && there.conversion.repaddedTiles == 4)
        let decodedTile = DecodedTileBuffer()
        let size = PixelSize(width: 64, height: 64)
        let tile = try #require(try there.pyramid.source.read(TileIndex(level: 1, column: 1, row: 1)))
        #expect(try decodedTile.decode(tile, name: "corner", expecting: size) == size)
        #expect(decodedTile.pixels[63] == 0xFFFF_FFFF)
    }

    @Test func `all tiles are cut again when their size, overlap or format changes`() async throws {
        let fixture = try PyramidFixture()
        try fixture.makeImage(300, 200)
        let original = try await fixture.cut()
        var other = options()
        other.tileSize = 100
        other.overlap = 1
        other.format = .png
        let there = try await convert(original, to: "other.dzi", other, in: fixture)
        #expect(there.conversion.copiedTiles == 0 && there.conversion.recutTiles == there.conversion.tiles)
        #expect(
            there.conversion.reasons == [
                "the tile format changes from jpg to png", "the tile size changes from 64×64 to 100×100 pixels",
                "the overlap changes from 0 to 1 pixels",
            ])
        let pyramid = there.pyramid.source.pyramid
        #expect(pyramid.overlap == 1 && pyramid.tileSize == 100 && there.pyramid.source.format == .png)
    }

    @Test func `levels with differently rounded sizes are cut again, the others are copied`() async throws {
        let fixture = try PyramidFixture()
        try fixture.makeImage(257, 200)
        let there = try await convert(fixture.cut(), to: "zoomify", options(.zoomify), in: fixture)
        #expect(there.conversion.copiedTiles == 20 && there.conversion.recutTiles > 0)
        #expect(there.conversion.reasons == ["odd sizes are rounded differently when they are halved"])
    }

    @Test func `an IIIF image gets its whole-level images without cutting a tile again`() async throws {
        let fixture = try PyramidFixture()
        try fixture.makeImage(300, 200)
        let there = try await convert(fixture.cut(), to: "iiif", options(.iiif), in: fixture)
        #expect(there.conversion.recutTiles == 0)
        #expect(FileManager.default.fileExists(atPath: fixture.folder.path("iiif/full/max/0/default.jpg")))
    }

    @Test func `flat tiles become a pyramid`() async throws {
        let fixture = try PyramidFixture()
        try fixture.makeImage(300, 200)
        let original = try await fixture.cut()
        let flat = try await convert(original, to: "flat/big", options(.flat), in: fixture.withFolder("flat"))
        #expect(flat.conversion.copiedTiles == 20)
        let back = try await convert(flat.pyramid, to: "back.dzi", options(), in: fixture)
        #expect(
            back.conversion.copiedTiles == 20 && back.conversion.recutTiles == original.source.pyramid.tileCount - 20)
    }

    @Test func `an image in one flat tile becomes a pyramid with tiles of the default size`() async throws {
        let fixture = try PyramidFixture()
        try fixture.makeImage(40, 30)
        let original = try await fixture.cut()
        let flat = try await convert(original, to: "flat/big", options(.flat), in: fixture.withFolder("flat"))
        #expect(flat.pyramid.source.pyramid.tileSize == 40)
        let tiff = try await convert(flat.pyramid, to: "new.tif", options(.tiff), in: fixture)
        #expect(tiff.pyramid.source.pyramid.tileSize == 256)
    }

    /// The kinds of pyramid, with the names of their outputs.
    private static let kinds: [(target: PyramidTarget, name: String)] = [
        (PyramidTarget(), "NAME.dzi"), (PyramidTarget(.zoomify), "NAME"),
        (PyramidTarget(.iiif), "NAME"),
        (PyramidTarget(.iiif2), "NAME"), (PyramidTarget(.xyz), "NAME"),
        (PyramidTarget(.tms), "NAME"), (PyramidTarget(.google), "NAME"),
        (PyramidTarget(.flat), "NAME/t"), (PyramidTarget(.zip), "NAME.zip"),
        (PyramidTarget(.zoomify, in: .zip), "NAME.zip"),
        (PyramidTarget(.iiif, in: .zip), "NAME.zip"),
        (PyramidTarget(.tms, in: .zip), "NAME.zip"), (PyramidTarget(.szi), "NAME.szi"),
        (PyramidTarget(.mbtiles), "NAME.mbtiles"), (PyramidTarget(.geoPackage), "NAME.gpkg"),
        (PyramidTarget(.pmtiles), "NAME.pmtiles"),
        (PyramidTarget(.tiff), "NAME.tif"),
    ]

    @Test(arguments: kinds.indices, [(1, 1), (130, 67)])
    func `a pyramid of each kind is converted to every other kind, and is valid`(
        kind: Int, size: (Int, Int)
    ) async throws {
        let fixture = try PyramidFixture()
        try fixture.makeImage(size.0, size.1)
        func name(_ number: Int, _ prefix: String) throws -> String {
            if Self.kinds[number].target.layout == .flat {
                _ = try fixture.withFolder("\(prefix)\(number)")
            }
            return Self.kinds[number].name.replacingOccurrences(of: "NAME", with: "\(prefix)\(number)")
        }
        func conversionOptions(_ number: Int) -> ConversionOptions {
            var conversion = options()
            conversion.target = Self.kinds[number].target
            return conversion
        }
        let source = try await convert(fixture.cut(), to: name(kind, "from"), conversionOptions(kind), in: fixture)
            .pyramid
        for other in Self.kinds.indices {
            let result = try await convert(source, to: name(other, "to"), conversionOptions(other), in: fixture)
            #expect(result.conversion.tiles > 0)
        }
    }

    @Test(arguments: [(300, 200), (301, 203)])
    func `a centered image loses the margin of its grid`(
        width: Int, height: Int
    ) async throws {
        var fixture = try PyramidFixture()
        try fixture.makeImage(width, height)
        let image = fixture.image
        fixture.options.format = .fixed(.png)
        let plain = try await fixture.cut()
        var centered = options(.google)
        centered.target.isCentered = true
        let there = try await convert(plain, to: "centered", centered, in: fixture)
        let back = try await convert(there.pyramid, to: "back.dzi", options(), in: fixture)
        #expect(back.pyramid.source.pyramid.size == PixelSize(width: width, height: height))
        let again = try await convert(there.pyramid, to: "again", centered, in: fixture)
        for pyramid in [there.pyramid, back.pyramid, again.pyramid] {
            var comparison = VerificationOptions()
            comparison.image = image
            let finest = try await PyramidVerifier(pyramid, options: comparison).verify().similarities.last
            #expect(finest?.squaredError == 0 && finest?.samples == 3 * width * height)
        }
    }

    @Test func `16 bits per sample are kept`() async throws {
        var fixture = try PyramidFixture()
        fixture.options.format = .fixed(.png)
        try fixture.makeImage(100, 70)
        var opened = try await fixture.cut()
        // A tile with the size of an edge tile and 16 bits per sample.
        let deep = try deepPNG(36, 6)
        try fixture.folder.write(Data(deep), to: "big_files/7/1_1.png")
        opened = try fixture.open("big.dzi")
        let there = try await convert(opened, to: "new.pmtiles", options(.pmtiles), in: fixture)
        #expect(there.conversion.recutTiles == 1 && there.conversion.repaddedTiles == 3)
    }

    private func deepPNG(_ width: Int, _ height: Int) throws -> [UInt8] {
        var encoding = TileEncoding()
        encoding.format = .png
        var result: [UInt8] = []
        let samples = [UInt16](repeating: 12_345, count: width * 3)
        try samples.withUnsafeBytes { raw in
            let rows = (0..<height).compactMap { _ in raw.baseAddress }
            try rows.withUnsafeBufferPointer { rows in
                let layout = PixelLayout(.rgb, .sixteen)
                let tile = TilePixels(size: PixelSize(width: width, height: height), layout: layout, rows: rows)
                try encoding.makeEncoder(for: layout).encode(tile) { result = $0.withUnsafeBytes { Array($0) } }
            }
        }
        return result
    }

    @Test func `a pyramid with missing tiles is not converted, and no file is left`() async throws {
        let fixture = try PyramidFixture()
        try fixture.makeImage(300, 200)
        let original = try await fixture.cut()
        try fixture.folder.remove("big_files/9/1_1.jpg")
        let error = await #expect(throws: StoreError.self) {
            try await convert(original, to: "new.pmtiles", options(.pmtiles), in: fixture)
        }
        #expect(error?.message == "a tile is missing. List it with tilecut verify.")
        #expect(!fixture.folder.contents().contains { $0.hasPrefix("new") })
    }

    @Test func `a damaged tile whose padding changes ends the run, and no file is left`() async throws {
        let fixture = try PyramidFixture()
        try fixture.makeImage(300, 200)
        let original = try await fixture.cut()
        try fixture.folder.write(Data([0xFF, 0xD8, 0xFF]), to: "big_files/9/4_3.jpg")
        let error = await #expect(throws: CodecError.self) {
            try await convert(original, to: "new.pmtiles", options(.pmtiles), in: fixture)
        }
        #expect(error?.file.hasSuffix("big.dzi: tile 9/4_3") == true)
        #expect(!fixture.folder.contents().contains { $0.hasPrefix("new") })
    }

    @Test(arguments: [PyramidTarget(.zoomify), PyramidTarget(.xyz)])
    func `the fingerprint changes with a tile, even if the descriptor does not`(target: PyramidTarget) async throws {
        let fixture = try PyramidFixture()
        try fixture.makeImage(300, 200)
        let original = try await fixture.cut()
        func fingerprint() throws -> String {
            var options = ConversionOptions()
            options.target = target
            return try ConversionPlan(original, options: options).fingerprint
        }
        let before = try fingerprint()
        #expect(try fingerprint() == before)
        try fixture.folder.write(fixture.folder.bytes(of: "big_files/9/0_0.jpg") + [0], to: "big_files/9/0_0.jpg")
        #expect(try fingerprint() != before)
    }

    @Test func `an interrupted run is resumed by a later one`() async throws {
        let fixture = try PyramidFixture()
        try fixture.makeImage(300, 200)
        let plan = try ConversionPlan(await fixture.cut(), options: options(.zoomify))
        var storeOptions = StoreOptions()
        storeOptions.fingerprint = plan.fingerprint
        func store() throws -> any TileStore {
            try plan.target.makeStore(
                at: fixture.folder.path("zoomify"), pyramid: plan.pyramid, format: plan.format, options: storeOptions)
        }
        let cancellation = Cancellation()
        let error = #expect(throws: CuttingError.self) {
            try plan.convert(into: store(), cancellation: cancellation) { progress in
                if progress.finishedTiles == 9 { cancellation.cancel() }
            }
        }
        #expect(error?.code == .interrupted)
        storeOptions.resumes = true
        let conversion = try await plan.convert(into: store())
        #expect(conversion.resumedTiles >= 9 && conversion.tiles == plan.pyramid.tileCount)
        #expect(try await PyramidVerifier(fixture.open("zoomify")).verify().isValid)
    }
}
