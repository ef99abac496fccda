internal import CLinux
internal import Dispatch
internal import Glibc

/// The main dispatch queue, whose blocks are the tasks of Swift's main actor, for a loop that occupies the main thread.
@MainActor
final class MainQueue {
    private let source: any DispatchSourceRead

    /// Whether the calling thread is the main thread; only the main thread can run the queue's blocks.
    static var isHere: Bool { tk_is_main_thread() != 0 }

    /// Begins to watch the queue.
    ///
    /// - Parameter onWork: called on another thread when blocks have been added since the last call.
    init(onWork: @escaping @Sendable () -> Void) {
        let descriptor = tk_main_queue_descriptor()
        source = DispatchSource.makeReadSource(
            fileDescriptor: descriptor, queue: DispatchQueue(label: "SDLPresenter.main-queue"))
        source.setEventHandler { @Sendable in
            // Reading the counter resets it, so that the next block is announced again.
            var count: UInt64 = 0
            _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
            onWork()
        }
        source.activate()
    }

    isolated deinit {
        source.cancel()
    }

    /// Runs the blocks in the queue; does nothing if one of them calls it.
    func drain() { tk_drain_main_queue() }
}
