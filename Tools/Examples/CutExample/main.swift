import FilePyramids
import ImageMetadata
import TileCutting

do {
    let plan = try CutPlan(.file("big.jpg"))
    let store = try PyramidFormat.deepZoom.makeStore(at: "big.dzi", pyramid: plan.pyramid, format: plan.format)
    let summary = try await plan.cut(into: store) { progress in
        print("\(Int(progress.fraction * 100)) %")
    }
    print("\(summary.tiles) tiles in \(summary.seconds) s")
} catch {
    print(error)
}
