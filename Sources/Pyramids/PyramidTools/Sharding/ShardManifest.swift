internal import TileCutting

/// The manifest in a shard file: its place in the pyramid, its counts and its warnings.
package struct ShardManifest: Hashable, Sendable {
    /// The properties that all shards of the pyramid have in common.
    package var pyramid: ShardedPyramid
    /// The number of the shard, from 1.
    package var number: Int
    /// The tiles that are stored.
    package var tiles = 0
    /// Blank tiles, which were not stored.
    package var skippedTiles = 0
    /// Full-size tiles that were passed through.
    package var passthroughTiles = 0
    /// Full-size tiles that were padded and therefore re-encoded.
    package var paddedTiles = 0
    /// The reason why full-size tiles were not passed through, as a clause; nil if they were.
    package var passthroughBlocker: String?
    /// Warnings, in plain sentences.
    package var warnings: [String] = []

    /// Creates the manifest of a shard without tiles.
    package init(_ pyramid: ShardedPyramid, number: Int) {
        self.pyramid = pyramid
        self.number = number
    }
}
