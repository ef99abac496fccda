internal import Numbers
internal import TileContainers
internal import TileCutting

/// The names of a pyramid's shards in a folder.
struct ShardNames {
    /// The number of a shard, and the number of all.
    struct Name: Hashable {
        var number: Int
        var count: Int
    }

    /// The shards that are there.
    private(set) var found: Set<Name> = []
    /// The shards that are being cut, or whose cutting was interrupted.
    private(set) var partial: Set<Name> = []

    /// Looks for the shards of a pyramid.
    ///
    /// - Throws: `StoreError` when the folder cannot be read.
    init(in folder: String, of output: String) throws {
        for entry in try FileSystem.entries(of: folder) where entry.hasPrefix(output + ".shard-") {
            let rest = entry.dropFirst(output.count + ".shard-".count)
            if let name = Name(rest) {
                found.insert(name)
            } else if rest.hasSuffix(".partial"), let name = Name(rest.dropLast(".partial".count)) {
                partial.insert(name)
            }
        }
    }

    /// The number of shards into which the pyramid is divided.
    ///
    /// - Throws: `StoreError` when there are no shards, or some of several divisions.
    func count(_ output: String) throws(StoreError) -> Int {
        let counts = Set(found.map(\.count)).sorted()
        guard let count = counts.first else {
            throw StoreError(
                .unreadable, path: output,
                "there are no shards of this pyramid, such as \(ShardedPyramid.path(ofShard: 1, of: 4, for: output)). Check the "
                    + "name, extension included, or cut them first, such as shard 1/4 of \(output)")
        }
        guard counts.count == 1 else {
            let paths = found.sorted { ($0.count, $0.number) < ($1.count, $1.number) }.prefix(20).map {
                ShardedPyramid.path(ofShard: $0.number, of: $0.count, for: output)
            }
            throw StoreError(
                .fingerprintMismatch, path: output,
                "there are shards of several divisions, of which only one can be merged: \(paths.joined(separator: ", ")). "
                    + "Move those away that do not belong.")
        }
        return count
    }
}

extension ShardNames.Name {
    /// Reads the end of a name, such as `1-of-4`; nil for anything else.
    fileprivate init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[1] == "of",
            let count = CheckedNumber.integer(parts[2], in: 1...ShardPlan.shardLimit),
            let number = CheckedNumber.integer(parts[0], in: 1...count),
            parts[0] == "\(number)", parts[2] == "\(count)"
        else { return nil }
        self.init(number: number, count: count)
    }
}
