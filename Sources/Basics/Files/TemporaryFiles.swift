internal import CLinux
internal import Glibc

/// Creates temporary files that can be as large as an image.
package enum TemporaryFiles {
    /// The folder in the environment variable TMPDIR, else /var/tmp; not /tmp, which is often held in memory.
    package static var folder: String {
        let named = PathText.variable("TMPDIR") ?? ""
        return named.isEmpty ? "/var/tmp" : named
    }

    /// Creates a folder with a new name in ``folder``, which only the user can read; the caller removes it with ``FolderRemoval``.
    package static func makeFolder() throws(FileError) -> String {
        let parent = folder
        var name = PathText.cString(of: "\(parent)/tilekit-XXXXXX")
        guard mkdtemp(&name) != nil else {
            throw FileError(.system(action: "creating a folder here", errno: errno), parent)
        }
        return PathText.text(name.dropLast().map { UInt8(bitPattern: $0) })
    }

    /// Creates a file without a name, which the system deletes when its descriptor is closed.
    ///
    /// - Returns: a close-on-exec descriptor that the caller closes; -1 with `errno` set on failure.
    package static func makeUnnamedFile(in folder: String) -> Int32 {
        let unnamed = tk_create_unnamed(folder)
        if unnamed >= 0 || ![EOPNOTSUPP, EISDIR, EINVAL, ENOENT].contains(errno) { return unnamed }
        // The file has a name until it is removed, and keeps it if the process is killed in between.
        var name = PathText.cString(of: "\(folder)/.tilekit-XXXXXX")
        let descriptor = mkstemp(&name)
        if descriptor >= 0 {
            unlink(name)
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }
        return descriptor
    }
}
