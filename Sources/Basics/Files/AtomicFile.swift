internal import CLinux
internal import Glibc

/// A file that is written as `<final name>.partial`, locked against other runs, and renamed when it is complete.
///
/// ``commit()`` syncs the file, gives it its final name and syncs its folder. After a power failure the file is either complete
/// or still has its partial name. Without ``commit()``, the file is removed when the object is released. The next run
/// overwrites a file that a killed run of this user has left; anything else under the partial name, whether a link, a pipe or a
/// file, is an error and is not touched.
package final class AtomicFile: Sendable {
    /// The path of the finished file.
    package let finalPath: String
    /// The path while the file is being written.
    package let path: String
    /// The descriptor, for reading and writing; it is closed in `deinit`.
    package let descriptor: Int32
    private let mayReplace: Bool

    /// The suffix of an unfinished file's name.
    package static let partialSuffix = ".partial"

    /// Creates an empty file.
    ///
    /// - Parameters:
    ///   - finalPath: the path of the finished file.
    ///   - mayReplace: whether an existing file is replaced, at the end.
    /// - Throws: ``FileError`` when the output exists and may not be replaced or is not a file, when another run is writing
    ///   it, when something foreign has the partial name, and when the file cannot be created.
    package init(_ finalPath: String, mayReplace: Bool) throws(FileError) {
        self.finalPath = finalPath
        self.mayReplace = mayReplace
        path = finalPath + Self.partialSuffix
        var status = stat()
        if Files.stat(finalPath, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
            throw FileError(status.st_mode & S_IFMT == S_IFDIR ? .isFolder : .isSpecial, finalPath)
        }
        guard mayReplace || !Self.exists(finalPath) else { throw FileError(.exists, finalPath) }
        descriptor = try Self.openLocked(path, output: finalPath)
        // Truncating an empty file is avoided: ext4 flushes a truncated file when it is closed, which takes a while.
        try FileError.check(fstat(descriptor, &status), "creating it", finalPath)
        if status.st_size > 0 { try FileError.check(ftruncate(descriptor, 0), "shortening it", path) }
    }

    deinit {
        // After ``commit()`` the path refers to nothing, or to the file of another run.
        if FileLock.isFile(descriptor, at: path) { unlink(path) }
        close(descriptor)
    }

    private static func openLocked(_ path: String, output: String) throws(FileError) -> Int32 {
        while true {
            let created = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, partialMode)
            if created < 0, errno != EEXIST { try FileError.check(created, "creating it", output) }
            guard let descriptor = created >= 0 ? created : try openLeftover(path) else { continue }
            do throws(FileError) {
                if created >= 0 { mark(created) }
                guard try FileLock.lock(descriptor, path: path) else { throw FileError(.busy, output) }
                // Between `open` and `flock`, the other run may have renamed or removed the file.
                if FileLock.isFile(descriptor, at: path) {
                    if created < 0 { try checkLeftover(descriptor, path) }
                    return descriptor
                }
            } catch {
                close(descriptor)
                throw error
            }
            close(descriptor)
        }
    }

    /// Syncs the file, renames it to ``finalPath`` and syncs the folder.
    ///
    /// - Throws: ``FileError``, with cause ``FileError/Cause/appeared`` when a file is there that may not be replaced.
    package func commit() throws(FileError) {
        try DurableStorage.sync(descriptor, path: path)
        try moveIntoPlace()
        try DurableStorage.sync(folder: FileOwner.folder(of: finalPath))
    }

    private func moveIntoPlace() throws(FileError) {
        // Network file systems report failed writes when a descriptor is closed.
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        if copy >= 0 { try FileError.check(close(copy), "writing", path) }
        if !mayReplace {
            if tk_rename_noreplace(path, finalPath) == 0 { return removeMark() }
            let code = errno
            if code == EEXIST || Self.exists(finalPath) { throw FileError(.appeared, finalPath) }
            // Some file systems do not support RENAME_NOREPLACE.
            guard code == EINVAL || code == ENOSYS else {
                throw FileError(.system(action: "moving it to \(finalPath)", errno: code), path)
            }
        }
        try FileError.check(rename(path, finalPath), "moving it to \(finalPath)", path)
        removeMark()
    }

    /// Removes the file, even while it is open elsewhere; an older file at ``finalPath`` is not touched.
    package func remove() throws(FileError) {
        defer { flock(descriptor, LOCK_UN) }
        if FileLock.isFile(descriptor, at: path) { try FileError.check(unlink(path), "removing it", path) }
    }

    /// Whether something exists at the path, even a dangling link.
    private static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }
}
