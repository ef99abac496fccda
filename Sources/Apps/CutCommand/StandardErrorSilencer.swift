internal import Glibc
internal import ImageCodecs
internal import ToolSupport

/// Discards the output of decoders to standard error for the lifetime of this object.
///
/// libjxl as Debian builds it prints the source location of every fault it finds in an image, and has no switch for
/// that. Standard error is redirected to /dev/null meanwhile; this package writes to ``Console/standardError``.
final class StandardErrorSilencer {
    private let saved: Int32

    /// Returns nil if the image at `path` is not a JPEG XL, or standard error cannot be redirected.
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

    /// Returns whether a file starts with the signature of a JPEG XL codestream or container (ISO/IEC 18181-2).
    private static func isJPEGXL(_ path: String) -> Bool {
        guard let head = try? ImageBytes(.file(path)).read(at: 0, count: 8) else { return false }
        return head.starts(with: [0xFF, 0x0A]) || head == [0, 0, 0, 12] + Array("JXL ".utf8)
    }
}
