import Foundation
import PyramidTools
import TestSupport
import TestLimits
import Testing
import TilePyramid
import TileStores

@Suite(.timeLimited) struct PyramidReportTests {
    @Test func `a complete pyramid is described level by level`() async throws {
        let fixture = try PyramidFixture()
        try fixture.makeImage(300, 200)
        let report = try PyramidReport(await fixture.cut())
        #expect(
            report.pyramidFormat == .deepZoom && report.path == fixture.folder.path("big.dzi") && report.format == .jpeg
        )
        #expect(report.levels.map(\.level.grid.count) == report.levels.map(\.tiles))
        #expect(report.levels.suffix(3).map(\.tiles) == [2, 6, 20])
        #expect(report.missingTiles == 0 && report.deduplication == DeduplicationStatistics() && !report.isSparse)
        let files = try fixture.folder.files().filter { $0.key.hasPrefix("big_files/") }
        #expect(report.tiles == files.count && report.bytes == files.values.reduce(0) { $0 + $1.count })
    }

    @Test func `missing tiles and tiles that share a file are counted`() async throws {
        let fixture = try PyramidFixture()
        try fixture.makeImage(300, 200)
        let opened = try await fixture.cut()
        try fixture.folder.remove("big_files/9/0_0.jpg")
        try fixture.folder.remove("big_files/9/1_0.jpg")
        try fixture.folder.remove("big_files/8/0_1.jpg")
        try FileManager.default.linkItem(
            atPath: fixture.folder.path("big_files/9/2_0.jpg"), toPath: fixture.folder.path("big_files/9/1_0.jpg"))
        let report = try PyramidReport(opened)
        let shared = try fixture.folder.bytes(of: "big_files/9/1_0.jpg").count
        #expect(report.missingTiles == 2 && report.levels.last?.missingTiles == 1)
        #expect(report.deduplication == DeduplicationStatistics(tiles: 1, bytes: shared))
        let files = try fixture.folder.files().filter { $0.key.hasPrefix("big_files/") }
        #expect(report.bytes == files.values.reduce(0) { $0 + $1.count } - shared)
    }
}
