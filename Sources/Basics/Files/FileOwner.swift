internal import Glibc

/// Decides whether a file or folder that an earlier run may have left belongs to this user.
///
/// In a folder that several people may write to, anything can lie at a path before a run gets there. Files of other users are
/// never overwritten, continued or removed.
package enum FileOwner {
    /// Whether an open file is regular, has no other hard links and belongs to this user.
    ///
    /// - Parameters:
    ///   - descriptor: the open file.
    ///   - folder: the folder of the file.
    /// - Returns: `false` also if the owner cannot be determined.
    package static func isOwnFile(_ descriptor: Int32, in folder: String) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_nlink <= 1
            && isOurs(owner: status.st_uid, in: folder)
    }

    /// Whether a path is a folder of this user, and not a link to a folder.
    package static func isOwnFolder(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
            && isOurs(owner: status.st_uid, in: path)
    }

    /// Whether a path is a folder of this user, or a link of this user to one, in a folder that no other user but root
    /// owns.
    package static func isOwnPlace(_ path: String) -> Bool {
        var entry = stat()
        var target = stat()
        var parent = stat()
        guard lstat(path, &entry) == 0, Files.stat(path, &target) == 0, target.st_mode & S_IFMT == S_IFDIR,
            Files.stat(folder(of: path), &parent) == 0
        else { return false }
        return [entry.st_uid, target.st_uid].allSatisfy { isOurs(owner: $0, in: path) }
            && (parent.st_uid == 0 || isOurs(owner: parent.st_uid, in: path))
    }

    /// Whether a path is a folder of ``isOwnPlace(_:)``, in which no other user can create or replace files.
    package static func isPrivatePlace(_ path: String) -> Bool {
        var target = stat()
        var parent = stat()
        guard isOwnPlace(path), Files.stat(path, &target) == 0, Files.stat(folder(of: path), &parent) == 0 else {
            return false
        }
        // In a folder such as /tmp, only the owner of an entry replaces it.
        let isParentSafe = parent.st_mode & S_IWOTH == 0 || parent.st_mode & S_ISVTX != 0
        return target.st_mode & S_IWOTH == 0 && isParentSafe
    }

    /// Some network and removable disks give every file the same owner, so the owner of a new file is accepted as well.
    static func isOurs(owner: uid_t, in folder: String) -> Bool {
        if owner == geteuid() { return true }
        let probe = TemporaryFiles.makeUnnamedFile(in: folder)
        guard probe >= 0 else { return false }
        defer { close(probe) }
        var status = stat()
        return fstat(probe, &status) == 0 && status.st_uid == owner
    }

    /// The path of the folder that an entry lies in.
    static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
