internal import Glibc

/// Removes files and folders relative to open folders, safe against a folder that is exchanged for a link meanwhile.
package enum FolderRemoval {
    /// Removes a file or a link, or a folder with its contents; does nothing if there is none.
    package static func remove(_ path: String) throws(FileError) {
        try remove(PathText.cString(of: path), in: AT_FDCWD, path: path)
    }

    /// Removes the contents of a folder.
    ///
    /// - Parameters:
    ///   - path: the folder; a link to a folder is not followed.
    ///   - kept: the name of an entry that stays. The default is none.
    /// - Throws: ``FileError`` when something cannot be removed.
    package static func removeContents(of path: String, but kept: String? = nil) throws(FileError) {
        try removeContents(of: PathText.cString(of: path), in: AT_FDCWD, path: path, but: kept)
    }

    // Names inside need not be UTF-8, so they are passed on as they are; only messages make strings of them.

    private static func remove(_ name: UnsafePointer<CChar>, in folder: Int32, path: String) throws(FileError) {
        if unlinkat(folder, name, 0) == 0 || errno == ENOENT { return }
        guard errno == EISDIR || errno == EPERM else {
            throw FileError(.system(action: "removing it", errno: errno), path)
        }
        try removeContents(of: name, in: folder, path: path)
        try FileError.check(unlinkat(folder, name, AT_REMOVEDIR), "removing it", path)
    }

    private static func removeContents(
        of name: UnsafePointer<CChar>, in folder: Int32, path: String, but kept: String? = nil
    ) throws(FileError) {
        let descriptor = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        try FileError.check(descriptor, "removing it", path)
        guard let stream = fdopendir(descriptor) else {
            let code = errno
            close(descriptor)
            throw FileError(.system(action: "removing it", errno: code), path)
        }
        defer { closedir(stream) }
        // Some network file systems skip entries where others are removed meanwhile, so the folder is read to the end again.
        var hasRemoved = true
        while hasRemoved {
            hasRemoved = false
            rewinddir(stream)
            while let entry = readdir(stream) {
                try withUnsafePointer(to: &entry.pointee.d_name) { field throws(FileError) in
                    let raw = UnsafeRawPointer(field).assumingMemoryBound(to: CChar.self)
                    let text = PathText.text(raw)
                    guard text != ".", text != "..", text != kept else { return }
                    try remove(raw, in: descriptor, path: "\(path)/\(text)")
                    hasRemoved = true
                }
            }
        }
    }
}
