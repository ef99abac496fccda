internal import Glibc
package import ImageMetadata

/// Checks whether a limit of address space (`ulimit -v`) may be the reason for a library's failure.
///
/// If a library cannot be loaded or a thread cannot be started, libvips and its loaders report damage or unknown formats.
package enum ScarceMemory {
    /// The limit, in bytes, with which libraries and images have enough.
    private static let ample = 1 << 30

    /// The bytes of address space that this process may use; nil if there is no limit.
    package static var limit: Int? {
        var space = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &space) == 0 else { return nil }
        return Int(exactly: space.rlim_cur)
    }

    /// Returns the error for a failure of a library, if memory may be the reason; else nil.
    ///
    /// - Parameters:
    ///   - file: the image's name.
    ///   - detail: the reason that the library gives, in parentheses after a space; by default there is none.
    /// - Returns: the error; nil if the process may use enough memory.
    package static func error(_ file: String, detail: String = "") -> CodecError? {
        guard let limit, limit < ample else { return nil }
        return CodecError(
            .inputOutput, file: file,
            "it could not be decoded\(detail), perhaps because there is not enough memory: this process may use "
                + "\(limit / 1_000_000) MB (ulimit -v). Allow more.")
    }
}
