internal import Glibc

/// The lock of a run on its output (`flock`), which the system releases when the process ends.
package enum FileLock {
    /// The number of further tries for a lock that is held, before another run is assumed to hold it.
    static let retries = 40
    /// The microseconds between two tries.
    private static let pause: UInt32 = 5000

    /// Opens a folder and locks it.
    ///
    /// - Parameter path: the folder; a link to a folder is not followed.
    /// - Returns: the descriptor, which holds the lock until it is closed; `nil` if another run holds the lock, or held it
    ///   until now and has moved or removed the folder.
    /// - Throws: ``FileError`` when the folder cannot be opened or locked.
    package static func acquire(_ path: String) throws(FileError) -> Int32? {
        try acquire(path) { usleep(pause) }
    }

    /// As ``acquire(_:)``; tests replace the sleep.
    static func acquire(_ path: String, wait: () -> Void) throws(FileError) -> Int32? {
        let folder = try FileError.check(
            open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC), "opening it", path)
        do throws(FileError) {
            if try lock(folder, path: path, wait: wait), isFile(folder, at: path) { return folder }
        } catch {
            close(folder)
            throw error
        }
        close(folder)
        return nil
    }

    /// Locks an open file or folder; `false` if another run holds the lock.
    ///
    /// A forked process holds a copy of every lock until it calls `exec`, some milliseconds later. Only a lock that is
    /// held longer belongs to another run.
    static func lock(
        _ descriptor: Int32, path: String, wait: () -> Void = { usleep(pause) }
    ) throws(FileError) -> Bool {
        var tries = 0
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            let code = errno
            guard code == EWOULDBLOCK else { throw FileError(.system(action: "locking it", errno: code), path) }
            guard tries < retries else { return false }
            tries += 1
            wait()
        }
        return true
    }

    /// Whether a path still refers to an open file or folder, and not to a replacement.
    ///
    /// Between opening and locking, the run that held the lock may have renamed or removed it.
    package static func isFile(_ descriptor: Int32, at path: String) -> Bool {
        var own = stat()
        var other = stat()
        return fstat(descriptor, &own) == 0 && lstat(path, &other) == 0 && own.st_ino == other.st_ino
            && own.st_dev == other.st_dev
    }
}
