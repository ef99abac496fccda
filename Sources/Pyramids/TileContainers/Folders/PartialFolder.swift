internal import Files
internal import Glibc
internal import Concurrency
package import TilePyramid

/// The claim to an unfinished folder of tile files, which is locked against other runs, and the journal of its tiles.
///
/// The folder is named `<final name>.partial` until ``moveIntoPlace()`` renames it. Something else with that name, such as
/// a link or a folder without this user's ``TileJournal``, is neither used nor removed.
package final class PartialFolder: Sendable {
    /// The suffix of an unfinished folder's name.
    package static let suffix = ".partial"

    /// The path while tiles are being written.
    package let path: String
    /// The path of the finished folder.
    let finalPath: String

    /// Whether the interrupted final rename of a killed run was undone.
    let hasUndoneMove: Bool

    private let folder: Int32
    /// Whether the files are synced before the folder gets its final name.
    private let syncsFiles: Bool
    private let journal: Locked<TileJournal>
    /// The tiles that an earlier run finished.
    private let finished: FinishedTiles

    /// Creates the folder, or continues the one that an interrupted run left.
    ///
    /// - Parameters:
    ///   - finalPath: the path of the finished folder.
    ///   - pyramid: the geometry.
    ///   - options: what to do with an existing folder.
    ///   - isWhole: whether a recorded tile is there with all of its bytes; called from several threads.
    /// - Throws: ``StoreError``, naming the path and the remedy, and what `isWhole` throws.
    package init(
        finalPath: String, pyramid: Pyramid, options: StoreOptions,
        isWhole: @Sendable (TileJournal.Entry) throws -> Bool
    ) throws {
        self.finalPath = finalPath
        syncsFiles = options.syncsFolders
        path = finalPath + Self.suffix
        try FileSystem.createFolder(path)
        guard FileSystem.isUnlinkedFolder(path) else { throw StoreError.foreign(path) }
        var folder = try Self.lock(path, output: finalPath)
        do {
            let moved = try Self.undoInterruptedMove(partial: path, final: finalPath)
            hasUndoneMove = moved != nil
            if let moved {
                close(folder)
                folder = moved
            }
            let opened = try Self.openJournal(in: path, pyramid: pyramid, options: options, isWhole)
            finished = opened.finished
            finishedBytes = opened.finishedBytes
            journal = Locked(opened)
        } catch {
            rmdir(path)  // a folder that is not empty stays
            close(folder)
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
                "another run is writing this pyramid. Wait for it, or choose another place.")
        }
        return folder
    }

    /// Undoes the final rename of a killed run, which left its journal in the final folder.
    ///
    /// - Returns: the locked folder that now has the partial name; `nil` if there was nothing to undo.
    private static func undoInterruptedMove(partial: String, final: String) throws -> Int32? {
        guard FileSystem.isUnlinkedFolder(final), TileJournal.isOurs(journalPath(in: final)) else { return nil }
        // That run may still be alive and about to finish.
        let folder = try lock(final, output: final)
        do {
            guard TileJournal.isOurs(journalPath(in: final)) else {
                // It has finished while its lock was waited for.
                close(folder)
                return nil
            }
            try FileSystem.exchange(partial, final)
            rmdir(final)  // a folder that is not empty stays
        } catch {
            close(folder)
            throw error
        }
        return folder
    }

    private static func openJournal(
        in path: String, pyramid: Pyramid, options: StoreOptions,
        _ isWhole: @Sendable (TileJournal.Entry) throws -> Bool
    ) throws -> TileJournal {
        let file = journalPath(in: path)
        let replaced = replacedJournalPath(in: path)
        func makeJournal() throws -> TileJournal {
            try TileJournal(creating: file, pyramid: pyramid, fingerprint: options.fingerprint)
        }
        if try FileSystem.isEmptyFolder(path) { return try makeJournal() }
        let isReplaced = TileJournal.isOurs(replaced)
        guard FileOwner.isOwnFolder(path), isReplaced || TileJournal.isOurs(file) else {
            throw StoreError.foreign(path)
        }
        // Resuming and replacing together continue an interrupted replacement.
        if !isReplaced, options.resumes || !options.replacesExisting {
            guard options.resumes else { throw StoreError.interrupted(path) }
            let journal = try TileJournal(
                continuing: file, pyramid: pyramid, fingerprint: options.fingerprint, isWhole: isWhole)
            if let journal { return journal }
        }
        // Killed from here on, the folder holds nothing that could be continued.
        try removeContents(of: path)
        do {
            let journal = try makeJournal()
            unlink(replaced)
            return journal
        } catch {
            unlink(replaced)
            throw error
        }
    }

    private static func journalPath(in folder: String) -> String { "\(folder)/\(TileJournal.fileName)" }

    private static func replacedJournalPath(in folder: String) -> String {
        "\(folder)/\(TileJournal.replacedFileName)"
    }

    /// Removes everything but the journal, which gets the name that says so.
    private static func removeContents(of path: String) throws {
        rename(journalPath(in: path), replacedJournalPath(in: path))
        try StoreError.wrapping { () throws(FileError) in
            try FolderRemoval.removeContents(of: path, but: TileJournal.replacedFileName)
        }
    }

    /// Whether an earlier run finished this tile.
    package func isFinished(_ index: TileIndex) -> Bool { finished.contains(index) }

    /// The total size of the tiles that an earlier run finished.
    package let finishedBytes: Int

    /// Records a tile whose file has been written; may be called from any thread.
    func record(_ bytes: RawSpan, of index: TileIndex) throws {
        let hash = TileJournal.hash(of: bytes)
        try journal.withLock { try $0.record(index, byteCount: bytes.byteCount, hash: hash) }
    }

    /// Writes pending journal entries.
    package func flush() throws { try journal.withLock { try $0.flush() } }

    /// Writes pending journal entries and releases the lock, so that a later run can continue; without a finished tile
    /// there is nothing to continue, and the folder is removed.
    ///
    /// The tiles can still be read from this object.
    package func suspend() throws {
        defer { flock(folder, LOCK_UN) }
        guard journal.withLock({ $0.hasTiles }) else { return try removePartial() }
        try flush()
    }

    /// Writes pending journal entries, and waits until all files are on the disk if the options ask for that.
    package func sync() throws {
        try flush()
        guard syncsFiles else { return }
        try StoreError.wrapping { () throws(FileError) in try DurableStorage.syncFileSystem(of: path) }
    }

    /// Renames the folder to its final path, exchanging it with an older folder, which then has the partial name.
    ///
    /// The journal stays in it until ``complete()``, as a sign that the run has not finished.
    package func moveIntoPlace() throws {
        try sync()
        if FileSystem.exists(finalPath) {
            try FileSystem.exchange(path, finalPath)
        } else {
            try FileSystem.rename(path, to: finalPath)
        }
        // After a power failure the folder must not have lost its journal under its partial name.
        try FileSystem.syncFolder(of: finalPath)
    }

    /// Removes the journal from the final folder, which makes the pyramid complete, and then the older folder.
    package func complete() throws {
        journal.withLock { $0.closeFile() }
        let journal = Self.journalPath(in: finalPath)
        // At once the new pyramid is complete, and the older folder one that any later run may remove.
        if FileSystem.isUnlinkedFolder(path), rename(journal, Self.replacedJournalPath(in: path)) == 0 {
            // Where another run has locked it already, that one empties it.
            let older = try StoreError.wrapping { () throws(FileError) in try FileLock.acquire(path) }
            try syncFinalFolder()
            guard let older else { return }
            defer { close(older) }
            return try removePartial()
        }
        try StoreError.check(unlink(journal), "removing the journal", path: finalPath)
        try syncFinalFolder()
        try FileSystem.removeAll(path)
    }

    private func syncFinalFolder() throws {
        guard syncsFiles else { return }
        try StoreError.wrapping { () throws(FileError) in try DurableStorage.sync(folder: finalPath) }
    }

    /// Removes the folder with the partial name.
    package func removePartial() throws {
        guard FileSystem.isUnlinkedFolder(path) else { return }
        try Self.removeContents(of: path)
        try FileSystem.removeAll(path)
    }
}
