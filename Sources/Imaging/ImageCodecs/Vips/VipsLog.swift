internal import CVips
internal import Glibc
internal import Concurrency

/// Where the log lines of libvips and of the libraries below it go: to whoever decodes on that thread, never to stderr.
///
/// What libraries find odd but readable is known from these lines only.
enum VipsLog {
    /// The lines gathered for each thread that is listening.
    private static let lines = Locked<[UInt: [String]]>([:])

    /// The most lines kept for one thread; a damaged image can cause one for each block.
    private static let limit = 16

    /// Sends the log of the libraries that take part in decoding here.
    ///
    /// Only their own log domains are redirected: the host program's are its own. Safe from any thread, and done once.
    static func silence() { _ = isSilenced }

    /// Whether it has been done; a lazy global, so that exactly one thread does it.
    private static let isSilenced: Bool = {
        let domains = ["VIPS", "GLib", "GLib-GObject", "GLib-GIO", "Poppler", "librsvg", "Pango", "Openslide"]
        let levels = GLogLevelFlags(rawValue: GLogLevelFlags.RawValue(G_LOG_LEVEL_MASK.rawValue))
        for domain in domains {
            _ = g_log_set_handler(domain, levels, { _, level, message, _ in VipsLog.note(level, message) }, nil)
        }
        return true
    }()

    /// Runs `body`, and returns its result with the lines that were logged on this thread meanwhile.
    static func capture<Result>(_ body: () throws -> Result) rethrows -> (result: Result, lines: [String]) {
        let thread = UInt(pthread_self())
        let outer = lines.withLock { $0.updateValue([], forKey: thread) }
        defer { lines.withLock { $0[thread] = outer } }
        let result = try body()
        return (result, lines.withLock { $0[thread] ?? [] })
    }

    /// The log handler: keeps warnings for the thread that listens, drops the rest.
    private static func note(_ level: GLogLevelFlags, _ message: UnsafePointer<CChar>?) {
        guard let message, level.rawValue & G_LOG_LEVEL_WARNING.rawValue != 0 else { return }
        let thread = UInt(pthread_self())
        let line = String(cString: message)
        lines.withLock { lines in
            guard let captured = lines[thread], captured.count < limit else { return }
            lines[thread] = captured + [line]
        }
    }
}
