import Foundation
import Georeferencing
import ImageMetadata
import TestLimits
import TestSupport
import Testing
import TileCutting
import TileStores

@testable import PyramidTools

/// Shards of what is resampled while it is cut: images in other coordinate systems, and lists of images.
@Suite(.timeLimited) struct ShardWarpTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var crs: String
        var transform: Geotransform
        var testDescription: String { crs }
    }

    static let cases = [
        Case(
            crs: "EPSG:32632",
            transform: Geotransform(origin: (600_000, 5_300_000), column: (10, 3), row: (3, -10))),
        Case(
            crs: "EPSG:3413",
            transform: Geotransform(origin: (-400_000, -1_500_000), column: (6000, 0), row: (0, -6000))),
    ]

    @Test(arguments: cases, [1, 2, 3])
    func `merged shards of a warped image are the pyramid of a single run`(_ test: Case, count: Int) async throws {
        var cut = try ShardedCut(ShardedCut.image(140, 120), PyramidTarget(.pmtiles), tileSize: 16)
        cut.options.rasterGeoreference = RasterGeoreference(crs: test.crs, transform: test.transform)
        cut.threads = 2
        try await cut.cutWhole()
        try await cut.cutShards(count)
        try await cut.merge()
        #expect(try cut.differences() == [])
    }

    @Test(arguments: [1, 3, 8])
    func `merged shards of a list are the pyramid of a single run`(count: Int) async throws {
        let folder = try TemporaryFolder()
        for (name, width, height) in [("a", 90, 70), ("b", 64, 150), ("c", 200, 40)] {
            guard case .bytes(let bytes, _) = ShardedCut.image(width, height, channels: name == "c" ? 4 : 3) else {
                return
            }
            try folder.write(Data(bytes), to: "\(name).png")
        }
        let list = """
            {"mosaic": 1, "images": [
                {"path": "a.png", "x": 0, "y": 0}, {"path": "b.png", "x": 83, "y": 11},
                {"path": "c.png", "x": 5.25, "y": 60.5, "width": 131.5, "height": 177},
                {"path": "a.png", "x": 20, "y": 130, "width": 60, "height": 50, "part": [7, 9, 60, 50]}]}
            """
        try folder.write(Data(list.utf8), to: "list.json")
        var cut = try ShardedCut(.file(folder.path("list.json")), PyramidTarget(.deepZoom))
        cut.threads = 2
        try await cut.cutWhole()
        try await cut.cutShards(count)
        try await cut.merge()
        #expect(try cut.differences() == [])
    }
}
