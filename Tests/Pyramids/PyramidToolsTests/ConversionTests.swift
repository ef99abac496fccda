import Concurrency
import Foundation
import ImageCodecs
import PixelKernels
import TestSupport
import Testing
import TileCutting
import TilePyramid
import TileStores

@testable import PyramidTools

@Suite struct ConversionTests {
    /// The pyramid that another becomes, written under a name, opened and found whole.
    private func convert(
        _ opened: OpenedPyramid, to name: String, _ options: ConversionOptions, in place: PyramidFixture
    ) async throws -> (pyramid: OpenedPyramid, conversion: ConversionSummary) {
        let plan = try ConversionPlan(opened, options: options)
        let store = try plan.target.makeStore(
            at: place.folder.path(name), pyramid: plan.pyramid, format: plan.format)
        let conversion = try await plan.convert(into: store)
        let pyramid = try place.open(options.target.layout == .flat ? FilePath.parent(of: name) : name)
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

    /// The bytes of every tile of a level.
    private func tiles(_ opened: OpenedPyramid, level: Level) throws -> [[UInt8]] {
        try (0..<level.grid.count).map { place in
            let index = TileIndex(
                level: level.index, column: place % level.grid.columns, row: place / level.grid.columns)
            return try #require(try opened.source.read(index)).bytes
        }
    }

    @Test(arguments: [(1, 1), (64, 64), (255, 255), (257, 513), (300, 200)])
    func `Deep Zoom becomes Zoomify and Deep Zoom again, byte for byte where sizes agree`(
        width: Int, height: Int
    ) async throws {
        let place = try PyramidFixture()
        try place.makeImage(width, height)
        let original = try await place.cut()
        var zoomify = options(.zoomify)
        zoomify.target.rounding = .up
        let there = try await convert(original, to: "zoomify", zoomify, in: place)
        #expect(there.conversion.copiedTiles == there.pyramid.source.pyramid.tileCount)
        #expect(there.conversion.reasons.isEmpty)
        let back = try await convert(there.pyramid, to: "back.dzi", options(), in: place)
        #expect(back.conversion.copiedTiles == there.conversion.copiedTiles)
        let coarse = original.source.pyramid.tileCount - there.conversion.copiedTiles
        #expect(back.conversion.recutTiles == coarse && back.conversion.reasons.count == (coarse > 0 ? 1 : 0))
        for level in original.source.pyramid.levels.suffix(there.pyramid.source.pyramid.levels.count) {
            #expect(try tiles(original, level: level) == tiles(back.pyramid, level: level))
        }
        var comparison = VerificationOptions()
        comparison.image = place.image
        let similarities = try await PyramidVerifier(back.pyramid, options: comparison).verify().similarities
        // Of a few pixels, color at half the resolution leaves little.
        #expect(similarities.filter { $0.samples > 3000 }.allSatisfy { $0.psnr > 25 }, "\(similarities)")
    }

    @Test func `tiles at the edges alone are encoded anew when they are filled up, or no longer`() async throws {
        let place = try PyramidFixture()
        try place.makeImage(300, 200)
        let original = try await place.cut()
        let there = try await convert(original, to: "new.pmtiles", options(.pmtiles), in: place)
        // 4 × 3 of 5 × 4 tiles are whole at full size, 2 × 1 of 3 × 2 below, and none of 2 × 1 and 1.
        #expect(there.conversion.copiedTiles == 12 + 2 && there.conversion.repaddedTiles == 8 + 4 + 2 + 1)
        #expect(there.conversion.recutTiles == 0)
        #expect(there.conversion.reasons == ["tiles at the edges are filled up"])
        let back = try await convert(there.pyramid, to: "back.dzi", options(), in: place)
        #expect(back.conversion.copiedTiles == 14 && back.conversion.repaddedTiles == 15)
        #expect(back.conversion.recutTiles == 6)
        #expect(
            back.conversion.reasons == ["6 levels were not there", "tiles at the edges are not filled up"])
        let finest = original.source.pyramid.finestLevel
        #expect(try tiles(original, level: finest)[6] == tiles(back.pyramid, level: finest)[6])
    }

    @Test(arguments: [TileFormat.png, .webp])
    func `filled tiles are transparent beyond the picture where they can be`(format: TileFormat) async throws {
        var place = try PyramidFixture()
        place.options.format = .fixed(format)
        try place.makeImage(100, 70)
        let there = try await convert(place.cut(), to: "new.pmtiles", options(.pmtiles), in: place)
        #expect(there.conversion.repaddedTiles == 4)
        let corner = TileIndex(level: 1, column: 1, row: 1)
        let tile = try #require(try there.pyramid.source.read(corner))
        let decodedTile = DecodedTileBuffer()
        let size = PixelSize(width: 64, height: 64)
        #expect(try decodedTile.decode(tile, name: "corner", expecting: size) == size)
        #expect(decodedTile.pixels[0] >> 24 == 255 && decodedTile.pixels[63] == 0 && decodedTile.pixels[63 * 64] == 0)
    }

    @Test func `tiles of a TIFF stay opaque beyond the picture, as those are that are copied`() async throws {
        var place = try PyramidFixture()
        place.options.format = .fixed(.png)
        try place.makeImage(100, 70)
        let there = try await convert(place.cut(), to: "new.tif", options(.tiff), in: place)
        #expect(there.conversion.copiedTiles == 1 && there.conversion.repaddedTiles == 4)
        let decodedTile = DecodedTileBuffer()
        let size = PixelSize(width: 64, height: 64)
        let tile = try #require(try there.pyramid.source.read(TileIndex(level: 1, column: 1, row: 1)))
        #expect(try decodedTile.decode(tile, name: "corner", expecting: size) == size)
        #expect(decodedTile.pixels[63] == 0xFFFF_FFFF)
    }

    @Test func `everything is cut again when tiles become larger, overlap or change their format`() async throws {
        let place = try PyramidFixture()
        try place.makeImage(300, 200)
        let original = try await place.cut()
        var other = options()
        other.tileSize = 100
        other.overlap = 1
        other.format = .png
        let there = try await convert(original, to: "other.dzi", other, in: place)
        #expect(there.conversion.copiedTiles == 0 && there.conversion.recutTiles == there.conversion.tiles)
        #expect(
            there.conversion.reasons == [
                "tiles become png, and were jpg", "tiles become 100×100 pixels, and were 64×64",
                "tiles overlap by 1 pixels, and did by 0",
            ])
        let pyramid = there.pyramid.source.pyramid
        #expect(pyramid.overlap == 1 && pyramid.tileSize == 100 && there.pyramid.source.format == .png)
    }

    @Test func `odd sizes that are rounded otherwise are cut again, the rest is copied`() async throws {
        let place = try PyramidFixture()
        try place.makeImage(257, 200)
        let there = try await convert(place.cut(), to: "zoomify", options(.zoomify), in: place)
        #expect(there.conversion.copiedTiles == 20 && there.conversion.recutTiles > 0)
        #expect(there.conversion.reasons == ["odd sizes are rounded otherwise when they are halved"])
    }

    @Test func `an IIIF image gets its whole levels without a tile being cut again`() async throws {
        let place = try PyramidFixture()
        try place.makeImage(300, 200)
        let there = try await convert(place.cut(), to: "iiif", options(.iiif), in: place)
        #expect(there.conversion.recutTiles == 0)
        #expect(FileManager.default.fileExists(atPath: place.folder.path("iiif/full/max/0/default.jpg")))
    }

    @Test func `flat tiles become a pyramid`() async throws {
        let place = try PyramidFixture()
        try place.makeImage(300, 200)
        let original = try await place.cut()
        let flat = try await convert(original, to: "flat/big", options(.flat), in: place.withFolder("flat"))
        #expect(flat.conversion.copiedTiles == 20)
        let back = try await convert(flat.pyramid, to: "back.dzi", options(), in: place)
        #expect(
            back.conversion.copiedTiles == 20 && back.conversion.recutTiles == original.source.pyramid.tileCount - 20)
    }

    @Test func `a picture in one flat tile becomes a pyramid of usual tiles`() async throws {
        let place = try PyramidFixture()
        try place.makeImage(40, 30)
        let original = try await place.cut()
        let flat = try await convert(original, to: "flat/big", options(.flat), in: place.withFolder("flat"))
        #expect(flat.pyramid.source.pyramid.tileSize == 40)
        let tiff = try await convert(flat.pyramid, to: "new.tif", options(.tiff), in: place)
        #expect(tiff.pyramid.source.pyramid.tileSize == 256)
    }

    /// The kinds of pyramid, with the names that their outputs have.
    private static let kinds: [(target: PyramidTarget, name: String)] = [
        (PyramidTarget(), "NAME.dzi"), (PyramidTarget(.zoomify), "NAME"),
        (PyramidTarget(.iiif), "NAME"),
        (PyramidTarget(.iiif2), "NAME"), (PyramidTarget(.xyz), "NAME"),
        (PyramidTarget(.tms), "NAME"), (PyramidTarget(.google), "NAME"),
        (PyramidTarget(.flat), "NAME/t"), (PyramidTarget(.zip), "NAME.zip"),
        (PyramidTarget(.zoomify, in: .zip), "NAME.zip"),
        (PyramidTarget(.iiif, in: .zip), "NAME.zip"),
        (PyramidTarget(.tms, in: .zip), "NAME.zip"), (PyramidTarget(.szi), "NAME.szi"),
        (PyramidTarget(.mbtiles), "NAME.mbtiles"), (PyramidTarget(.pmtiles), "NAME.pmtiles"),
        (PyramidTarget(.tiff), "NAME.tif"),
    ]

    @Test(arguments: kinds.indices, [(1, 1), (130, 67)])
    func `a pyramid of each kind becomes one of every other kind, and is whole`(
        kind: Int, size: (Int, Int)
    ) async throws {
        let place = try PyramidFixture()
        try place.makeImage(size.0, size.1)
        func name(_ number: Int, _ prefix: String) throws -> String {
            if Self.kinds[number].target.layout == .flat {
                _ = try place.withFolder("\(prefix)\(number)")
            }
            return Self.kinds[number].name.replacingOccurrences(of: "NAME", with: "\(prefix)\(number)")
        }
        func made(_ number: Int) -> ConversionOptions {
            var made = options()
            made.target = Self.kinds[number].target
            return made
        }
        let source = try await convert(place.cut(), to: name(kind, "from"), made(kind), in: place).pyramid
        for other in Self.kinds.indices {
            let result = try await convert(source, to: name(other, "to"), made(other), in: place)
            #expect(result.conversion.tiles > 0)
        }
    }

    @Test(arguments: [(300, 200), (301, 203)])
    func `a picture in the middle of its grid loses the margin that it has there`(
        width: Int, height: Int
    ) async throws {
        var place = try PyramidFixture()
        try place.makeImage(width, height)
        let image = place.image
        place.options.format = .fixed(.png)
        let plain = try await place.cut()
        var centered = options(.google)
        centered.target.isCentered = true
        let there = try await convert(plain, to: "centered", centered, in: place)
        let back = try await convert(there.pyramid, to: "back.dzi", options(), in: place)
        #expect(back.pyramid.source.pyramid.size == PixelSize(width: width, height: height))
        let again = try await convert(there.pyramid, to: "again", centered, in: place)
        for pyramid in [there.pyramid, back.pyramid, again.pyramid] {
            var comparison = VerificationOptions()
            comparison.image = image
            let finest = try await PyramidVerifier(pyramid, options: comparison).verify().similarities.last
            #expect(finest?.squaredError == 0 && finest?.samples == 3 * width * height)
        }
    }

    @Test func `16 bits a sample are kept`() async throws {
        var place = try PyramidFixture()
        place.options.format = .fixed(.png)
        try place.makeImage(100, 70)
        var opened = try await place.cut()
        // A tile of the size that one at the edge has, with 16 bits a sample.
        let deep = try deepPNG(36, 6)
        try place.folder.write(Data(deep), to: "big_files/7/1_1.png")
        opened = try place.open("big.dzi")
        let there = try await convert(opened, to: "new.pmtiles", options(.pmtiles), in: place)
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

    @Test func `a pyramid with missing tiles is not converted, and nothing is left`() async throws {
        let place = try PyramidFixture()
        try place.makeImage(300, 200)
        let original = try await place.cut()
        try place.folder.remove("big_files/9/1_1.jpg")
        let error = await #expect(throws: StoreError.self) {
            try await convert(original, to: "new.pmtiles", options(.pmtiles), in: place)
        }
        #expect(error?.message == "1 of its tiles is missing. See which with tilecut verify.")
        #expect(!place.folder.contents().contains { $0.hasPrefix("new") })
    }

    @Test func `a tile that is damaged and has to be fitted ends the run, and nothing is left`() async throws {
        let place = try PyramidFixture()
        try place.makeImage(300, 200)
        let original = try await place.cut()
        try place.folder.write(Data([0xFF, 0xD8, 0xFF]), to: "big_files/9/4_3.jpg")
        let error = await #expect(throws: CodecError.self) {
            try await convert(original, to: "new.pmtiles", options(.pmtiles), in: place)
        }
        #expect(error?.file.hasSuffix("big.dzi: tile 9/4_3") == true)
        #expect(!place.folder.contents().contains { $0.hasPrefix("new") })
    }

    @Test func `an interrupted run is finished by a later one`() async throws {
        let place = try PyramidFixture()
        try place.makeImage(300, 200)
        let plan = try ConversionPlan(await place.cut(), options: options(.zoomify))
        var storeOptions = StoreOptions()
        storeOptions.fingerprint = plan.fingerprint
        func store() throws -> any TileStore {
            try plan.target.makeStore(
                at: place.folder.path("zoomify"), pyramid: plan.pyramid, format: plan.format, options: storeOptions)
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
        #expect(try await PyramidVerifier(place.open("zoomify")).verify().isValid)
    }
}
