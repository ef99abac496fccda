import ImageCodecs
import TileCutting
import TilePyramid
import TileStores

let plan = try CutPlan(.file(CommandLine.arguments[1]))
var options = StoreOptions()
options.replacesExisting = true
let store = try DeepZoomStore(
    creating: CommandLine.arguments[2], pyramid: plan.pyramid, format: plan.format, options: options)
print(try await plan.cut(into: store))
