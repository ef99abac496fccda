internal import Concurrency
package import TilePyramid

/// Writes the files of a pyramid to a folder, named `<path>.partial` until it is finished.
package final class FolderContainerWriter: ContainerWriter {
    private let folder: PartialFolder
    private let files: OpenFolder
    /// Makes duplicate tiles hard links; `nil` if the options do not ask for it.
    private let deduplicator: HardLinkDeduplicator?
    private let output: any FolderOutput
    private let state = Locked(State())
    /// Whether files may exist at the final place when this pyramid is complete.
    private let mayReplace: Bool

    private struct State {
        var isComplete = false
        /// The files that lie beside the folder, which are written when it has its final name.
        var siblings: [ContainerFile] = []
    }

    /// Creates the partial folder, or continues one that an interrupted run left.
    ///
    /// - Parameters:
    ///   - output: the final place of the files.
    ///   - folders: the folders that exist even if they are empty.
    ///   - pyramid: the geometry.
    ///   - options: what to do with an existing folder.
    ///   - names: the names that the file of a tile may have.
    /// - Throws: ``StoreError``, naming the path and the remedy.
    package init(
        creating output: any FolderOutput, folders: [String] = [], pyramid: Pyramid, options: StoreOptions,
        names: @Sendable (TileIndex) -> [String]
    ) throws {
        let mayReplace = try output.checkExisting(options)
        let folder = try PartialFolder(finalPath: output.path, pyramid: pyramid, options: options) { entry in
            let partial = output.path + PartialFolder.suffix
            return try names(entry.index).contains { name in
                try output.paths(of: name, in: partial, isComplete: false, mayReplace: mayReplace).contains { path in
                    let bytes = try FileSystem.readWhole(path, limit: entry.byteCount + 1)
                    return bytes.map(entry.matches) ?? false
                }
            }
        }
        if folder.hasUndoneMove { try output.undoMove() }
        for name in folders {
            try FileSystem.createFolder("\(folder.path)/\(name)")
        }
        self.folder = folder
        files = try OpenFolder(folder.path)
        deduplicator = options.linksDuplicateTiles ? HardLinkDeduplicator() : nil
        self.output = output
        self.mayReplace = mayReplace || folder.hasUndoneMove
    }

    package func isFinished(_ index: TileIndex) -> Bool { folder.isFinished(index) }

    package var finishedBytes: Int { folder.finishedBytes }

    package var deduplication: DeduplicationStatistics { deduplicator?.deduplication ?? DeduplicationStatistics() }

    /// Writes the file of a tile and records it in the journal; may be called from any thread.
    ///
    /// Creates the folders in the name. On failure, no file of that name is left.
    package func write(_ bytes: RawSpan, to name: String, of index: TileIndex) throws {
        if let deduplicator {
            try deduplicator.write(bytes, to: name, in: files, at: folder.path)
        } else {
            try files.write(bytes, to: name)
        }
        try folder.record(bytes, of: index)
    }

    package func write(_ file: ContainerFile) throws {
        guard file.isSibling else { return try files.write(file.bytes.span.bytes, to: file.name) }
        state.withLock { $0.siblings = $0.siblings.filter { $0.name != file.name } + [file] }
    }

    package func read(_ name: String) throws -> [UInt8]? {
        let isComplete = state.withLock { $0.isComplete }
        for path in output.paths(of: name, in: folder.path, isComplete: isComplete, mayReplace: mayReplace) {
            if let bytes = try FileSystem.readWhole(path) { return bytes }
        }
        return nil
    }

    /// Moves the files to their final place, and then removes those of an older pyramid, if any.
    package func finish() throws {
        if !mayReplace, let existing = try output.existing() {
            throw StoreError.appeared(existing)
        }
        try output.moveIntoPlace(folder, siblings: state.withLock { $0.siblings })
        state.withLock { $0.isComplete = true }
    }

    package func suspend() throws { try folder.suspend() }

    package func discard() throws { try folder.removePartial() }
}
