internal import Files

/// The keys of the answers that a client keeps in an ``HTTPCache``.
///
/// A key is the SHA-256 hash of all that the client asks with, so that no address, password or header is on the disk, and
/// answers for different credentials are kept apart.
struct HTTPCacheKeys: Hashable, Sendable {
    /// The name of the client's own keys; clients of one name share their answers.
    let space: String

    /// The key of the answer to a request: to its address without the fragment, its range and its headers.
    func key(of request: HTTPRequest) -> String {
        let range = request.range.map { "\($0.lowerBound)-\($0.upperBound)" } ?? ""
        return hash("answer", request.url, range, request.headers)
    }

    /// The beginning of the keys of a file's blocks, which end with their numbers.
    func blockPrefix(of url: String, headers: [HTTPHeader]) -> String {
        hash("block", url, "", headers) + "-"
    }

    private func hash(_ kind: String, _ url: String, _ range: String, _ headers: [HTTPHeader]) -> String {
        let parts =
            [kind, space, String(url.prefix { $0 != "#" }), range]
            + headers.flatMap { [$0.name.lowercased(), $0.value] }
        // The lengths keep apart what would be one text without them.
        return SHA256Hash.hexadecimal(parts.map { "\($0.utf8.count):\($0)" }.joined())
    }
}
