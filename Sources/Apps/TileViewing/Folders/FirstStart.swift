internal import Files
internal import Glibc
internal import TileContainers

/// A record of a program's first start: an empty file of the user.
public struct FirstStart: Hashable, Sendable {
    /// The path of the file.
    public var path: String

    /// Creates a record for a file, whose folder is created when it is needed.
    public init(path: String) {
        self.path = path
    }

    /// The record of the current user: `started` in the folder of ``RecentFiles/standard``; nil for a user without a home.
    public static var standard: FirstStart? {
        RecentFiles.standard.map { FirstStart(path: "\(FilePath.parent(of: $0.path))/started") }
    }

    /// Creates the file; returns true at the first call, and false if the file exists or cannot be created.
    ///
    /// Blocks while the disk is written.
    public func claim() -> Bool {
        PrivateFolder.create(FilePath.parent(of: path))
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return false }
        close(descriptor)
        return true
    }
}
