internal import Concurrency
internal import Networking

/// An old tile that was delivered, to tell whether the server's is another.
final class DeliveredTile: Sendable {
    private struct Contents: Hashable {
        var status: Int
        var hash: Int

        init(_ answer: CachedHTTPClient.Answer) {
            (status, hash) = (answer.status, answer.body.hashValue)
        }
    }

    private let contents = Locked<Contents?>(nil)

    /// Notes what was delivered.
    func note(_ answer: CachedHTTPClient.Answer) { contents.withLock { $0 = Contents(answer) } }

    /// Whether an answer differs from what was delivered, if anything was.
    func isOther(than answer: CachedHTTPClient.Answer) -> Bool {
        contents.withLock(\.self).map { $0 != Contents(answer) } ?? false
    }
}
