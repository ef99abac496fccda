internal import Concurrency

/// An object that can release memory when memory is scarce.
public protocol MemoryWarningObserver: AnyObject, Sendable {
    /// Releases memory that can be recreated; called on any thread.
    func handleMemoryWarning()
}

/// Notifies registered observers that memory is scarce.
///
/// Tile loaders, image caches and lazy images register with ``shared`` themselves. A ``MemoryPressureWatcher`` posts when the
/// kernel reports pressure. A program with another source of this information, such as `memory.events` of its control group or
/// its window system, calls ``post()``.
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
        /// The number of observers at which released ones are removed.
        var limit = 64
    }

    private let state = Locked(State())

    /// Creates warnings without observers.
    public init() {}

    /// Registers an observer without retaining it.
    public func register(_ observer: some MemoryWarningObserver) {
        state.withLock { state in
            if state.observers.count >= state.limit {
                state.observers.removeAll { $0.observer == nil }
                state.limit = max(64, 2 * state.observers.count)
            }
            state.observers.append(WeakObserver(observer: observer))
        }
    }

    /// Notifies all observers; returns after they have released their memory.
    public func post() {
        let observers = state.withLock { $0.observers.compactMap(\.observer) }
        observers.forEach { $0.handleMemoryWarning() }
    }
}
