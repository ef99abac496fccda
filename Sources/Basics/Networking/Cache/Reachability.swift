/// The reachability of servers, and the observers of its changes.
struct Reachability {
    /// Whether the last request found no network or no server.
    private(set) var isOffline = false
    /// The closures that are called after changes, by the numbers of the observations.
    var observers: [Int: @Sendable () -> Void] = [:]
    private var lastNumber = 0

    /// Adds an observer; returns its number.
    mutating func add(_ observer: @escaping @Sendable () -> Void) -> Int {
        lastNumber += 1
        observers[lastNumber] = observer
        return lastNumber
    }

    /// Notes what an answer, or a failure, shows; returns the observers to call.
    mutating func note(_ result: Result<HTTPResponse, HTTPError>) -> [@Sendable () -> Void] {
        let former = isOffline
        switch result {
        case .success: isOffline = false
        case .failure(let error):
            switch error.code {
            case .refused: isOffline = false
            case .unreachable: isOffline = true
            default: break
            }
        }
        return isOffline == former ? [] : Array(observers.values)
    }
}

/// An observation of whether servers can be reached, which ends when it is released.
package final class ReachabilityObservation: Sendable {
    private let end: @Sendable () -> Void

    init(_ end: @escaping @Sendable () -> Void) {
        self.end = end
    }

    deinit { end() }
}
