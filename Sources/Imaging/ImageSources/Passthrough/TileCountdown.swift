internal import Concurrency

/// Runs a closure once all tiles of a row have been released, or when it is deallocated before that.
package final class TileCountdown: Sendable {
    private let remaining: Locked<Int>
    private let whenDone: @Sendable () -> Void

    /// Counts down from `count` tiles.
    package init(_ count: Int, whenDone: @escaping @Sendable () -> Void) {
        remaining = Locked(count)
        self.whenDone = whenDone
    }

    deinit {
        if remaining.withLock({ $0 > 0 }) {
            whenDone()
        }
    }

    /// Releases one tile; from any thread.
    package func releaseTile() {
        let isLast = remaining.withLock { remaining in
            remaining -= 1
            return remaining == 0
        }
        if isLast {
            whenDone()
        }
    }
}
