internal import Concurrency

/// The memory of the bodies that clients receive, which they may do slowly.
///
/// Safe to use from any thread.
final class BodyMemory: Sendable {
    /// Memory that is given back when the last reference to it is gone.
    final class Reservation: Sendable {
        private let memory: BodyMemory
        private let bytes: Int

        fileprivate init(_ memory: BodyMemory, _ bytes: Int) {
            self.memory = memory
            self.bytes = bytes
        }

        deinit { memory.used.withLock { $0 -= bytes } }
    }

    /// The most bytes of a body that is not counted: the number of connections limits these.
    static let smallBody = 16 << 10

    /// The most bytes of large bodies; a single one may have more.
    let limit: Int
    private let used = Locked(0)

    /// Creates a budget of bytes of which none are used.
    init(limit: Int) {
        self.limit = limit
    }

    /// The bytes of the large bodies that are being received.
    var reservedBytes: Int { used.withLock { $0 } }

    /// Reserves the memory of a body; nil if there is too little at the moment.
    func reserve(_ bytes: Int) -> Reservation? {
        guard bytes > Self.smallBody else { return Reservation(self, 0) }
        let isReserved = used.withLock { used in
            guard used == 0 || bytes <= limit - used else { return false }
            used += bytes
            return true
        }
        return isReserved ? Reservation(self, bytes) : nil
    }
}
