internal import Concurrency

/// Counts requests by route and status, with the bytes and durations of their answers.
final class RequestStatistics: Sendable {
    /// The thread that made an answer.
    enum Path: String, Hashable, CaseIterable {
        /// On the thread that talks to clients.
        case immediate
        /// By a worker, in one of the lanes.
        case tile, region

        init(_ lane: AnswerWork.Lane?) {
            self =
                switch lane {
                case .tile: .tile
                case .region: .region
                case nil: .immediate
                }
        }
    }

    private struct Kind: Hashable {
        var route: RouteClass
        var status: Int
    }

    private struct State {
        var counts: [Kind: Int] = [:]
        var bytes = 0
        var durations: [Path: DurationHistogram] = [:]
        var unfinished = 0
    }

    private let state = Locked(State())

    /// The requests that have arrived and are not over.
    var unfinished: Int { state.withLock(\.unfinished) }

    /// Counts a request that has arrived.
    func begin() {
        state.withLock { $0.unfinished += 1 }
    }

    /// Counts a request that is over.
    func end(_ route: RouteClass, status: Int, bytes: Int, lane: AnswerWork.Lane?, seconds: Double) {
        state.withLockAndNotify { state in
            state.unfinished -= 1
            state.counts[Kind(route: route, status: status), default: 0] += 1
            state.bytes &+= bytes
            state.durations[Path(lane), default: DurationHistogram()].add(seconds)
        }
    }

    /// Waits until no request is unfinished, at most for a time; returns whether none is.
    func waitForLast(atMost limit: Duration) -> Bool {
        state.wait(atMost: limit) { $0.unfinished == 0 ? true : nil } ?? false
    }

    /// Adds the metrics of requests to a registry.
    func register(in registry: MetricRegistry) {
        registry.add("tileserve_requests_total", .counter, help: "Requests by route and status.") { [state] in
            state.withLock(\.counts).map { kind, count in
                MetricSample(
                    Double(count), labels: [.init("route", kind.route.rawValue), .init("status", "\(kind.status)")])
            }.sorted { $0.labels.map(\.value).lexicographicallyPrecedes($1.labels.map(\.value)) }
        }
        registry.add("tileserve_response_bytes_total", .counter, help: "Bytes of bodies.") { [state] in
            state.withLock(\.bytes)
        }
        registry.add("tileserve_request_seconds", .histogram, help: "Seconds from a request to the end of its answer.")
        {
            [state] in
            let durations = state.withLock(\.durations)
            return Path.allCases.flatMap { path in
                (durations[path] ?? DurationHistogram()).samples(labels: [.init("lane", path.rawValue)])
            }
        }
        registry.add("tileserve_unfinished_requests", .gauge, help: "Requests whose answers are not sent.") { [state] in
            state.withLock(\.unfinished)
        }
    }
}

/// The kind of a request, by the first part of its path: few enough to be a label of metrics.
enum RouteClass: String, Hashable, Sendable, CaseIterable {
    case iiif, dzi, zoomify, xyz, files, view, health, metrics
    /// The lists of everything.
    case index
    /// All other paths.
    case other

    /// The class of a path.
    init(path: String) {
        let first = path.utf8.dropFirst().prefix { $0 != UInt8(ascii: "/") }
        let isList = first.isEmpty || first.elementsEqual("index.json".utf8)
        self = isList ? .index : Self(rawValue: String(first) ?? "") ?? .other
    }
}
