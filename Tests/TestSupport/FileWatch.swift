internal import Foundation

/// Detects openings of files, by this process or another (inotify).
public final class FileWatch {
    private let descriptor: CInt

    /// Watches files that exist.
    public init(_ paths: [String]) throws {
        descriptor = inotify_init1(O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw POSIXError(POSIXError.Code(rawValue: errno) ?? .EMFILE) }
        for path in paths where inotify_add_watch(descriptor, path, UInt32(IN_OPEN)) < 0 {
            throw POSIXError(POSIXError.Code(rawValue: errno) ?? .ENOENT)
        }
    }

    deinit { close(descriptor) }

    /// Whether one of the files was opened since the start of the watch or the last call.
    public func hasSeenOpening() -> Bool {
        var events = [UInt8](repeating: 0, count: 4096)
        var isSeen = false
        while read(descriptor, &events, events.count) > 0 { isSeen = true }
        return isSeen
    }
}
