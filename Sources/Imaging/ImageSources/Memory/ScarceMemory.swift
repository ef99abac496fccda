internal import Glibc
package import ImageMetadata

/// Whether a limit of address space (`ulimit -v`) may be why a library fails.
///
/// Where a library or thread cannot be loaded or started, libvips and its loaders report damage, or formats that they do
/// not know.
package enum ScarceMemory {
    /// The limit, in bytes, with which libraries and images have enough.
    private static let ample = 1 << 30

    /// The bytes of address space that this process may use; nil if there is no limit.
    package static var limit: Int? {
        var space = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &space) == 0 else { return nil }
        return Int(exactly: space.rlim_cur)
    }

    /// The error for a failure of a library where memory may be the reason; nil where it is not.
    ///
    /// - Parameters:
    ///   - file: the image's name.
    ///   - detail: the reason that the library gives, in parentheses after a space; by default there is none.
    /// - Returns: the error, or nil where the process may use enough.
    package static func error(_ file: String, detail: String = "") -> CodecError? {
        guard let limit, limit < ample else { return nil }
        return CodecError(
            .inputOutput, file: file,
            "it could not be decoded\(detail), perhaps because there is not enough memory: this process may use "
                + "\(limit / 1_000_000) MB (ulimit -v). Allow more.")
    }
}
