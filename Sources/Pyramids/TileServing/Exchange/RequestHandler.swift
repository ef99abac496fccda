/// Finds the answers to requests.
///
/// The server calls it on the thread that talks to clients, so a plan is made without blocking: from tables in memory, such
/// as a cache of earlier answers. Everything else is work for other threads.
public protocol RequestHandler: Sendable {
    /// Returns the answer, or the work that makes it.
    func plan(for request: ServerRequest) -> AnswerPlan
}

/// The answer to a request, or the work that makes it.
public enum AnswerPlan: Sendable {
    /// The answer, which is sent at once.
    case answer(ServerAnswer)
    /// The work by which a worker makes the answer.
    case work(AnswerWork)
}

extension AnswerPlan {
    /// The plan with all answers to which it leads passed through a function.
    func mapAnswers(_ transform: @escaping @Sendable (ServerAnswer) -> ServerAnswer) -> AnswerPlan {
        switch self {
        case .answer(let answer): return .answer(transform(answer))
        case .work(var work):
            let perform = work.perform
            work.perform = { try await perform().mapAnswers(transform) }
            return .work(work)
        }
    }
}

/// Work that makes an answer on a thread that may block.
public struct AnswerWork: Sendable {
    /// The lane for work of one size: small answers never wait for large ones.
    public enum Lane: Hashable, Sendable, CaseIterable {
        /// Tiles, and regions as small as tiles.
        case tile
        /// All larger regions.
        case region
    }

    /// The lane in which the work waits.
    public var lane: Lane
    /// The bytes of memory that the work needs at most, beyond what caches hold; a region starts when they are free.
    public var memory: Int
    /// The key of the answer; nil if each request has work of its own.
    ///
    /// Requests with equal keys that arrive while the work waits or runs share its answer.
    public var key: String?
    /// The event for which the work waits before it is performed; nil, the default, for none.
    var prerequisite: Prerequisite?
    /// Makes the answer, or plans the work that remains; an error becomes an answer that explains it.
    public var perform: @Sendable () async throws -> AnswerPlan

    /// Creates work that makes an answer; without a key by default.
    public init(
        _ lane: Lane, memory: Int, key: String? = nil, run: @escaping @Sendable () async throws -> ServerAnswer
    ) {
        self.init(lane, memory, key) { .answer(try await run()) }
    }

    private init(
        _ lane: Lane, _ memory: Int, _ key: String?, _ perform: @escaping @Sendable () async throws -> AnswerPlan
    ) {
        self.lane = lane
        self.memory = memory
        self.key = key
        self.perform = perform
    }

    /// Work after which the answer is planned again, such as opening an image; without a key by default.
    ///
    /// The server admits the work that remains as it admits any other: in the lane and with the memory that it names.
    public static func replanning(
        _ lane: Lane, memory: Int, key: String? = nil, plan: @escaping @Sendable () async throws -> AnswerPlan
    ) -> AnswerWork {
        AnswerWork(lane, memory, key, plan)
    }

    /// Plans an answer when something has happened that others do, or has not within some time; it holds no worker meanwhile.
    ///
    /// - Parameters:
    ///   - event: what is waited for.
    ///   - limit: the longest wait, after which the answer is planned all the same.
    ///   - plan: plans the answer; it does not block, and finds out whether the event has occurred.
    /// - Returns: the work.
    static func waiting(
        for event: OneShotEvent, atMost limit: Duration, plan: @escaping @Sendable () throws -> AnswerPlan
    ) -> AnswerWork {
        var work = AnswerWork(.tile, 0, nil, plan)
        work.prerequisite = Prerequisite(event: event, limit: limit)
        return work
    }

    /// Something that has to happen before work is performed.
    struct Prerequisite: Sendable {
        /// The event for which the work waits.
        let event: OneShotEvent
        /// The longest time for which the work waits, after which it is performed all the same.
        let limit: Duration
    }
}
