internal import Concurrency
internal import FilePyramids
internal import Networking
internal import TileContainers
public import ZarrArrays

/// A hierarchy of arrays at an address: the address of a value is that of the hierarchy, a slash and the key.
///
/// The calling thread is blocked until an answer is there. The client's cache keeps the answers.
package final class RemoteZarrStore: ZarrStore {
    private let origin: RemoteOrigin

    /// The most bytes of an answer that was to be a part, from a server that sends whole files: 64 MiB.
    private static let wholeByteLimit = 64 << 20

    /// Creates a store for the address of a group.
    ///
    /// - Parameters:
    ///   - url: the address; its query, such as a token, is that of all values.
    ///   - network: how it is read.
    /// - Throws: ``StoreError`` for an address that is none of http or https.
    package init(_ url: String, network: NetworkAccess) throws {
        origin = try RemoteOrigin(url, network)
    }

    package var path: String { FilePath.withoutTrailingSlashes(origin.path) }

    /// More than processors, because answers are waited for: 8.
    package var readerCount: Int { 8 }

    package func read(_ key: String, in range: Range<Int>) throws -> [UInt8]? {
        guard !range.isEmpty else { return try byteCount(of: key).map { _ in [] } }
        return try answer(key, range, byteLimit: max(range.count, Self.wholeByteLimit))?.body
    }

    package func readWhole(_ key: String, limit: Int) throws -> [UInt8]? {
        try answer(key, nil, byteLimit: limit)?.body
    }

    package func readLast(_ count: Int, of key: String) throws -> [UInt8]? {
        guard let first = try answer(key, 0..<1, byteLimit: Self.wholeByteLimit) else { return nil }
        guard let size = first.fileSize else {
            // The server sends whole files.
            return try readWhole(key, limit: Self.wholeByteLimit)?.suffix(count)
        }
        // Checked: neither number is negative.
        return try read(key, in: max(0, size - count)..<size)
    }

    package func byteCount(of key: String) throws -> Int? {
        guard let first = try answer(key, 0..<1, byteLimit: Self.wholeByteLimit) else { return nil }
        return try first.fileSize ?? readWhole(key, limit: Self.wholeByteLimit)?.count
    }

    /// An answer, or a part of it; nil if the server reports that there is nothing or that it may not be read, as object stores
    /// report for missing values.
    private func answer(_ key: String, _ range: Range<Int>?, byteLimit: Int) throws -> CachedHTTPClient.Answer? {
        guard ZarrPath.key(of: key, in: "") != nil else {
            throw StoreError(.malformed, path: path, "a name in it leads out of it: \(key).")
        }
        var address = origin.given.withoutFragment
        while address.path.hasSuffix("/") { address.path.removeLast() }
        let names = key.split(separator: "/").map { PercentEncoding.encoded(String($0)) }
        address.path += "/" + names.joined(separator: "/")
        var request = origin.request(address.text, byteLimit: byteLimit)
        request.range = range
        switch wait(for: request) {
        case .success(let answer): return answer.isMissing ? nil : answer
        case .failure(let error):
            switch error.code {
            case .refused(status: 403), .refused(status: 404), .refused(status: 410): return nil
            default: throw StoreError(error)
            }
        }
    }

    private func wait(for request: HTTPRequest) -> Result<CachedHTTPClient.Answer, HTTPError> {
        let result = Locked<Result<CachedHTTPClient.Answer, HTTPError>?>(nil)
        let ticket = origin.access.client.get(request) { answer in
            result.withLockAndNotify { $0 = answer }
        }
        RangedOpening.current?.onCancel {
            ticket.cancel()
            result.withLockAndNotify { result in
                result = result ?? .failure(HTTPError(.cancelled, url: request.url, "the request was cancelled."))
            }
        }
        return result.wait { $0 }
    }
}

extension OMEZarrImage {
    /// Opens an image at the address of its group; chunks are requested when they are read, which blocks the reading thread.
    ///
    /// - Parameters:
    ///   - url: the address of the group, such as `https://example.org/image.zarr`.
    ///   - network: how it is read.
    /// - Returns: the image.
    /// - Throws: `CodecError` when there is no image, or it is damaged or not supported; `StoreError` when the server cannot be
    ///   reached.
    public static func open(_ url: String, network: NetworkAccess) async throws -> ZarrChannelImage {
        let store = try RemoteZarrStore(url, network: network)
        return try await RangedOpening.run { try open(in: store) }
    }
}
