internal import Files
internal import Glibc

/// The date and the size of a file, by which files are sorted.
struct FileAttributes: Hashable, Sendable {
    /// A time since 1970.
    struct Time: Hashable, Sendable, Comparable {
        var seconds: Int
        var nanoseconds = 0

        static func < (one: Time, other: Time) -> Bool {
            (one.seconds, one.nanoseconds) < (other.seconds, other.nanoseconds)
        }
    }

    /// The time of the last modification.
    var modification: Time
    /// The size in bytes; nil for a folder.
    var byteCount: Int?

    /// Creates attributes.
    init(modification: Time, byteCount: Int?) {
        self.modification = modification
        self.byteCount = byteCount
    }

    /// Reads the attributes of a file or a folder; nil if there is none.
    init?(of path: String) {
        var status = stat()
        guard Files.stat(path, &status) == 0 else { return nil }
        modification = Time(seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec)
        byteCount = status.st_mode & S_IFMT == S_IFDIR ? nil : Int(status.st_size)
    }
}
