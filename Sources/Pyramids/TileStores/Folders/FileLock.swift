internal import Glibc

/// The lock of a run on the folder or file that it writes: on the thing itself, so that it goes with the process, however
/// that ends.
enum FileLock {
    /// How often a lock that is held is tried again before it is said to be another run's.
    static let retries = 40
    /// The microseconds between two tries.
    private static let pause: UInt32 = 5000

    /// Opens a folder and locks it.
    ///
    /// - Parameters:
    ///   - path: the folder.
    ///   - wait: called between two tries; sleeps unless a test has better to do.
    /// - Returns: the open folder, which holds the lock until it is closed; nil when another run has it.
    /// - Throws: ``StoreError`` when the folder cannot be opened or locked.
    static func acquire(_ path: String, wait: () -> Void = { usleep(pause) }) throws -> Int32? {
        let folder = try StoreError.check(
            open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC), "opening it", path: path)
        do {
            if try lock(folder, path: path, wait: wait) { return folder }
        } catch {
            close(folder)
            throw error
        }
        close(folder)
        return nil
    }

    /// Locks what is open; false when another run has it.
    ///
    /// A process that has just been forked holds a copy of every lock until it runs its program, some milliseconds
    /// later; only what is held longer is another run's.
    static func lock(_ descriptor: Int32, path: String, wait: () -> Void = { usleep(pause) }) throws -> Bool {
        var tries = 0
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            let code = errno
            guard code == EWOULDBLOCK else { throw StoreError.system("locking it", path: path, errno: code) }
            guard tries < retries else { return false }
            tries += 1
            wait()
        }
        return true
    }
}
