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

/// Pyramids that claim more than they hold cost what they hold, or are refused with the number and the limit.
@Suite(.timeLimited) struct HostilePyramidTests {
    private let fixture: PyramidFixture

    init() throws {
        fixture = try PyramidFixture()
        try fixture.makeImage(300, 200)
    }

    private func options(_ format: PyramidFormat, tileSize: Int? = nil) -> ConversionOptions {
        var options = ConversionOptions()
        options.target = PyramidTarget(format)
        options.tileSize = tileSize
        options.threads = 2
        return options
    }

    /// A sparse Deep Zoom pyramid with one tile, at full size; the default is that of the longest sides.
    private func hugePyramid(
        tileSize: Int, size: PixelSize = PixelSize(width: Int(Int32.max), height: Int(Int32.max))
    ) async throws -> OpenedPyramid {
        _ = try await fixture.cut()
        let finest = Pyramid(size: size, tileSize: tileSize).finestLevel.index
        let xml = """
            <Image xmlns="http://schemas.microsoft.com/deepzoom/2008" Format="jpg" Overlap="0" TileSize="\(tileSize)">
            <Size Width="\(size.width)" Height="\(size.height)"/><DisplayRects><DisplayRect MinLevel="0" MaxLevel="31">
            <Rect X="0" Y="0" Width="\(size.width)" Height="\(size.height)"/></DisplayRect></DisplayRects></Image>
            """
        try fixture.folder.write(Data(xml.utf8), to: "huge.dzi")
        try fixture.folder.write(fixture.folder.bytes(of: "big_files/9/0_0.jpg"), to: "huge_files/\(finest)/2_7.jpg")
        return try fixture.open("huge.dzi")
    }

    @Test(arguments: [PyramidFormat.deepZoom, .iiif, .xyz, .zoomify, .flat, .mbtiles, .pmtiles, .tiff], [1, 64])
    func `levels that would be cut from almost nothing are refused`(
        format: PyramidFormat, oldTileSize: Int
    ) async throws {
        let huge = try await hugePyramid(tileSize: oldTileSize)
        for tileSize in [nil, 16, 512] {
            let error = #expect(throws: (any Error).self) {
                try ConversionPlan(huge, options: options(format, tileSize: tileSize))
            }
            let message = (error as? StoreError)?.message ?? (error as? CuttingError)?.message ?? ""
            #expect(message.contains("and up to"), "\(message)")
        }
    }

    @Test func `the message names the number and the limit`() async throws {
        let huge = try await hugePyramid(tileSize: 64, size: PixelSize(width: 1 << 20, height: 1 << 20))
        let error = #expect(throws: StoreError.self) {
            try ConversionPlan(huge, options: options(.deepZoom, tileSize: 256))
        }
        #expect(
            error?.message.hasSuffix("bytes. Choose an output that keeps its levels, tile size and tile format.")
                == true)
        #expect(
            error?.message.hasPrefix(
                "this is too large to be converted: cutting it again would take 16777216 tiles of 256×256 pixels, "
                    + "1099511627776 pixels, and up to 1073741824 are cut again for a pyramid whose tiles have ")
                == true, "\(error?.message ?? "")")
    }

    @Test(arguments: [1, 64]) func `a huge sparse pyramid is described and verified by what it holds`(
        tileSize: Int
    ) async throws {
        let huge = try await hugePyramid(tileSize: tileSize)
        let report = try PyramidReport(huge)
        #expect(report.tiles == 1 && report.levels.last?.tiles == 1)
        let verification = try await PyramidVerifier(huge).verify()
        #expect(verification.checkedTiles == 1 && verification.isValid == (tileSize == 64))
    }

    @Test func `runs of equal tiles are counted one by one, and decoded once`() async throws {
        let pyramid = Pyramid(size: PixelSize(width: 512, height: 512), tileSize: 64, shape: PyramidFormat.xyz.shape)
        _ = try await fixture.cut()
        for (name, bytes) in [
            ("good", [UInt8](try fixture.folder.bytes(of: "big_files/9/0_0.jpg"))), ("bad", [0xFF, 0xD8, 0xFF, 0xE0]),
        ] {
            let store = try PyramidFormat.pmtiles.makeStore(
                at: fixture.folder.path("\(name).pmtiles"), pyramid: pyramid, format: .jpeg)
            for level in pyramid.levels {
                for row in 0..<level.grid.rows {
                    for column in 0..<level.grid.columns {
                        try store.write(
                            bytes.span.bytes, format: .jpeg,
                            at: TileIndex(level: level.index, column: column, row: row))
                    }
                }
            }
            try store.finish()
            let opened = try fixture.open("\(name).pmtiles")
            let report = try PyramidReport(opened)
            #expect(report.tiles == 85 && report.bytes == bytes.count)
            #expect(report.deduplication == DeduplicationStatistics(tiles: 84, bytes: 84 * bytes.count))
            let verification = try await PyramidVerifier(opened).verify()
            #expect(verification.checkedTiles == 85)
            #expect(verification.issueCount == (name == "good" ? 0 : 85))
        }
    }

    @Test func `JPEG tiles with a quantizer of zero are converted with other tables`() async throws {
        let original = try await fixture.cut()
        for (name, data) in try fixture.folder.files() where name.hasSuffix(".jpg") {
            var bytes = [UInt8](data)
            let marker = try #require(bytes.indices.dropLast().first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDB })
            // The last of the 64 quantizers after the marker, the length and the number of the table.
            bytes[marker + 5 + 63] = 0
            try fixture.folder.write(Data(bytes), to: name)
        }
        for (name, tileSize) in [("padded.pmtiles", nil), ("cut.pmtiles", 32)] {
            let plan = try ConversionPlan(original, options: options(.pmtiles, tileSize: tileSize))
            let store = try plan.target.makeStore(
                at: fixture.folder.path(name), pyramid: plan.pyramid, format: plan.format)
            let conversion = try await plan.convert(into: store)
            #expect(conversion.repaddedTiles + conversion.recutTiles > 0)
            #expect(try await PyramidVerifier(fixture.open(name)).verify().isValid)
        }
    }

    @Test func `coarse levels are cut from the full size where their own tiles lack its color`() async throws {
        let original = try await fixture.cut()
        var encoding = TileEncoding()
        encoding.format = .png
        let size = PixelSize(width: 38, height: 25)
        let layout = PixelLayout(.gray, .sixteen)
        let gray = [UInt16](repeating: 23000, count: size.area)
        let tile = try gray.withUnsafeBytes { pixels in
            try TilePixels.lend(
                try #require(pixels.baseAddress), stride: size.width * layout.bytesPerPixel, size: size, layout: layout
            ) { try encoding.makeEncoder(for: layout).bytes(of: $0) }
        }
        // This tile is cut again, because padding it with 8 bits per sample would lose precision.
        try fixture.folder.write(Data(tile), to: "big_files/6/0_0.jpg")
        for format in [PyramidFormat.xyz, .pmtiles, .tiff] {
            let plan = try ConversionPlan(original, options: options(format))
            let store = try plan.target.makeStore(
                at: fixture.folder.path("new-\(format)"), pyramid: plan.pyramid, format: plan.format)
            _ = try await plan.convert(into: store)
        }
    }

    @Test func `a grid of tiles too small and too many to be looked up is refused`() async throws {
        let thin = try await hugePyramid(tileSize: 1, size: PixelSize(width: 3, height: 10_000_000))
        let error = #expect(throws: StoreError.self) {
            try ConversionPlan(thin, options: options(.pmtiles, tileSize: 256))
        }
        #expect(
            error?.message.contains(
                "cutting it again would look up 30000000 tiles, which count as 491520000000 pixels, and up to 1073741824 "
                    + "are cut again") == true, "\(error?.message ?? "")")
    }

    @Test func `an empty tile stops the conversion, and nothing is left`() async throws {
        let original = try await fixture.cut()
        try fixture.folder.write(Data(), to: "big_files/8/0_0.jpg")
        for format in [PyramidFormat.pmtiles, .mbtiles, .deepZoom] {
            let plan = try ConversionPlan(original, options: options(format))
            let store = try plan.target.makeStore(
                at: fixture.folder.path("new"), pyramid: plan.pyramid, format: plan.format)
            let error = await #expect(throws: CodecError.self) { try await plan.convert(into: store) }
            #expect(error?.message == "this tile is empty. List such tiles with tilecut verify.")
            #expect(fixture.folder.contents().allSatisfy { !$0.hasPrefix("new") })
        }
    }
}
