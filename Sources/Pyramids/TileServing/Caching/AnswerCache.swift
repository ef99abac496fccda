internal import Caching

/// Keeps answers about images by what was requested, to be sent again at once.
///
/// From any thread.
final class AnswerCache: Sendable {
    /// The parts of a request for an image that decide about the answer, besides the image itself.
    struct Key: Hashable, Sendable {
        private let path: String
        private let origin: String
        private let isLinkedData: Bool
        private let rendering: RenderingItems?

        /// The key of a request.
        init(_ request: ServerRequest) {
            // The tiles of these layouts are the same by all names of the server.
            let isWithoutOrigin = request.path.hasPrefix("/dzi/") || request.path.hasPrefix("/zoomify/")
            path = request.path
            origin = isWithoutOrigin ? "" : request.origin
            isLinkedData = request.isForLinkedData
            rendering = request.rendering
        }

        /// The bytes of memory that it takes with the fields of its answer, about.
        fileprivate var byteCount: Int {
            512 + 2 * path.utf8.count + 2 * origin.utf8.count + 2 * (rendering?.query.utf8.count ?? 0)
        }
    }

    private struct Kept: Sendable {
        var answer: ServerAnswer
        var revision: Int
    }

    /// The most bytes of an answer that is kept: a large one would take the place of many tiles.
    static let answerLimit = 1 << 20

    private let answers: SharedCache<Key, Kept>
    private let now: @Sendable () -> ContinuousClock.Instant

    /// Creates an empty cache.
    ///
    /// - Parameters:
    ///   - limit: the most bytes of all answers.
    ///   - now: the clock, which tests replace.
    init(limit: Int, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        answers = SharedCache(limit: limit)
        self.now = now
    }

    /// The counts of the cache so far.
    var counts: CacheStatistics { answers.statistics }

    /// Returns the answer to a request, if it may be used again.
    ///
    /// - Parameters:
    ///   - key: the request.
    ///   - revision: the number of the present ``Catalog/revision``.
    /// - Returns: the answer; nil if there is none.
    func answer(for key: Key, revision: Int) -> ServerAnswer? {
        guard let kept = answers.value(for: key) else { return nil }
        guard kept.revision == revision, isReusable(kept.answer) else {
            answers.remove(key)
            return nil
        }
        return kept.answer
    }

    /// Keeps an answer, if it may be used again and is not too large.
    ///
    /// - Parameters:
    ///   - answer: the answer.
    ///   - key: the request.
    ///   - revision: the number of the ``Catalog/revision`` when the request was planned.
    func insert(_ answer: ServerAnswer, for key: Key, revision: Int) {
        guard answer.status == 200, case .bytes(let bytes) = answer.body, bytes.count <= Self.answerLimit,
            isReusable(answer)
        else { return }
        answers.insert(Kept(answer: answer, revision: revision), for: key, cost: bytes.count + key.byteCount)
    }

    private func isReusable(_ answer: ServerAnswer) -> Bool {
        switch answer.reuse {
        case .never: false
        case .untilChange: true
        case .until(let end): now() < end
        }
    }
}
