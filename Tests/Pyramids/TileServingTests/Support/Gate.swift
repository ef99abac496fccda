import Concurrency

/// Lets work wait until a test has seen what it wants to see.
final class Gate: Sendable {
    private let state = Locked((isOpen: false, arrived: 0))

    /// Waits until the gate is open; on a thread that may block.
    func pass() {
        state.withLockAndNotify { $0.arrived += 1 }
        state.wait { $0.isOpen ? () : nil }
    }

    /// Opens the gate for ever.
    func open() {
        state.withLockAndNotify { $0.isOpen = true }
    }

    /// Waits until so many have arrived.
    func waitForArrivals(_ count: Int) {
        state.wait { $0.arrived >= count ? () : nil }
    }

    /// The number of arrivals.
    var arrivals: Int { state.withLock(\.arrived) }
}
