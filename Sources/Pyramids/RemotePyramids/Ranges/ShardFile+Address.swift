internal import Networking
package import TileContainers

extension ShardFile {
    /// Opens a shard file at an address, which is read by ranges.
    ///
    /// - Parameters:
    ///   - url: the address.
    ///   - network: how it is read.
    /// - Returns: the file; nil if the server reports that it does not exist or may not be read, as object stores report for
    ///   missing files.
    /// - Throws: ``StoreError`` when the server cannot be reached, and when the file is not a shard file, or is damaged.
    package static func open(_ url: String, network: NetworkAccess) async throws -> ShardFile? {
        let remote: RemoteFile
        do {
            remote = try await RemoteFile.open(
                url, headers: network.headers, hosts: HTTPHosts(allowed: network.allowedHosts), client: network.client)
        } catch let error as HTTPError {
            switch error.code {
            case .refused(status: 403), .refused(status: 404), .refused(status: 410): return nil
            default: throw StoreError(error)
            }
        }
        return try await RangedOpening.run { try ShardFile(NetworkFile(remote)) }
    }
}
