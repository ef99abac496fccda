internal import Glibc
internal import ToolSupport

/// Keeps a decoder that prints to standard error from being heard, as long as this object lives.
///
/// libjxl as Debian builds it prints the place in its source of everything it finds wrong with an image, and has no
/// switch for that. Standard error leads nowhere meanwhile; what this package has to say goes to ``Console/standardError``.
final class StandardErrorSilencer {
    private let saved: Int32

    /// Nil when the image at `path` is read by decoders that are quiet by themselves, or nothing can be done.
    init?(of path: String) {
        _ = Console.standardError
        guard Self.isJPEGXL(path) else { return nil }
        saved = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
        let devNull = open("/dev/null", O_WRONLY | O_CLOEXEC)
        guard saved >= 0, devNull >= 0 else { return nil }
        dup2(devNull, STDERR_FILENO)
        close(devNull)
    }

    deinit {
        if saved >= 0 {
            dup2(saved, STDERR_FILENO)
            close(saved)
        }
    }

    /// Whether a file begins as a codestream or a container of JPEG XL does (ISO/IEC 18181-2).
    private static func isJPEGXL(_ path: String) -> Bool {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return false }
        defer { close(file) }
        var head = [UInt8](repeating: 0, count: 8)
        let count = pread(file, &head, head.count, 0)
        return count == head.count
            && (head.starts(with: [0xFF, 0x0A]) || head == [0, 0, 0, 12] + Array("JXL ".utf8))
    }
}
