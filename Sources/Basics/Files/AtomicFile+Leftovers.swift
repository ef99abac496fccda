internal import Glibc

extension AtomicFile {
    /// The mode of an unfinished file: the mode of a new file, and the sticky bit as a mark.
    ///
    /// The bit has no meaning for files on Linux (inode(7)), and only the owner can set it. By it the next run knows the
    /// file of a killed one from a file of somebody else, whatever it contains.
    static let partialMode: mode_t = 0o666 | S_ISVTX

    /// Throws if something foreign lies under the partial name of a file that is going to be written.
    ///
    /// - Parameter finalPath: the path of the finished file.
    /// - Throws: ``FileError``, with cause ``FileError/Cause/foreign`` unless a killed run of this user has left it.
    package static func checkPartialName(of finalPath: String) throws(FileError) {
        let path = finalPath + partialSuffix
        guard let descriptor = try openLeftover(path) else { return }
        defer { close(descriptor) }
        try checkLeftover(descriptor, path)
    }

    /// Opens what lies at the partial name; `nil` if there is nothing.
    static func openLeftover(_ path: String) throws(FileError) -> Int32? {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            guard errno == ENOENT else { throw FileError(.system(action: "creating it", errno: errno), path) }
            return nil
        }
        // Opening a device or a pipe may have effects.
        guard status.st_mode & S_IFMT == S_IFREG else { throw FileError(.foreign, path) }
        let descriptor = open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        if descriptor < 0, errno == ENOENT { return nil }
        guard descriptor >= 0 else { throw FileError(.foreign, path) }
        return descriptor
    }

    /// Throws unless an open file is one that a killed run of this user has left.
    static func checkLeftover(_ descriptor: Int32, _ path: String) throws(FileError) {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_ISVTX != 0,
            FileOwner.isOwnFile(descriptor, in: FileOwner.folder(of: path))
        else { throw FileError(.foreign, path) }
    }

    /// Marks a file as unfinished, where the system has not done so when it was created.
    static func mark(_ descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_ISVTX == 0 else { return }
        fchmod(descriptor, status.st_mode & 0o777 | S_ISVTX)
    }

    /// Removes the mark from a finished file.
    func removeMark() {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_ISVTX != 0 else { return }
        fchmod(descriptor, status.st_mode & 0o777)
    }
}
