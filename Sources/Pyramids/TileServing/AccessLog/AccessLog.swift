internal import Concurrency
internal import Dispatch
internal import Files

/// Writes a line for each request to a descriptor, on a thread of its own.
///
/// Adding an entry never blocks: when the reader of the descriptor is too slow, entries are dropped and counted.
final class AccessLog: Sendable {
    /// The most entries that wait to be written: with their texts, some 50 MB at most.
    static let waitingLimit = 8192

    private struct State {
        var waiting: [AccessLogEntry] = []
        var isWriting = false
        var dropped = 0
    }

    private let descriptor: CInt
    private let format: @Sendable (AccessLogEntry) -> String
    private let state = Locked(State())
    private let queue = DispatchQueue(label: "TileServing.log")

    /// Creates a log, by default of lines of JSON; the descriptor stays open and belongs to the caller.
    init(descriptor: CInt, format: @escaping @Sendable (AccessLogEntry) -> String = { $0.line }) {
        self.descriptor = descriptor
        self.format = format
    }

    /// The entries that were dropped, because too many waited or the descriptor could not be written to.
    var dropped: Int { state.withLock(\.dropped) }

    /// Adds an entry, whose long texts are cut.
    func append(_ entry: AccessLogEntry) {
        let entry = entry.shortened
        let begins = state.withLock { state in
            guard state.waiting.count < Self.waitingLimit else {
                state.dropped += 1
                return false
            }
            state.waiting.append(entry)
            defer { state.isWriting = true }
            return !state.isWriting
        }
        if begins { queue.async { self.write() } }
    }

    /// Waits until all entries are written, at most for a time.
    func flush(atMost limit: Duration) {
        _ = state.wait(atMost: limit) { $0.isWriting ? nil : () }
    }

    /// Takes all entries that wait; none end the writing.
    private func takeWaiting() -> [AccessLogEntry] {
        state.withLockAndNotify { state in
            let entries = state.waiting
            state.waiting = []
            state.isWriting = !entries.isEmpty
            return entries
        }
    }

    private func write() {
        var entries = takeWaiting()
        while !entries.isEmpty {
            let count = entries.count
            // Clients are served even when the disk of the log is full.
            if !write(entries) { state.withLock { $0.dropped += count } }
            entries = takeWaiting()
        }
    }

    private func write(_ entries: [AccessLogEntry]) -> Bool {
        var lines = entries.map(format).joined()
        return lines.withUTF8 { bytes in
            (try? DescriptorIO.write(UnsafeRawBufferPointer(bytes), to: descriptor)) != nil
        }
    }
}
