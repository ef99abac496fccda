internal import Glibc
internal import Synchronization

/// Records the work of the process's threads in a file of Chrome's trace-event format, for Perfetto and `chrome://tracing`.
///
/// ```swift
/// try Trace.start(writingTo: "trace.json")
/// let tile = try Trace.span("decode", .loading, ["level": 3]) { try decode(bytes) }
/// Trace.stop()
/// ```
///
/// The format is described in
/// https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU. One trace is recorded at a time. All
/// functions may be called from any thread.
package enum Trace {
    private static let isRecording = Atomic(false)
    private static let file = Locked<TraceFile?>(nil)

    /// Starts to record into a file, which is replaced if it exists.
    ///
    /// The file is written in whole events during the recording: when 64 KiB have been collected, and with the first event
    /// after a second. A process that is killed (SIGKILL) loses the events that were not yet written, at most 64 KiB, and the
    /// bracket at the end, which the format does not require.
    ///
    /// - Throws: ``TraceError`` if the file cannot be created.
    package static func start(writingTo path: String) throws(TraceError) {
        stop()
        let created = try TraceFile(path)
        file.withLock { $0 = created }
        isRecording.store(true, ordering: .relaxed)
    }

    /// Writes the end of the file.
    ///
    /// - Returns: an error if not all events could be written; nil also if nothing was being recorded.
    @discardableResult
    package static func stop() -> TraceError? {
        isRecording.store(false, ordering: .relaxed)
        return file.withLock { file in
            defer { file = nil }
            return file?.finish()
        }
    }

    /// Calls `body`, and records its duration if a trace is being recorded; otherwise the cost is one branch.
    ///
    /// Spans of a thread that begin during another one are nested in it.
    ///
    /// - Parameters:
    ///   - name: the name of the stage, such as "decode", without quotation marks and backslashes.
    ///   - category: the kind of work, for filters.
    ///   - arguments: numbers to show with the span; evaluated only if a trace is being recorded.
    ///   - body: the work of the stage.
    /// - Returns: the result of `body`.
    /// - Throws: the error of `body`.
    package static func span<Result, Failure: Error>(
        _ name: StaticString, _ category: TraceCategory,
        _ arguments: @autoclosure () -> KeyValuePairs<StaticString, Int> = [:],
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard isRecording.load(ordering: .relaxed) else { return try body() }
        let span = TraceSpan(name, category, arguments())
        defer { record(span) }
        return try body()
    }

    /// Records a span that ends now.
    private static func record(_ span: TraceSpan) {
        let end = TraceSpan.now
        file.withLock { $0?.add(span, until: end) }
    }
}

/// The kind of work of a span.
package enum TraceCategory: String, Sendable {
    /// Frames: layout, display, building, drawing and presenting.
    case frames
    /// Reading and decoding of tiles for the screen.
    case loading
    /// Cutting of images.
    case cutting

    /// The name of the threads that do such work, other than the main one.
    var threadName: String { "\(rawValue) worker" }
}
