internal import Glibc
internal import TilePyramid

extension FileSystem {
    /// The size of a tile's file, and its inode number if it has several hard links; `nil` if there is no such file.
    ///
    /// - Throws: ``StoreError`` when the lookup fails, or the pyramid's folder does not exist.
    static func storedTile(_ path: String, in folder: String) throws -> StoredTile? {
        var status = stat()
        if stat(path, &status) == 0 {
            return status.st_mode & S_IFMT == S_IFREG ? StoredTile(status) : nil
        }
        let code = errno
        guard code == ENOENT || code == ENOTDIR else { throw StoreError.reading(path, errno: code) }
        guard isFolder(folder) else { throw StoreError.vanished(folder) }
        return nil
    }

    /// Calls `body` for every entry of a folder, in no particular order, with its name and ``StoredTile``.
    ///
    /// The latter is `nil` for anything but a file, such as a folder or a dangling link. Only one name is in memory at
    /// a time.
    ///
    /// - Throws: ``StoreError`` when the folder cannot be read, and what `body` throws.
    static func forEachFile(of folder: String, _ body: (String, StoredTile?) throws -> Void) throws {
        try forEachEntry(of: folder) { name, isFolder in
            try body(name, isFolder ? nil : storedTile("\(folder)/\(name)", in: folder))
        }
    }
}

extension StoredTile {
    /// Describes a file; its inode number is the blob ID if it has several names.
    fileprivate init(_ status: stat) {
        self.init(byteCount: Int(status.st_size), sharedBlobID: status.st_nlink > 1 ? UInt64(status.st_ino) : nil)
    }
}
