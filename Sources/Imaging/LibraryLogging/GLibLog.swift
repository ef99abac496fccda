internal import CGLib
internal import Concurrency
internal import Glibc

/// Captures the log of libvips, Pango and other GLib libraries for the calling thread; nothing goes to stderr.
///
/// Some problems, which libraries consider harmless, are reported only in these lines.
package enum GLibLog {
    /// The lines captured for each thread that captures.
    private static let lines = Locked<[UInt: [String]]>([:])

    /// The maximum number of lines kept for a thread; a damaged image can cause one for each block.
    private static let limit = 16

    /// Redirects the log of these libraries here; needed once, from any thread.
    ///
    /// Only their own log domains are redirected, not the domains of the host program.
    package static func silence() { _ = isSilenced }

    /// A lazy global, so that exactly one thread installs the handlers.
    private static let isSilenced: Bool = {
        let domains = [
            "VIPS", "GLib", "GLib-GObject", "GLib-GIO", "GModule", "Poppler", "librsvg", "Pango", "Openslide",
        ]
        // After a fatal line the process ends, and says why.
        let levels = GLogLevelFlags(
            rawValue: GLogLevelFlags.RawValue(G_LOG_LEVEL_MASK.rawValue) | G_LOG_FLAG_FATAL.rawValue)
        for domain in domains {
            _ = g_log_set_handler(domain, levels, { _, level, message, _ in GLibLog.note(level, message) }, nil)
        }
        return true
    }()

    /// Runs `body` and returns its result with the lines logged on this thread meanwhile.
    package static func capture<Result>(_ body: () throws -> Result) rethrows -> (result: Result, lines: [String]) {
        let thread = UInt(pthread_self())
        let outer = lines.withLock { $0.updateValue([], forKey: thread) }
        defer { lines.withLock { $0[thread] = outer } }
        let result = try body()
        return (result, lines.withLock { $0[thread] ?? [] })
    }

    /// The log handler: keeps warnings for a capturing thread and drops the rest.
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
