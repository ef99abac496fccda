internal import LockedState

/// Does something once all tiles of a row are done, or nobody has the row any more.
final class TileCountdown: Sendable {
    private let left: Locked<Int>
    private let whenDone: @Sendable () -> Void

    /// Counts so many tiles.
    init(_ count: Int, whenDone: @escaping @Sendable () -> Void) {
        left = Locked(count)
        self.whenDone = whenDone
    }

    deinit {
        if left.withLock({ $0 > 0 }) {
            whenDone()
        }
    }

    /// Counts a tile; from any thread.
    func tileIsDone() {
        let isLast = left.withLock { left in
            left -= 1
            return left == 0
        }
        if isLast {
            whenDone()
        }
    }
}
