import Foundation
import ImageCodecs
import TestSupport
import Testing
import TileCutting
import TileStores

/// The listings of the documentation, with real paths.
@Suite(.timeLimit(.minutes(60))) struct DocumentationTests {
    @Test func `the listing of CutPlan cuts an image`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(Data(TestJPEG.make(width: 500, height: 300)), to: "big.jpg")

        let plan = try CutPlan(.file(folder.path("big.jpg")))
        let store = try PyramidFormat.deepZoom.makeStore(
            at: folder.path("big.dzi"), pyramid: plan.pyramid, format: plan.format)
        let summary = try await plan.cut(into: store) { progress in
            print("\(Int(progress.fraction * 100)) %")
        }

        #expect(summary.tiles == 4 + 9)
        #expect(folder.contents().contains("big_files/9/1_1.jpg"))
        #expect(folder.contents().contains("big.dzi"))
    }

    @Test func `the listing of the README is the one that is compiled`() throws {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let readme = try String(contentsOf: tests.appending(path: "../../../README.md"), encoding: .utf8)
        let compiled = try String(contentsOf: tests.appending(path: "ReadmeListing.swift"), encoding: .utf8)
        let listing = try #require(readme.components(separatedBy: "```swift\n").dropFirst().first)
            .components(separatedBy: "```")[0]
        let lines = listing.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        let known = Set(compiled.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) })
        #expect(lines.count > 5)
        for line in lines {
            #expect(known.contains(line))
        }
    }
}
