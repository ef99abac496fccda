internal import Files
internal import Glibc
internal import TileStores

/// Knows whether a program was started before, by an empty file of the user.
public struct FirstStart: Hashable, Sendable {
    /// The path of the file.
    public var path: String

    /// Creates one for a file; its folder is created when it is needed.
    public init(path: String) {
        self.path = path
    }

    /// That of the current user: `started` in the folder of ``RecentFiles/standard``; nil for a user without a home.
    public static var standard: FirstStart? {
        RecentFiles.standard.map { FirstStart(path: "\(FilePath.parent(of: $0.path))/started") }
    }

    /// Creates the file, and returns whether it was not there: true once, and never where it cannot be created.
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
