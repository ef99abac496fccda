internal import CLinux
internal import Glibc

/// A file that is written as `<final name>.partial`, locked against other runs, and renamed when it is complete.
///
/// ``moveIntoPlace()`` gives it its final name. What a killed run leaves is overwritten by the next one, because a part
/// of a single-file container is of no use.
final class PartialFile: Sendable {
    /// The file to write to.
    let file: OpenFile
    /// The path of the finished file.
    let finalPath: String
    private let mayReplace: Bool

    /// The path while the file is being written.
    var path: String { file.path }

    /// Creates an empty file.
    ///
    /// - Parameters:
    ///   - finalPath: the path of the finished file.
    ///   - options: whether an existing file may be replaced.
    /// - Throws: ``StoreError`` when the output exists, when another run is writing it, and when the file cannot be
    ///   created.
    init(creating finalPath: String, options: StoreOptions) throws {
        self.finalPath = finalPath
        mayReplace = options.replacesExisting
        if FileSystem.isFolder(finalPath) {
            throw StoreError(.exists, path: finalPath, "this is a folder. Choose another --output.")
        }
        if !mayReplace, FileSystem.exists(finalPath) { throw StoreError.exists(finalPath) }
        file = try Self.lockedFile(finalPath + ".partial", output: finalPath)
        // Truncating an empty file is avoided: ext4 flushes a truncated file when it is closed, which takes a while. A
        // power cut may cost as much here as with a folder of tiles.
        if try file.size() > 0 {
            try file.truncate(to: 0)
        }
    }

    deinit {
        // After ``moveIntoPlace()`` the path refers to nothing, or to the file of another run.
        if file.isAtItsPath() { unlink(path) }
    }

    private static func lockedFile(_ path: String, output: String) throws -> OpenFile {
        while true {
            let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o666)
            try StoreError.check(descriptor, "creating it", path: path)
            let file = OpenFile(owning: descriptor, path: path)
            guard try file.lock() else {
                throw StoreError(
                    .busy, path: output,
                    "another run is writing this file. Wait for it, or choose another place with --output.")
            }
            // Between `open` and `flock`, the other run may have renamed or removed the file.
            if file.isAtItsPath() { return file }
        }
    }

    /// Renames the file to ``finalPath``, replacing an existing file if the options allow it.
    ///
    /// - Throws: ``StoreError``, with code ``StoreError/Code/exists`` when a file has appeared there that may not be
    ///   replaced.
    func moveIntoPlace() throws {
        guard !mayReplace else { return try FileSystem.rename(path, to: finalPath) }
        if tk_rename_noreplace(path, finalPath) == 0 { return }
        let code = errno
        if code == EEXIST || FileSystem.exists(finalPath) {
            throw StoreError(
                .exists, path: finalPath,
                "this appeared while tiles were being made. Move it away and run again, or replace it with --force.")
        }
        guard code == EINVAL || code == ENOSYS else {
            throw StoreError.system("moving it to \(finalPath)", path: path, errno: code)
        }
        // Some file systems do not support RENAME_NOREPLACE.
        try FileSystem.rename(path, to: finalPath)
    }

    /// Removes the file, even while it is open elsewhere; an older file at ``finalPath`` is not touched.
    func remove() throws {
        if file.isAtItsPath() {
            try FileSystem.removeAll(path)
        }
        file.unlock()
    }
}
