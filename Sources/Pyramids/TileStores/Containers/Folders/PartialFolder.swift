internal import Files
internal import Glibc
internal import Concurrency
internal import TilePyramid

/// An unfinished folder of tile files, locked against other runs, with a journal of its tiles.
///
/// The folder is named `<final name>.partial` until ``moveIntoPlace()`` renames it.
final class PartialFolder: Sendable {
    /// The path while tiles are being written.
    let path: String
    /// The path of the finished folder.
    let finalPath: String

    /// Whether the interrupted final rename of a killed run was undone.
    let hasUndoneMove: Bool

    private let folder: Int32
    private let files: OpenFolder
    /// Makes duplicate tiles hard links; `nil` if the options do not ask for it.
    private let deduplicator: HardLinkDeduplicator?
    private let journal: Locked<TileJournal>
    /// The tiles that an earlier run finished.
    private let finished: FinishedTiles

    /// Creates the folder, or continues the one that an interrupted run left.
    init(finalPath: String, pyramid: Pyramid, options: StoreOptions) throws {
        self.finalPath = finalPath
        path = finalPath + ".partial"
        try FileSystem.createFolder(path)
        var folder = try Self.lock(path, output: finalPath)
        do {
            let moved = try Self.undoInterruptedMove(partial: path, final: finalPath)
            hasUndoneMove = moved != nil
            if let moved {
                close(folder)
                folder = moved
            }
            let opened = try Self.openJournal(in: path, pyramid: pyramid, options: options)
            finished = opened.finished
            finishedBytes = opened.finishedBytes
            files = try OpenFolder(path)
            deduplicator = options.linksDuplicateTiles ? HardLinkDeduplicator() : nil
            journal = Locked(opened)
        } catch {
            close(folder)
            rmdir(path)  // a folder that is not empty stays
            throw error
        }
        self.folder = folder
    }

    deinit {
        journal.withLock { $0.closeFile() }
        close(folder)
    }

    /// Opens and locks a folder; refuses a second run.
    private static func lock(_ path: String, output: String) throws -> Int32 {
        let folder = try StoreError.wrapping { () throws(FileError) in try FileLock.acquire(path) }
        guard let folder else {
            throw StoreError(
                .busy, path: output,
                "another run is writing this pyramid. Wait for it, or choose another place with --output.")
        }
        return folder
    }

    /// Undoes the final rename of a killed run, which left its journal in the final folder.
    ///
    /// - Returns: the locked folder that now has the partial name; `nil` if there was nothing to undo.
    private static func undoInterruptedMove(partial: String, final: String) throws -> Int32? {
        guard FileSystem.exists("\(final)/\(TileJournal.fileName)") else { return nil }
        // That run may still be alive and about to finish.
        let folder = try lock(final, output: final)
        do {
            try FileSystem.exchange(partial, final)
            if try FileSystem.entries(of: final).isEmpty {
                try FileSystem.removeAll(final)
            }
        } catch {
            close(folder)
            throw error
        }
        return folder
    }

    private static func openJournal(in path: String, pyramid: Pyramid, options: StoreOptions) throws -> TileJournal {
        let file = "\(path)/\(TileJournal.fileName)"
        let isLeftOver = try !FileSystem.entries(of: path).isEmpty
        // Resuming and replacing together continue an interrupted replacement.
        if isLeftOver, options.resumes || !options.replacesExisting {
            guard options.resumes else { throw StoreError.interrupted(path) }
            if FileSystem.exists(file) {
                return try TileJournal(continuing: file, pyramid: pyramid, fingerprint: options.fingerprint)
            }
        }
        for entry in try FileSystem.entries(of: path) {
            try FileSystem.removeAll("\(path)/\(entry)")
        }
        return try TileJournal(creating: file, pyramid: pyramid, fingerprint: options.fingerprint)
    }

    /// Whether an earlier run finished this tile.
    func isFinished(_ index: TileIndex) -> Bool { finished.contains(index) }

    /// The total size of the tiles that an earlier run finished.
    let finishedBytes: Int

    /// What hard links have saved in this run.
    var deduplication: DeduplicationStatistics { deduplicator?.deduplication ?? DeduplicationStatistics() }

    /// Writes the file of a tile and records it in the journal; may be called from any thread.
    ///
    /// Creates the folders in the name. On failure, no file of that name is left.
    func write(_ bytes: RawSpan, to name: String, of index: TileIndex) throws {
        if let deduplicator {
            try deduplicator.write(bytes, to: name, in: files, at: path)
        } else {
            try files.write(bytes, to: name)
        }
        try journal.withLock { try $0.record(index, byteCount: bytes.byteCount) }
    }

    /// Writes a file other than a tile, replacing an existing one.
    func write(_ bytes: RawSpan, to name: String) throws {
        try files.write(bytes, to: name)
    }

    /// Writes pending journal entries.
    func flush() throws { try journal.withLock { try $0.flush() } }

    /// Writes pending journal entries and releases the lock, so that a later run can continue.
    ///
    /// The tiles can still be read from this object.
    func suspend() throws {
        defer { flock(folder, LOCK_UN) }
        try flush()
    }

    /// Renames the folder to its final path, exchanging it with an older folder, which then has the partial name.
    ///
    /// The journal stays in it until ``removeJournal()``, as a sign that the run has not finished.
    func moveIntoPlace() throws {
        try flush()
        if FileSystem.exists(finalPath) {
            try FileSystem.exchange(path, finalPath)
        } else {
            try FileSystem.rename(path, to: finalPath)
        }
    }

    /// Removes the journal from the final folder, which makes the pyramid complete.
    func removeJournal() throws {
        journal.withLock { $0.closeFile() }
        try StoreError.check(unlink("\(finalPath)/\(TileJournal.fileName)"), "removing the journal", path: finalPath)
    }

    /// Removes the folder with the partial name: this run's tiles, or the older pyramid after ``moveIntoPlace()``.
    func removePartial() throws { try FileSystem.removeAll(path) }
}
