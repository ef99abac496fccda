internal import CLinux
internal import Files
internal import Glibc
package import TilePyramid

/// File operations shared by the stores, with errors that name the path.
package enum FileSystem {
    /// Whether something exists at the path, even a dangling link.
    package static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// Whether the path is a folder, or a link to one.
    package static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return Files.stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Whether the path is a symbolic link, also one to nothing.
    package static func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    /// Whether the path is a folder, and no link to one.
    package static func isUnlinkedFolder(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Whether a folder has no entries.
    static func isEmptyFolder(_ path: String) throws -> Bool { try entries(of: path).isEmpty }

    /// Creates a folder unless it exists.
    static func createFolder(_ path: String) throws {
        if mkdir(path, 0o777) != 0, errno != EEXIST {
            throw StoreError.system("creating the folder", path: path, errno: errno)
        }
    }

    /// Renames a file or folder, replacing an existing file.
    package static func rename(_ old: String, to new: String) throws {
        try StoreError.check(Files.rename(old, new), "moving it to \(new)", path: old)
    }

    /// Throws ``StoreError`` if what lies under the partial name of a file was not left by an interrupted run of this user.
    package static func checkPartialName(of path: String) throws {
        try StoreError.wrapping { () throws(FileError) in try AtomicFile.checkPartialName(of: path) }
    }

    /// Waits until the names in the folder of a path are on the disk.
    package static func syncFolder(of path: String) throws {
        try StoreError.wrapping { () throws(FileError) in try DurableStorage.sync(folder: FilePath.parent(of: path)) }
    }

    /// Exchanges two folders atomically, so that neither is ever missing.
    static func exchange(_ first: String, _ second: String) throws {
        if tk_rename_exchange(first, second) == 0 {
            return
        }
        guard errno == EINVAL || errno == ENOSYS else {
            throw StoreError.system("moving it to \(second)", path: first, errno: errno)
        }
        // File systems without RENAME_EXCHANGE (some network ones) take three steps; the old folder is never removed.
        let aside = second + ".old"
        guard !exists(aside) else { throw StoreError.foreign(aside) }
        try rename(second, to: aside)
        try rename(first, to: second)
        try rename(aside, to: first)
    }

    /// Removes a file, or a folder with its contents; does nothing if there is none.
    package static func removeAll(_ path: String) throws {
        try StoreError.wrapping { () throws(FileError) in try FolderRemoval.remove(path) }
    }

    /// The names of a folder's entries, without "." and "..", in no particular order.
    package static func entries(of folder: String) throws -> [String] {
        var names: [String] = []
        try forEachEntry(of: folder) { name, _ in names.append(name) }
        return names
    }

    /// Calls `body` for every entry of a folder but "." and "..", in no particular order.
    ///
    /// A link to a folder is not a folder.
    package static func forEachEntry(of folder: String, _ body: (_ name: String, _ isFolder: Bool) throws -> Void)
        throws
    {
        guard let stream = opendir(folder) else { throw StoreError.reading(folder, errno: errno) }
        defer { closedir(stream) }
        while let entry = readdir(stream) {
            let name = PathText.name(of: entry)
            guard name != ".", name != ".." else { continue }
            var isFolder = entry.pointee.d_type == DT_DIR
            if entry.pointee.d_type == DT_UNKNOWN {
                // Some file systems do not fill in `d_type`.
                var status = stat()
                isFolder = lstat("\(folder)/\(name)", &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
            }
            try body(name, isFolder)
        }
    }

    /// Writes a file that appears when it is complete, and replaces an existing one.
    package static func writeWhole(_ bytes: [UInt8], to path: String) throws {
        let file = try StoreError.wrapping { () throws(FileError) in try AtomicFile(path, mayReplace: true) }
        try bytes.withUnsafeBytes { try write($0, to: file.descriptor, path: path) }
        try StoreError.wrapping(file.commit)
    }

    /// Writes all bytes, however many calls that takes.
    ///
    /// The offset is by default the current position; by default, a later run can continue after a full disk.
    package static func write(
        _ bytes: UnsafeRawBufferPointer, to file: Int32, at offset: Int? = nil, path: String, canResume: Bool = true
    ) throws {
        do {
            try DescriptorIO.write(bytes, to: file, at: offset)
        } catch {
            throw StoreError.system("writing", path: path, errno: error.code, canResume: canResume)
        }
    }

    /// The most bytes of a file that is read whole: an uncompressed tile of the largest size.
    package static let fileByteLimit = 256 << 20

    /// Reads a whole file, or its first `limit` bytes; `nil` if it does not exist.
    package static func readWhole(_ path: String, limit: Int = .max) throws -> [UInt8]? {
        try readWhole(path, limit: limit, within: nil)
    }

    /// Reads a whole file, or its first `limit` bytes; `nil` if it does not exist.
    ///
    /// - Throws: ``StoreError`` when it cannot be read, or lies elsewhere than in a folder after links have been resolved.
    static func readWhole(_ path: String, limit: Int, within root: ResolvedFolder?) throws -> [UInt8]? {
        try withFile(path, within: root) { file, size in
            let size = min(size, limit)
            guard size <= fileByteLimit else {
                throw StoreError(.malformed, path: path, "it has \(size) bytes, too many for a tile.")
            }
            return try [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
                count = try read(from: file, into: UnsafeMutableRawBufferPointer(buffer), path: path)
            }
        }
    }

    /// Reads the bytes of a range of a file, as far as the file has them; `nil` if it does not exist.
    ///
    /// - Throws: ``StoreError`` when it cannot be read, or lies elsewhere than in a folder after links have been resolved.
    static func read(_ path: String, in range: Range<Int>, within root: ResolvedFolder) throws -> [UInt8]? {
        try withFile(path, within: root) { file, size in
            let present = range.clamped(to: 0..<max(0, size))
            return try [UInt8](unsafeUninitializedCapacity: present.count) { buffer, count in
                let target = UnsafeMutableRawBufferPointer(start: buffer.baseAddress, count: present.count)
                count = try read(from: file, into: target, at: present.lowerBound, path: path)
            }
        }
    }

    /// Opens a file for reading; `nil` if there is none, or something else than a file.
    ///
    /// - Returns: the descriptor, which the caller closes.
    /// - Throws: ``StoreError`` when it cannot be opened, or lies elsewhere than in a folder after links have been resolved.
    static func open(_ path: String, within root: ResolvedFolder) throws -> Int32? {
        try withFile(path, within: root) { file, _ -> Int32? in
            var status = stat()
            guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
            return try StoreError.check(fcntl(file, F_DUPFD_CLOEXEC, 0), "opening it", path: path)
        } ?? nil
    }

    /// Lends the descriptor and the size of a file to `body`; `nil` if the file does not exist.
    private static func withFile<Result>(
        _ path: String, within root: ResolvedFolder?, _ body: (Int32, Int) throws -> Result
    ) throws -> Result? {
        // O_NONBLOCK: opening a pipe must not wait.
        let file = Files.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        if file < 0, errno == ENOENT || errno == ENOTDIR { return nil }
        guard file >= 0 else { throw StoreError.reading(path, errno: errno) }
        defer { close(file) }
        if let root, !root.contains(descriptor: file, openedAt: path) { throw StoreError.leadingOut(path) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw StoreError.reading(path, errno: errno) }
        return try body(file, Int(status.st_size))
    }

    /// Fills the buffer from an offset, by default the current position; fewer bytes are read only at the end of the
    /// file.
    package static func read(
        from file: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int? = nil, path: String
    ) throws -> Int {
        do {
            return try DescriptorIO.read(into: buffer, from: file, at: offset)
        } catch {
            throw StoreError.reading(path, errno: error.code)
        }
    }

    /// The tile in a file, whose inode number is the blob ID if it has several hard links; `nil` if there is no file.
    ///
    /// - Throws: ``StoreError`` when the lookup fails, or the pyramid's folder does not exist.
    package static func storedTile(_ path: String, in folder: String) throws -> StoredTile? {
        try status(ofFile: path, in: folder).map {
            StoredTile(byteCount: Int($0.st_size), sharedBlobID: $0.st_nlink > 1 ? UInt64($0.st_ino) : nil)
        }
    }

    /// The modification time and the size of a file; `nil` if there is none.
    ///
    /// - Throws: ``StoreError`` when it cannot be looked up, or `folder` no longer exists.
    package static func stamp(_ path: String, in folder: String) throws -> TileStamp? {
        try status(ofFile: path, in: folder).map {
            TileStamp(
                modifiedAt: $0.st_mtim.tv_sec, nanoseconds: $0.st_mtim.tv_nsec, byteCount: Int($0.st_size))
        }
    }

    private static func status(ofFile path: String, in folder: String) throws -> stat? {
        var status = stat()
        if Files.stat(path, &status) == 0 {
            return status.st_mode & S_IFMT == S_IFREG ? status : nil
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
    package static func forEachFile(of folder: String, _ body: (String, StoredTile?) throws -> Void) throws {
        try forEachEntry(of: folder) { name, isFolder in
            try body(name, isFolder ? nil : storedTile("\(folder)/\(name)", in: folder))
        }
    }
}
