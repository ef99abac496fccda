internal import Glibc
internal import Concurrency
internal import TilePyramid

/// A folder of tile files that is not finished yet: locked against other runs, with a journal of what is in it.
///
/// Tiles are written under `<final name>.partial`. Only ``moveIntoPlace()`` gives the folder its name.
final class PartialFolder: Sendable {
    /// Where the tiles are gathered.
    let path: String
    /// What the folder will be called.
    let finalPath: String

    /// Whether a run that was killed while it moved its folder into place has been set back.
    let hasUndoneMove: Bool

    private let folder: Int32
    private let files: OpenFolder
    /// Equal tiles, where these are to be one file; nil otherwise.
    private let deduplicator: HardLinkDeduplicator?
    private let journal: Locked<TileJournal>
    /// The tiles that an earlier run has finished; does not change.
    private let finished: FinishedTiles

    /// Creates the folder or takes up the one an interrupted run has left.
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
            rmdir(path)  // where there was none before; a folder with something in it stays
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
        guard let folder = try FileLock.acquire(path) else {
            throw StoreError(
                .busy, path: output,
                "another run is writing this pyramid. Wait for it, or choose another place with --output.")
        }
        return folder
    }

    /// A run that was killed between moving its folder into place and completing the rest has left a journal in the
    /// final folder: the two folders are put back where they were.
    ///
    /// - Returns: the folder that has the partial name then, locked; nil when there was nothing to undo.
    private static func undoInterruptedMove(partial: String, final: String) throws -> Int32? {
        guard FileSystem.exists("\(final)/\(TileJournal.fileName)") else { return nil }
        // That run may be alive and about to complete the rest.
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

    private static func openJournal(
        in path: String, pyramid: Pyramid, options: StoreOptions
    ) throws -> TileJournal {
        let file = "\(path)/\(TileJournal.fileName)"
        let isLeftOver = try !FileSystem.entries(of: path).isEmpty
        // Both together go on with a run that was to replace an older pyramid.
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

    /// Whether an earlier run has finished this tile.
    func isFinished(_ index: TileIndex) -> Bool { finished.contains(index) }

    /// The bytes of the tiles that an earlier run has finished.
    let finishedBytes: Int

    /// What tiles that are one file with others have saved in this run.
    var deduplication: DeduplicationStatistics { deduplicator?.deduplication ?? DeduplicationStatistics() }

    /// Creates a folder in it.
    func createSubfolder(_ name: String) throws {
        try FileSystem.createFolder("\(path)/\(name)")
    }

    /// Writes a tile's file and enters the tile; from any thread.
    ///
    /// The folders that its name begins with are made. On failure nothing of that name is left.
    func write(_ bytes: RawSpan, to name: String, of index: TileIndex) throws {
        if let deduplicator {
            try deduplicator.write(bytes, to: name, in: files, at: path)
        } else {
            try files.write(bytes, to: name)
        }
        try journal.withLock { try $0.record(index, byteCount: bytes.byteCount) }
    }

    /// Writes a file that is no tile; one that is there is replaced.
    func write(_ bytes: RawSpan, to name: String) throws {
        try files.write(bytes, to: name)
    }

    /// Brings the journal up to date.
    func flush() throws {
        try journal.withLock { try $0.flush() }
    }

    /// Brings the journal up to date and leaves everything for a later run, which need not wait until this object is gone:
    /// it may still be read from.
    func suspend() throws {
        defer { flock(folder, LOCK_UN) }
        try flush()
    }

    /// Gives the folder its final name, trading places with an older one, which then has the partial name.
    ///
    /// The journal stays in it until ``removeJournal()``, as a sign that something remains to be done.
    func moveIntoPlace() throws {
        try flush()
        if FileSystem.exists(finalPath) {
            try FileSystem.exchange(path, finalPath)
        } else {
            try FileSystem.rename(path, to: finalPath)
        }
    }

    /// Removes the journal from the final folder: from here on the pyramid is complete.
    func removeJournal() throws {
        journal.withLock { $0.closeFile() }
        try StoreError.check(
            unlink("\(finalPath)/\(TileJournal.fileName)"), "removing the journal", path: finalPath)
    }

    /// Removes whatever has the partial name: this run's tiles, or after ``moveIntoPlace()`` the older pyramid's.
    func removePartial() throws {
        try FileSystem.removeAll(path)
    }
}
