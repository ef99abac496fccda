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

@testable import TileCutting

/// Cuts of lists of images.
@Suite(.timeLimited) struct CutMosaicTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func write(_ name: String, _ rect: PixelRect) throws {
        let png = PNGFixture(width: rect.size.width, height: rect.size.height) { x, y, channel in
            ((rect.x + x) * 7 + (rect.y + y) * 13 + channel * 50) & 255
        }
        try folder.write(Data(png.encoded()), to: name)
    }

    /// A list of four pieces that make 90 × 70 pixels.
    private func writeList() throws -> String {
        var images: [String] = []
        for (index, rect) in [
            PixelRect(x: 0, y: 0, width: 37, height: 41), PixelRect(x: 37, y: 0, width: 53, height: 41),
            PixelRect(x: 0, y: 41, width: 60, height: 29), PixelRect(x: 60, y: 41, width: 30, height: 29),
        ].enumerated() {
            try write("\(index).png", rect)
            images.append(#"{"path": "\#(index).png", "x": \#(rect.x), "y": \#(rect.y)}"#)
        }
        try folder.write(Data(#"{"mosaic": 1, "images": [\#(images.joined(separator: ","))]}"#.utf8), to: "list.json")
        return folder.path("list.json")
    }

    @Test(arguments: [TileFormat.png, .jpeg])
    func `a cut of pieces has the same tiles as one of the whole image`(format: TileFormat) async throws {
        var options = CutOptions()
        options.tileSize = 32
        options.format = .fixed(format)
        try write("whole.png", PixelRect(x: 0, y: 0, width: 90, height: 70))
        var tiles: [[TileIndex: EncodedTile]] = []
        let plans = [
            try CutPlan(.file(folder.path("whole.png")), options: options),
            try CutPlan(list: writeList(), options: options),
        ]
        for plan in plans {
            let store = MemoryTileStore(pyramid: plan.pyramid)
            _ = try await plan.cut(into: store)
            tiles.append(store.state.tiles)
        }
        #expect(tiles[0].count > 9 && tiles[0] == tiles[1])
    }

    @Test func `the fingerprint of a cut depends on the images of the list`() throws {
        let path = try writeList()
        let first = try CutPlan(list: path).fingerprint
        #expect(try CutPlan(list: path).fingerprint == first)
        try write("2.png", PixelRect(x: 1, y: 41, width: 60, height: 29))
        #expect(try CutPlan(list: path).fingerprint != first)
    }

    @Test func `shards of a list are compared by the content of its images, not by their dates`() throws {
        let path = try writeList()
        let first = try CutPlan(list: path).shardFingerprint
        let bytes = try #require(FileManager.default.contents(atPath: folder.path("2.png")))
        try folder.write(bytes, to: "2.png")
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1e9)], ofItemAtPath: folder.path("2.png"))
        #expect(try CutPlan(list: path).shardFingerprint == first)
        // A text chunk's byte, or one of the pixels: as many bytes.
        var changed = bytes
        changed[bytes.count / 2] ^= 1
        try folder.write(changed, to: "2.png")
        #expect(try CutPlan(list: path).shardFingerprint != first)
    }

    @Test func `shards of a list cannot allow damage, and those of an image can`() throws {
        let list = try writeList()
        var options = CutOptions()
        options.tileSize = 16
        _ = try CutPlan(list: list, options: options).shardPlan(count: 2, for: StoreRequirements())
        options.decoding.allowTruncated = true
        _ = try CutPlan(.file(folder.path("1.png")), options: options).shardPlan(count: 2, for: StoreRequirements())
        let error = #expect(throws: CuttingError.self) {
            _ = try CutPlan(list: list, options: options).shardPlan(count: 2, for: StoreRequirements())
        }
        #expect(error?.code == .invalidOptions && error?.message.contains("allow truncated images") == true)
    }

    @Test func `an image in UTM lies on the map where PROJ has it`() throws {
        var options = CutOptions()
        options.rasterGeoreference = RasterGeoreference(
            crs: "EPSG:32632",
            transform: Geotransform(origin: (600_000, 5_300_000), column: (10, 0), row: (0, -10)))
        options.format = .fixed(.png)
        try write("utm.png", PixelRect(x: 0, y: 0, width: 300, height: 250))
        let plan = try CutPlan(.file(folder.path("utm.png")), options: options)
        let georeference = try #require(plan.georeference)
        #expect(georeference.zoom == 14 && plan.image.layout == PixelLayout(.rgba))
        // The corners by gdaltransform: the lower left is farthest in the west, the upper left in the north.
        #expect(abs(georeference.bounds.west - 10.3360135) < 1e-6 && abs(georeference.bounds.north - 47.8455613) < 1e-6)
        let source = try plan.openSource()
        #expect(source.info.size == plan.pyramid.size)
        #expect(plan.warnings.isEmpty)
        options.format = .fixed(.jpeg)
        let opaque = try CutPlan(.file(folder.path("utm.png")), options: options)
        #expect(opaque.warnings.count == 1 && opaque.warnings[0].hasPrefix("the image is warped to the map, "))
        options.format = .fixed(.png)
        options.rasterGeoreference?.crs = "EPSG:25832"
        #expect(try CutPlan(.file(folder.path("utm.png")), options: options).fingerprint != plan.fingerprint)
        // Machines with other versions of PROJ do not make shards of one pyramid.
        #expect(plan.shardFingerprint.split(separator: "\n").last?.hasPrefix("PROJ 9") == true)
        #expect(try !CutPlan(.file(folder.path("utm.png"))).shardFingerprint.contains("PROJ"))
        options.rasterGeoreference?.crs = "EPSG:99999"
        let error = #expect(throws: CuttingError.self) {
            _ = try CutPlan(.file(folder.path("utm.png")), options: options)
        }
        #expect(error?.message.contains("EPSG:99999") == true)
    }
}
