internal import Concurrency

/// Decoder processes that have only read headers, for the next image.
///
/// A cut opens its image several times: starting a process and loading the libraries for each would be felt.
enum IdleDecoders {
    /// The most processes that are kept.
    static let limit = 1

    // The guard of `@unchecked Sendable`: a worker in the list is used by no thread, and is taken out of it by one.
    private struct Workers: @unchecked Sendable {
        var list: [DecoderWorker] = []
    }

    private static let workers = Locked(Workers())

    /// Takes a process, or starts one.
    static func take() throws(DecoderEnd) -> DecoderWorker {
        // The system may have ended it meanwhile, which says nothing of the next image.
        if let worker = workers.withLock({ $0.list.popLast() }), worker.isConnected { return worker }
        return try SpawnedDecoder.start()
    }

    /// Keeps a process for the next image; ends it if there are enough.
    static func keep(_ worker: DecoderWorker) {
        workers.withLock { workers in
            guard workers.list.count < limit else { return }
            workers.list.append(worker)
        }
    }
}
