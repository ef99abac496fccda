import Foundation
import ImageMetadata
import ImageSources
import PixelKernels
import TestSupport
import TileCutting
import TilePyramid
import TileStores

@testable import PyramidTools

/// An image that is cut twice, in one run and in shards that are merged, into two folders.
struct ShardedCut {
    let folder: TemporaryFolder
    var options = CutOptions()
    var target: PyramidTarget
    var image: ImageInput
    /// The number of threads of the shards and the merge; the single run has one.
    var threads = 1

    init(_ image: ImageInput, _ target: PyramidTarget = PyramidTarget(.deepZoom), tileSize: Int = 16) throws {
        folder = try TemporaryFolder()
        self.image = image
        self.target = target
        options.tileSize = tileSize
        options.format = .fixed(target.capabilities.tileFormats.contains(.png) ? .png : .jpeg)
        for name in ["one", "many"] {
            try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: false)
        }
    }

    /// An image of which all pixels differ, with this many channels.
    static func image(_ width: Int, _ height: Int, channels: Int = 3, bits: Int = 8) -> ImageInput {
        var png = PNGFixture(width: width, height: height) { x, y, channel in
            (x &* 7 &+ y &* 13 &+ x &* y &+ channel &* 61) % (1 << bits)
        }
        png.bits = bits
        png.colorType = [1: 0, 2: 4, 3: 2, 4: 6][channels] ?? 2
        return .bytes(png.encoded(), name: "test.png")
    }

    /// The path of the pyramid in one of the folders.
    func path(in parent: String) -> String { folder.path("\(parent)/\(target.path(for: "big"))") }

    func plan(threads: Int) throws -> CutPlan {
        var options = options
        options.threads = threads
        options.shape = target.shape
        options.isCentered = target.isCentered
        if target.capabilities.holdsFullSizeOnly { options.levelCount = 1 }
        if case .file(let path) = image, path.hasSuffix(".json") { return try CutPlan(list: path, options: options) }
        return try CutPlan(image, options: options)
    }

    private func completed(_ plan: CutPlan) -> PyramidTarget {
        var target = target
        target.georeference = plan.georeference
        target.margin = plan.margin
        target.tiff.profile = plan.encoding.profile
        target.isSparse = options.blankTolerance != nil
        return target
    }

    @discardableResult func cutWhole() async throws -> CutSummary {
        let plan = try plan(threads: 1)
        let store = try completed(plan).makeStore(at: path(in: "one"), pyramid: plan.pyramid, format: plan.format)
        return try await plan.cut(into: store)
    }

    @discardableResult func cutShard(
        _ number: Int, of count: Int, levels: Int? = nil, version: String = "test"
    ) async throws -> CutSummary {
        let plan = try plan(threads: threads)
        let target = completed(plan)
        let output = path(in: "many")
        let requirements = try target.requirements(at: output, pyramid: plan.pyramid, format: plan.format)
        let shards = try plan.shardPlan(count: count, coarseningLevels: levels, for: requirements)
        return try await plan.cutShard(
            number, of: shards, ShardedPyramid(plan, shards, target: target, version: version), for: requirements,
            into: ShardedPyramid.path(ofShard: number, of: count, for: output))
    }

    func cutShards(_ count: Int, levels: Int? = nil) async throws {
        for number in (1...count).reversed() {
            try await cutShard(number, of: count, levels: levels)
        }
    }

    func shardPath(_ number: Int, of count: Int) -> String {
        ShardedPyramid.path(ofShard: number, of: count, for: path(in: "many"))
    }

    /// Merges the shards beside the pyramid, or others.
    @discardableResult func merge(_ shards: ShardSet? = nil, removesShards: Bool = true) async throws
        -> MergeSummary
    {
        let merge = try ShardMerge(shards ?? ShardSet(of: path(in: "many"), version: "test"))
        let store = try merge.target.makeStore(at: path(in: "many"), pyramid: merge.pyramid, format: merge.format)
        let summary = try await merge.merge(
            into: store, spoolingBeside: path(in: "many"), threads: threads)
        if removesShards {
            for number in 1...merge.shards.files.count {
                try FileManager.default.removeItem(atPath: shardPath(number, of: merge.shards.files.count))
            }
        }
        return summary
    }

    /// The files of the two folders that differ.
    func differences() throws -> [String] {
        let all = try folder.files()
        func files(in folder: String) -> [String: Data] {
            Dictionary(
                uniqueKeysWithValues: all.filter { $0.key.hasPrefix(folder + "/") }.map {
                    (String($0.key.dropFirst(folder.count + 1)), $0.value)
                })
        }
        let one = files(in: "one")
        let many = files(in: "many")
        return one.isEmpty
            ? ["nothing was cut"] : Set(one.keys).union(many.keys).filter { one[$0] != many[$0] }.sorted()
    }
}
