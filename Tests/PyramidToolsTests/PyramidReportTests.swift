import Foundation
import PyramidTools
import TestSupport
import Testing
import TilePyramid
import TileStores

@Suite struct PyramidReportTests {
    @Test func `a whole pyramid is described level by level`() async throws {
        let place = try CutPyramid()
        try place.makeImage(300, 200)
        let report = try PyramidReport(await place.cut())
        #expect(report.kind == .deepZoom && report.path == place.folder.path("big.dzi") && report.format == .jpeg)
        #expect(report.levels.map(\.level.grid.count) == report.levels.map(\.tiles))
        #expect(report.levels.suffix(3).map(\.tiles) == [2, 6, 20])
        #expect(report.missingTiles == 0 && report.sharing == TileSharing() && !report.isSparse)
        let files = try place.folder.files().filter { $0.key.hasPrefix("big_files/") }
        #expect(report.tiles == files.count && report.bytes == files.values.reduce(0) { $0 + $1.count })
    }

    @Test func `missing tiles and those that share a file are counted`() async throws {
        let place = try CutPyramid()
        try place.makeImage(300, 200)
        let opened = try await place.cut()
        try place.folder.remove("big_files/9/0_0.jpg")
        try place.folder.remove("big_files/9/1_0.jpg")
        try place.folder.remove("big_files/8/0_1.jpg")
        try FileManager.default.linkItem(
            atPath: place.folder.path("big_files/9/2_0.jpg"), toPath: place.folder.path("big_files/9/1_0.jpg"))
        let report = try PyramidReport(opened)
        let shared = try place.folder.bytes(of: "big_files/9/1_0.jpg").count
        #expect(report.missingTiles == 2 && report.levels.last?.missingTiles == 1)
        #expect(report.sharing == TileSharing(tiles: 1, bytes: shared))
        let files = try place.folder.files().filter { $0.key.hasPrefix("big_files/") }
        #expect(report.bytes == files.values.reduce(0) { $0 + $1.count } - shared)
    }
}
