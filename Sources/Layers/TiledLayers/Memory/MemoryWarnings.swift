internal import Concurrency

/// What holds memory that it can do without.
public protocol MemoryWarningObserver: AnyObject, Sendable {
    /// Releases what can be made again; called on any thread.
    func handleMemoryWarning()
}

/// Notifies everything that registers that memory is scarce.
///
/// Tile loaders, image caches and lazy images register with ``shared`` themselves. A ``MemoryPressureWatcher`` posts when
/// the kernel reports pressure; a program that learns of it in another way, such as from `memory.events` of its control
/// group or from its window system, calls ``post()``.
///
/// All members may be used from any thread.
public final class MemoryWarnings: Sendable {
    /// The warnings of this process.
    public static let shared = MemoryWarnings()

    private struct WeakObserver {
        weak var observer: (any MemoryWarningObserver)?
    }

    private struct State {
        var observers: [WeakObserver] = []
        /// The number of observers at which those that are gone are removed.
        var limit = 64
    }

    private let state = Locked(State())

    /// Creates warnings that nothing has registered for.
    public init() {}

    /// Registers an observer, which is not retained.
    public func register(_ observer: some MemoryWarningObserver) {
        state.withLock { state in
            if state.observers.count >= state.limit {
                state.observers.removeAll { $0.observer == nil }
                state.limit = max(64, 2 * state.observers.count)
            }
            state.observers.append(WeakObserver(observer: observer))
        }
    }

    /// Has everything release the memory that it can do without, before it returns.
    public func post() {
        let observers = state.withLock { $0.observers.compactMap(\.observer) }
        observers.forEach { $0.handleMemoryWarning() }
    }
}
