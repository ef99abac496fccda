internal import Concurrency

/// A decoder process that has only read headers, for the next opening of the same file.
///
/// A cut opens its image several times: starting a process and loading the libraries for each would be felt. A process
/// that has read of one file never gets another: a file that took it over could neither read nor falsify that.
enum IdleDecoders {
    // The guard of `@unchecked Sendable`: a worker that is kept is used by no thread, and is taken out by one.
    private struct Kept: @unchecked Sendable {
        /// At most one process is kept, the last.
        var worker: DecoderWorker?
        var file: DecoderFile.Identity?
    }

    private static let state = Locked(Kept())

    /// Takes the process that has read of a file, or starts one.
    static func take(for file: DecoderFile) throws(DecoderEnd) -> DecoderWorker {
        // The system may have ended it meanwhile, which says nothing of the image.
        if let worker = kept(for: file), worker.isConnected { return worker }
        return try SpawnedDecoder.start()
    }

    /// Takes the process that has read of a file; nil if there is none.
    static func kept(for file: DecoderFile) -> DecoderWorker? {
        state.withLock { kept in
            guard let identity = file.identity, kept.file == identity else { return nil }
            return kept.worker.take()
        }
    }

    /// Keeps a process for the next opening of a file, and ends the one that was kept before.
    ///
    /// - Parameters:
    ///   - worker: the process.
    ///   - file: the only file that it has read of; nil for bytes in memory, which are not opened again.
    static func keep(_ worker: DecoderWorker, for file: DecoderFile.Identity?) {
        guard file != nil else { return }
        // The worker before is released outside of the lock: that waits for the end of its process.
        _ = state.withLock { kept -> DecoderWorker? in
            defer { kept = Kept(worker: worker, file: file) }
            return kept.worker
        }
    }
}
