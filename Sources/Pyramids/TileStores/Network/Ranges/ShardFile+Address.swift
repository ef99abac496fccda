internal import Networking

extension ShardFile {
    /// Opens a shard file at an address, which is read by ranges.
    ///
    /// - Parameters:
    ///   - url: the address.
    ///   - network: how it is read.
    /// - Returns: the file; nil if the server says that there is none, or that it may not be read, which object stores say
    ///   of files that are not there.
    /// - Throws: ``StoreError`` when the server cannot be reached, and when the file is no shard file, or is damaged.
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
