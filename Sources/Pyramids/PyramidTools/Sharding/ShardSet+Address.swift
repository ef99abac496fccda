internal import FilePyramids
package import RemotePyramids
internal import TileContainers
internal import TileCutting

extension ShardSet {
    /// The most shards that are looked for at an address when their number is not given.
    package static let searchLimit = 64

    /// Opens the shards of a pyramid at an address, which are read by ranges.
    ///
    /// The address of a shard is that of the pyramid, with the shard's number before the query.
    ///
    /// - Parameters:
    ///   - url: the address that the pyramid would have beside its shards.
    ///   - count: the number of shards; nil to look for the first shard of 1, 2, … up to ``searchLimit``.
    ///   - network: how they are read.
    ///   - version: the version of the program, which must be that of the shards.
    /// - Throws: `StoreError` that names each shard that is missing, damaged, or of another cut.
    package init(at url: String, count: Int?, network: NetworkAccess, version: String) async throws {
        let (path, query) = Self.parts(of: url)
        func address(_ number: Int, _ count: Int) -> String {
            ShardedPyramid.path(ofShard: number, of: count, for: path) + query
        }
        let output = PyramidLocation(path).publicText
        let total: Int
        if let count {
            total = count
        } else if let found = try await Self.count(address, network) {
            total = found
        } else {
            throw StoreError(
                .unreadable, path: output,
                "there are no shards of this pyramid, such as "
                    + "\(ShardedPyramid.path(ofShard: 1, of: 4, for: PyramidLocation(path).name)), up to \(Self.searchLimit). "
                    + "Check the address and who may read it, or give their number.")
        }
        var results: [Result<ShardFile, any Error>] = []
        var missing: [Int] = []
        for number in 1...total {
            do {
                if let file = try await ShardFile.open(address(number, total), network: network) {
                    results.append(.success(file))
                } else {
                    missing.append(number)
                }
            } catch let error as StoreError {
                results.append(.failure(error))
            }
        }
        guard missing.isEmpty else { throw Self.missing(missing, of: total, at: output) }
        try self.init(of: output, count: total, version: version, results)
    }

    /// The number of shards of which the first is there; nil if none is.
    private static func count(_ address: (Int, Int) -> String, _ network: NetworkAccess) async throws
        -> Int?
    {
        for count in 1...searchLimit {
            do {
                if try await ShardFile.open(address(1, count), network: network) != nil { return count }
            } catch let error as StoreError where error.code == .malformed {
                // It is there, and damaged; that is said when all are opened.
                return count
            }
        }
        return nil
    }

    /// Splits an address before its query.
    private static func parts(of url: String) -> (path: String, query: String) {
        let path = url.prefix { $0 != "?" && $0 != "#" }
        return (String(path), String(url[path.endIndex...].prefix { $0 != "#" }))
    }
}
