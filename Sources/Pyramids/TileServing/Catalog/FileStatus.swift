internal import Files
internal import Glibc

/// The state of a file or folder, which is different after a change: its size, number, and the times of the last changes.
struct FileStatus: Hashable, Sendable {
    /// The bytes of a file.
    let byteCount: Int
    /// Whether it is a folder.
    let isFolder: Bool
    private let seconds: Int
    private let nanoseconds: Int
    private let changeSeconds: Int
    private let changeNanoseconds: Int
    /// The identity of the file or folder; it does not depend on the path by which it was found.
    let identity: Identity

    /// The number of a file or folder on its device.
    struct Identity: Hashable, Sendable {
        fileprivate let device: UInt64
        fileprivate let inode: UInt64
    }

    /// Looks a path up; nil if there is neither a file nor a folder.
    init?(of path: String) {
        var status = stat()
        guard Files.stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// The status of an open file.
    init?(of descriptor: CInt) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    private init?(_ status: stat) {
        isFolder = status.st_mode & S_IFMT == S_IFDIR
        guard isFolder || status.st_mode & S_IFMT == S_IFREG else { return nil }
        byteCount = Int(status.st_size)
        identity = Identity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
        changeSeconds = status.st_ctim.tv_sec
        changeNanoseconds = status.st_ctim.tv_nsec
    }

    /// Whether it was changed before another.
    func isOlder(than other: FileStatus) -> Bool {
        (seconds, nanoseconds) < (other.seconds, other.nanoseconds)
    }

    /// A text that is equal after a restart, and different after a change.
    ///
    /// A file that replaces another may have its date and size, but neither its number nor the time of its last change.
    var text: String {
        "\(byteCount)-\(seconds)-\(nanoseconds)-\(identity.inode)-\(changeSeconds)-\(changeNanoseconds)"
    }
}
