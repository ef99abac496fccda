internal import Networking
extension Pyramids {
    static func openAddress(
        _ url: String, _ network: NetworkAccess, _ formats: PyramidFormats
    ) async throws -> OpenedPyramid {
        let file = try await RemoteFile.open(url, headers: network.headers, client: network.client)
        let head = try await file.read(0..<PyramidCandidate.headLength)
        if let opened = try await RangedPyramid.open(url, head: head, file: file, formats: formats) { return opened }
        throw StoreError(.unreadable, path: url, "not yet.")
    }
}
