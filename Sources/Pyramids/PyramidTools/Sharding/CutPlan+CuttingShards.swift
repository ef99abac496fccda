internal import Concurrency
internal import TileContainers
package import TileCutting
package import TilePyramid

extension CutPlan {
    /// Cuts one shard into a file, which appears when it is complete and replaces an older one.
    ///
    /// Decoding and encoding run on background threads; cancel the task to stop. After a failure nothing is left.
    ///
    /// - Parameters:
    ///   - number: the number of the shard, from 1.
    ///   - shards: the division of this plan.
    ///   - pyramid: what all shards have in common.
    ///   - requirements: those of the store of the whole pyramid.
    ///   - path: the path of the file.
    ///   - onProgress: called at the start, and after every tile on the thread that stored it.
    /// - Returns: Counts, sizes and times of the cut.
    /// - Throws: `CodecError`, `StoreError`, or `CuttingError` with code `interrupted` after cancellation.
    package func cutShard(
        _ number: Int, of shards: ShardPlan, _ pyramid: ShardedPyramid, for requirements: StoreRequirements,
        into path: String, onProgress: (@Sendable (CutProgress) -> Void)? = nil
    ) async throws -> CutSummary {
        let store = try ShardStore(
            creating: path, pyramid: self.pyramid, format: format, fingerprint: pyramid.fingerprint)
        return try await runBlockingWork(label: "PyramidTools.shard") { cancellation in
            let scope = shards.scope(of: number)
            return try cut(
                scope, into: store, for: requirements, cancellation: cancellation, onProgress: onProgress
            ) { part in
                var manifest = ShardManifest(pyramid, number: number)
                manifest.pyramid.planeCount = part.planeCount
                manifest.skippedTiles = part.statistics.skippedTiles
                manifest.tiles = part.statistics.progress.finishedTiles - part.statistics.skippedTiles
                manifest.passthroughTiles = part.statistics.passthroughTiles
                manifest.paddedTiles = part.statistics.paddedTiles
                manifest.passthroughBlocker = part.passthroughBlocker
                manifest.warnings = part.warnings
                store.setManifest(manifest.document)
            }
        }
    }
}
