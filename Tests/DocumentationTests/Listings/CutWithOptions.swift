import FilePyramids
import ImageMetadata
import TileCutting
import TilePyramid

func cutWithOptions() async throws {
    // listing
    var options = CutOptions()
    options.tileSize = 512
    options.format = .fixed(.webp)
    options.threads = 1
    let plan = try CutPlan(.file("big.jpg"), options: options)
    print("\(plan.pyramid.levels.count) levels, \(plan.pyramid.tileCount) tiles")

    let store = try PyramidFormat.deepZoom.makeStore(at: "big.dzi", pyramid: plan.pyramid, format: plan.format)
    let summary = try await plan.cut(into: store)
    print("at most \(summary.peakBufferedBytes >> 20) MiB of tiles were in memory")
    // end
}

func cutIntoAnotherFormat() async throws -> CutSummary {
    // listing
    let target = PyramidTarget(.pmtiles)
    var options = CutOptions()
    options.shape = target.shape
    let plan = try CutPlan(.file("big.jpg"), options: options)
    let store = try target.makeStore(at: "big.pmtiles", pyramid: plan.pyramid, format: plan.format)
    let summary = try await plan.cut(into: store)
    // end
    return summary
}
