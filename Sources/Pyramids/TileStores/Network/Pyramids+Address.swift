internal import Networking

extension Pyramids {
    /// Opens the pyramid at an address.
    static func openAddress(
        _ url: String, _ network: NetworkAccess, _ formats: PyramidFormats
    ) async throws -> OpenedPyramid {
        throw StoreError(.unreadable, path: url, "not yet.")
    }
}
