internal import Glibc
internal import TilePyramid

extension FileSystem {
    /// What is known about a tile's file without reading it; nil when there is no such file.
    ///
    /// Files with several names (hard links) are told by their number in the file system.
    ///
    /// - Throws: ``StoreError`` when that cannot be told, also when the whole folder of the pyramid is not there.
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

    /// Names everything in a folder, in no particular order, with what is known about a file.
    ///
    /// One name is held at a time, so that memory does not grow with their number. `body` gets a name, and the file's
    /// size and place; nil for what is no file, such as a folder or a link to nowhere.
    ///
    /// - Throws: ``StoreError`` when the folder cannot be read, and what `body` throws.
    static func forEachFile(of folder: String, _ body: (String, StoredTile?) throws -> Void) throws {
        try forEachEntry(of: folder) { name, isFolder in
            try body(name, isFolder ? nil : storedTile("\(folder)/\(name)", in: folder))
        }
    }
}

extension StoredTile {
    /// A tile that is a file of its own, or one of several names of a file.
    fileprivate init(_ status: stat) {
        self.init(byteCount: Int(status.st_size), sharedBlobID: status.st_nlink > 1 ? UInt64(status.st_ino) : nil)
    }
}
