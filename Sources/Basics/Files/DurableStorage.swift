internal import CLinux
internal import Glibc

/// Makes files and names durable, so that they survive a power failure.
///
/// The data of a file is durable once the file is synced, and its name once its folder is synced; neither implies the other.
/// File systems that do not support syncing, such as some network file systems, count as durable.
package enum DurableStorage {
    /// Waits until the bytes and the size of an open file are on the disk (`fdatasync`).
    ///
    /// - Throws: ``FileError`` when the disk reports a failure; do not use the file after that.
    package static func sync(_ file: Int32, path: String) throws(FileError) {
        try check(fdatasync(file), path)
    }

    /// Waits until the names in a folder are on the disk (`fsync`).
    ///
    /// Does nothing if the folder may not be read, because its names cannot be synced then.
    package static func sync(folder path: String) throws(FileError) {
        let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return }
        defer { close(folder) }
        try check(fsync(folder), path)
    }

    /// Waits until everything on the file system of a folder is on the disk (`syncfs`).
    ///
    /// For many files this takes far less time than syncing each of them. It also waits for data of other programs.
    package static func syncFileSystem(of path: String) throws(FileError) {
        let folder = try FileError.check(open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC), "syncing it", path)
        defer { close(folder) }
        try check(tk_syncfs(folder), path)
    }

    private static func check(_ result: Int32, _ path: String) throws(FileError) {
        let code = errno
        guard result != 0, ![EINVAL, ENOSYS, EOPNOTSUPP, EROFS].contains(code) else { return }
        throw FileError(.system(action: "syncing it", errno: code), path)
    }
}
