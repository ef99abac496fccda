internal import CLinux
internal import Glibc

/// A file that does not have its name yet: it is made under `<final name>.partial`, locked against other runs.
///
/// Only ``moveIntoPlace()`` gives it its name. What is left without that, by a run that was killed, is overwritten by the
/// next, for half a file of one piece is of no use to anybody.
final class PartialFile: Sendable {
    /// What is written.
    let file: OpenFile
    /// What the file will be called.
    let finalPath: String
    private let mayReplace: Bool

    /// Where it is until then.
    var path: String { file.path }

    /// Makes the file, empty.
    ///
    /// - Parameters:
    ///   - finalPath: its name when it is complete.
    ///   - options: whether a file of that name may be replaced.
    /// - Throws: ``StoreError`` when there is such a file, when another run is writing it, and when it cannot be made.
    init(creating finalPath: String, options: StoreOptions) throws {
        self.finalPath = finalPath
        mayReplace = options.replacesExisting
        if FileSystem.isFolder(finalPath) {
            throw StoreError(.exists, path: finalPath, "this is a folder. Choose another --output.")
        }
        if !mayReplace, FileSystem.exists(finalPath) { throw StoreError.exists(finalPath) }
        file = try Self.lockedFile(finalPath + ".partial", output: finalPath)
        // Only then: ext4 begins to write a file that has been emptied to the disk while it is closed, and that takes
        // a while. What a power cut may cost is the same as with a folder of tiles.
        if try file.size() > 0 {
            try file.truncate(to: 0)
        }
    }

    deinit {
        // After ``moveIntoPlace()`` there is none of that name, or that of another run.
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
            // The other run may have given the file its name, or removed it, between the two steps.
            if file.isAtItsPath() { return file }
        }
    }

    /// Gives the file its name; one that has it already goes if that was asked for.
    ///
    /// - Throws: ``StoreError``, with code ``StoreError/Code/exists`` when such a file has come meanwhile.
    func moveIntoPlace() throws {
        guard !mayReplace else { return try FileSystem.rename(path, to: finalPath) }
        if tk_rename_noreplace(path, finalPath) == 0 { return }
        let code = errno
        if code == EEXIST || FileSystem.exists(finalPath) {
            throw StoreError(
                .exists, path: finalPath,
                "this has appeared while the tiles were made. Move it away and run again, or replace it with --force.")
        }
        guard code == EINVAL || code == ENOSYS else {
            throw StoreError.system("moving it to \(finalPath)", path: path, errno: code)
        }
        // Some file systems cannot do both in one step.
        try FileSystem.rename(path, to: finalPath)
    }

    /// Removes the file, also while others still have this object; an older one of the final name is not touched.
    func remove() throws {
        if file.isAtItsPath() {
            try FileSystem.removeAll(path)
        }
        file.unlock()
    }
}
