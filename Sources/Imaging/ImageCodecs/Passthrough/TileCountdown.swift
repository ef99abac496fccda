internal import Concurrency

/// Does something once all tiles of a row are done, or nobody has the row any more.
final class TileCountdown: Sendable {
    private let remaining: Locked<Int>
    private let whenDone: @Sendable () -> Void

    /// Counts so many tiles.
    init(_ count: Int, whenDone: @escaping @Sendable () -> Void) {
        remaining = Locked(count)
        self.whenDone = whenDone
    }

    deinit {
        if remaining.withLock({ $0 > 0 }) {
            whenDone()
        }
    }

    /// Counts a tile; from any thread.
    func releaseTile() {
        let isLast = remaining.withLock { remaining in
            remaining -= 1
            return remaining == 0
        }
        if isLast {
            whenDone()
        }
    }
}
