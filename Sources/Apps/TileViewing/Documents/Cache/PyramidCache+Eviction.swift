internal import Files
internal import Glibc
internal import TileContainers

extension PyramidCache {
    /// A cached pyramid that may be evicted.
    private struct Candidate {
        var path: String
        var bytes: Int
        /// The time of the last use, in seconds and nanoseconds.
        var lastUse: (Int, Int)
    }

    /// The prefix of folders that are being removed.
    private static let removedPrefix = "removed-"

    /// Evicts the least recently used pyramids until the cache, with `room` more bytes, is within its limit.
    ///
    /// A pyramid that any process has open stays. Blocks while it removes files; call it on a worker. A folder that
    /// cannot be removed is tried again the next time.
    func makeRoom(for room: Int = 0) {
        guard FileOwner.isOwnPlace(path) else { return }
        let names = (try? FileSystem.entries(of: path)) ?? []
        for name in names where name.hasPrefix(Self.removedPrefix) {
            try? FileSystem.removeAll("\(path)/\(name)")
        }
        let candidates = names.filter { !$0.hasPrefix(Self.removedPrefix) }.compactMap { candidate("\(path)/\($0)") }
        var bytes = candidates.reduce(room) { $0 + $1.bytes }
        for candidate in candidates.sorted(by: { $0.lastUse < $1.lastUse }) {
            guard bytes > sizeLimit else { return }
            if remove(candidate.path) {
                bytes -= candidate.bytes
            }
        }
    }

    private func candidate(_ folder: String) -> Candidate? {
        let name = "\(folder)/\(PyramidCacheEntry.lockName)"
        var status = stat()
        guard FileOwner.isOwnFolder(folder), lstat(name, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        let note = (try? FileSystem.readWhole(name)).flatMap { $0 } ?? []
        let noted = String(decoding: note, as: UTF8.self).split(separator: "\n").first.flatMap { Int($0) }
        return Candidate(
            path: folder, bytes: noted ?? Self.bytes(in: folder),
            lastUse: (status.st_mtim.tv_sec, status.st_mtim.tv_nsec))
    }

    /// Removes a folder unless a process has it open; returns whether it was removed.
    private func remove(_ folder: String) -> Bool {
        let name = "\(folder)/\(PyramidCacheEntry.lockName)"
        let file = open(name, O_RDWR | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        guard flock(file, LOCK_EX | LOCK_NB) == 0, FileLock.isFile(file, at: name) else { return false }
        let removed = "\(path)/\(Self.removedPrefix)\(FilePath.name(of: folder))-\(getpid())"
        guard rename(folder, removed) == 0 else { return false }
        try? FileSystem.removeAll(removed)
        return true
    }

    /// The bytes on disk of everything in a folder, for pyramids that were never finished.
    private static func bytes(in folder: String) -> Int {
        ((try? FileSystem.entries(of: folder)) ?? []).reduce(0) { sum, name in
            let path = "\(folder)/\(name)"
            var status = stat()
            guard lstat(path, &status) == 0 else { return sum }
            return sum + (status.st_mode & S_IFMT == S_IFDIR ? bytes(in: path) : Int(status.st_blocks) * 512)
        }
    }
}
