internal import CLinux
internal import CMainQueue
internal import Concurrency
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

    // MARK: Asynchronous main functions

    /// The work that the main thread is to do outside of the queue's blocks.
    private static let work = Locked<(@MainActor @Sendable () -> Void)?>(nil)

    /// Runs a loop on the main thread for an asynchronous main function that may have suspended before, and returns when it ends.
    ///
    /// The loop must not run in a block of the queue, which would keep the queue from running others. One task calls it at a time:
    /// a second call, before the first loop has begun, would replace it.
    ///
    /// - Returns: the error of the loop; nil if it ended without one.
    static func run(_ loop: @escaping @MainActor @Sendable () throws -> Void) async -> (any Error)? {
        guard tk_main_thread_serves_queue() != 0 else {
            // Up to its first suspension the function is called by the main thread itself, as by synchronous code.
            return Result { try loop() }.failure
        }
        return await withCheckedContinuation { continuation in
            Self.work.withLock { work in
                work = { continuation.resume(returning: Result { try loop() }.failure) }
            }
            tk_call_on_main_thread {
                let work = MainQueue.work.withLock { $0.take() }
                MainActor.assumeIsolated { work?() }
            }
        }
    }
}

extension Result {
    /// The error; nil for a value.
    fileprivate var failure: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
