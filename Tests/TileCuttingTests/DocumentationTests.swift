import Foundation
import ImageCodecs
import TestSupport
import Testing
import TileCutting
import TileStores

/// The listings of the documentation, with a real path where it says "big".
@Suite(.timeLimit(.minutes(1))) struct DocumentationTests {
    @Test func `the listing of CutPlan cuts an image`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(Data(TestJPEG.make(width: 500, height: 300)), to: "big.jpg")

        let plan = try CutPlan(.file(folder.path("big.jpg")))
        let store = try DeepZoomStore(
            creating: folder.path("big.dzi"), pyramid: plan.pyramid, format: plan.format)
        let summary = try await plan.cut(into: store) { progress in
            print("\(Int(progress.fraction * 100)) %")
        }

        #expect(summary.tiles == 4 + 9)
        #expect(folder.contents().contains("big_files/9/1_1.jpg"))
        #expect(folder.contents().contains("big.dzi"))
    }
}
