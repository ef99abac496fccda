internal import Concurrency

/// Decodes lazy images on background threads, the latest request first: its image is most likely to be in view.
///
/// All members may be used from any thread.
public final class ImageQueue: Sendable {
    /// The default queue of images.
    public static let shared = ImageQueue()

    private struct State {
        /// The waiting images, the next one last.
        var waiting: [LazyImage] = []
        var workers = 0
    }
    private let state = Locked(State())
    private let executor: any TileExecutor

    /// The maximum number of images that are decoded at once.
    public let width: Int

    /// Creates a queue.
    ///
    /// - Parameters:
    ///   - width: the maximum number of images decoded at once. The default is the number of decodes of a tile loader.
    ///   - executor: the executor of the workers. The default is Dispatch queues of low priority.
    public init(
        width: Int = TileLoaderConcurrency().decodes, executor: any TileExecutor = DispatchTileExecutor()
    ) {
        precondition(width >= 1, "the width must be at least 1")
        self.width = width
        self.executor = executor
    }

    /// The number of waiting images.
    public var count: Int { state.withLock { $0.waiting.count } }

    /// Adds an image, or moves it if it waits already: to the front, or to the end if it is not urgent.
    func add(_ image: LazyImage, isUrgent: Bool = true) {
        let startsWorker = state.withLock { state in
            state.waiting.removeAll { $0 === image }
            state.waiting.insert(image, at: isUrgent ? state.waiting.count : 0)
            guard state.workers < min(width, state.waiting.count + state.workers) else { return false }
            state.workers += 1
            return true
        }
        if startsWorker {
            executor.run(after: 0) { [self] in
                while let image = next() {
                    image.decodeRequested()
                }
            }
        }
    }

    /// Moves an image to the front, if it waits.
    func moveToFront(_ image: LazyImage) {
        state.withLock { state in
            guard let index = state.waiting.firstIndex(where: { $0 === image }) else { return }
            state.waiting.append(state.waiting.remove(at: index))
        }
    }

    /// Removes a waiting image; returns false if the image does not wait.
    func remove(_ image: LazyImage) -> Bool {
        state.withLock { state in
            let count = state.waiting.count
            state.waiting.removeAll { $0 === image }
            return state.waiting.count < count
        }
    }

    /// The next image, or nil, which ends the calling worker.
    private func next() -> LazyImage? {
        state.withLock { state in
            if let image = state.waiting.popLast() { return image }
            state.workers -= 1
            return nil
        }
    }
}
