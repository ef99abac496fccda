internal import FilePyramids
internal import Files
internal import Glibc
internal import TileContainers

/// A small file of the user's state, beside the list of recent files.
///
/// It is replaced as a whole, can be read by its owner alone, and is changed by one viewer at a time.
struct StateFile: Hashable, Sendable {
    /// The path of the file; its folder is created when it is needed.
    var path: String

    /// The most bytes of a file that are read: 16 MB.
    static let byteLimit = 16_000_000

    /// Reads the file, of which `limit` is the most bytes; nil if there is none.
    func read(upTo limit: Int = byteLimit) throws(StateFileError) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw StateFileError(path: path, "opening it failed: \(String(cString: strerror(errno))).")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= limit
        else { throw StateFileError(path: path, "this is not a file of up to \(limit) bytes. Move it away.") }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        let result = bytes.withUnsafeMutableBytes { buffer in
            Result { () throws(DescriptorIO.Failure) in try DescriptorIO.read(into: buffer, from: descriptor) }
        }
        switch result {
        case .success(let count): return Array(bytes.prefix(count))
        case .failure(let failure):
            throw StateFileError(path: path, "reading failed: \(String(cString: strerror(failure.code))).")
        }
    }

    /// Changes the file while no other viewer can.
    ///
    /// - Parameter body: given the file, or nil if there is none, it returns what the file becomes, or nil for no change.
    /// - Throws: what the closure throws, and ``StateFileError`` if the file cannot be read or written.
    func change(_ body: ([UInt8]?) throws(StateFileError) -> [UInt8]?) throws(StateFileError) {
        let folder = FilePath.parent(of: path)
        PrivateFolder.create(folder)
        let lock = try Self.lock(folder)
        defer { close(lock) }
        guard let bytes = try body(read()) else { return }
        do {
            try replace(by: bytes)
        } catch let error as FileError {
            throw StateFileError(error)
        } catch {
            throw StateFileError(path: path, "it cannot be written: \(error)")
        }
    }

    private static func lock(_ folder: String) throws(StateFileError) -> Int32 {
        do throws(FileError) {
            if let descriptor = try FileLock.acquire(folder) { return descriptor }
        } catch {
            throw StateFileError(error)
        }
        throw StateFileError(path: folder, "another viewer is writing here. Try again.")
    }

    /// Renames the file, because it is damaged, so that nothing in it is lost.
    ///
    /// - Returns: the new path; nil if it could not be renamed.
    func setAside() -> String? {
        let new = UniqueFileName.path("\(path)-damaged", "json")
        return rename(path, new) == 0 ? new : nil
    }

    private func replace(by bytes: [UInt8]) throws {
        let file = try AtomicFile(path, mayReplace: true)
        fchmod(file.descriptor, 0o600)
        try bytes.withUnsafeBytes { try DescriptorIO.write($0, to: file.descriptor) }
        try file.commit()
    }

    /// A path by which a file is recognized however it is named: without links, and independent of the current folder; an
    /// address as it is.
    ///
    /// Nil if there is no such file, and for addresses with a password.
    static func canonicalPath(_ file: String) -> String? {
        if PyramidLocation(file).isRemote { return RecentFiles.keepsAddress(file) ? file : nil }
        guard let path = realpath(file, nil) else { return nil }
        defer { free(path) }
        return PathText.text(path)
    }
}
