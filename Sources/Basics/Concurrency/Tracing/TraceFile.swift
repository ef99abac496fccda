internal import Files
internal import Glibc

/// The file of a trace that is being recorded: a JSON array of events.
///
/// Events are collected up to ``bufferLimit`` bytes or one second and then written, so memory does not grow with the
/// trace.
struct TraceFile: Sendable {
    /// The bytes of events from which on they are written: 64 KiB.
    static let bufferLimit = 64 << 10
    /// The nanoseconds after which an event writes those before it.
    private static let patience: UInt64 = 1_000_000_000

    private let path: String
    private let descriptor: Int32
    private let process = getpid()
    private let start = TraceSpan.now
    private var buffer: [UInt8] = []
    private var lastWrite = TraceSpan.now
    private var namedThreads: Set<Int32> = []
    private var isEmpty = true
    private var error: TraceError?

    /// Creates the file, or empties it.
    init(_ path: String) throws(TraceError) {
        self.path = path
        descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw TraceError(path, "cannot be created", errno) }
        buffer.reserveCapacity(Self.bufferLimit + 4096)
    }

    /// Adds a span, which ends at a time in nanoseconds.
    mutating func add(_ span: TraceSpan, until end: UInt64) {
        guard error == nil else { return }
        if namedThreads.insert(span.thread).inserted {
            let name = span.thread == process ? "main" : span.category.threadName
            add(#""name":"thread_name","ph":"M""#, thread: span.thread, arguments: #""name":"\#(name)""#)
        }
        let arguments = span.arguments.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",")
        let times =
            "\"ts\":\(Self.microseconds(span.start - min(start, span.start))),"
            + "\"dur\":\(Self.microseconds(end - min(span.start, end)))"
        add(
            "\"name\":\"\(span.name)\",\"cat\":\"\(span.category.rawValue)\",\"ph\":\"X\",\(times)",
            thread: span.thread,
            arguments: arguments)
        if buffer.count >= Self.bufferLimit || end - min(lastWrite, end) >= Self.patience {
            write()
            lastWrite = end
        }
    }

    private mutating func add(_ members: String, thread: Int32, arguments: String) {
        buffer += (isEmpty ? "[\n" : ",\n").utf8
        isEmpty = false
        buffer += "{\(members),\"pid\":\(process),\"tid\":\(thread),\"args\":{\(arguments)}}".utf8
    }

    /// Writes the end and closes the file.
    ///
    /// - Returns: the first error of writing.
    mutating func finish() -> TraceError? {
        buffer += (isEmpty ? "[\n]\n" : "\n]\n").utf8
        write()
        if close(descriptor) != 0, error == nil {
            error = TraceError(path, "cannot be written", errno)
        }
        return error
    }

    /// Writes the collected events; after an error, none.
    private mutating func write() {
        defer { buffer.removeAll(keepingCapacity: true) }
        guard error == nil else { return }
        buffer.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                guard count > 0 else {
                    if count < 0, errno == EINTR { continue }
                    error = TraceError(path, "cannot be written", errno)
                    return
                }
                rest = rest.dropFirst(count)
            }
        }
    }

    /// Nanoseconds as microseconds with three decimals.
    private static func microseconds(_ nanoseconds: UInt64) -> String {
        let decimals = String(nanoseconds % 1000)
        return "\(nanoseconds / 1000).\(String(repeating: "0", count: 3 - decimals.count))\(decimals)"
    }
}
