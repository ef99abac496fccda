internal import Concurrency
internal import TilePyramid

/// The files of a pyramid that is being made in a folder: `<path>.partial` until it is finished.
final class FolderContainerWriter: ContainerWriter {
    private let folder: PartialFolder
    private let isComplete = Locked(false)
    /// Whether something of that name may be there when this pyramid is complete.
    private let mayReplace: Bool

    /// Creates a folder for a pyramid, or takes up the one an interrupted run has left.
    ///
    /// - Parameters:
    ///   - path: what the folder will be called.
    ///   - pyramid: the geometry.
    ///   - options: what to do about what is there already. Only a folder that holds nothing but a pyramid is replaced.
    /// - Throws: ``StoreError``, naming the path and what to do.
    init(creating path: String, pyramid: Pyramid, options: StoreOptions) throws {
        let path = FilePath.withoutTrailingSlashes(path)
        if options.replacesExisting {
            try Self.refuseForeign(path)
        } else if FileSystem.exists("\(path)/\(TileJournal.fileName)") {
            // A run that was killed while it moved its folder into place can be continued.
            guard options.resumes else { throw StoreError.interrupted(path) }
        } else if FileSystem.exists(path) {
            throw StoreError.exists(path)
        }
        folder = try PartialFolder(finalPath: path, pyramid: pyramid, options: options)
        mayReplace = options.replacesExisting || folder.hasUndoneMove
    }

    /// Refuses to replace anything but a pyramid: the folder of this name could be somebody's pictures.
    private static func refuseForeign(_ path: String) throws {
        guard try FileSystem.exists(path) && !LayoutFolder.isPyramid(path) else { return }
        throw StoreError(
            .exists, path: path,
            "this holds other things than a pyramid, and is not replaced. Remove it yourself, or choose another "
                + "--output.")
    }

    func isFinished(_ index: TileIndex) -> Bool { folder.isFinished(index) }

    var finishedBytes: Int { folder.finishedBytes }

    var deduplication: DeduplicationStatistics { folder.deduplication }

    func write(_ bytes: RawSpan, to name: String, of index: TileIndex) throws {
        try folder.write(bytes, to: name, of: index)
    }

    func write(_ file: LayoutFile) throws {
        try folder.write(file.bytes.span.bytes, to: file.name)
    }

    func read(_ name: String) throws -> [UInt8]? {
        // The folder may be given its name between a look at the state and one into the folder; an older pyramid that is
        // to be replaced has that name as well.
        let roots =
            isComplete.withLock { $0 }
            ? [folder.finalPath] : mayReplace ? [folder.path] : [folder.path, folder.finalPath]
        for root in roots {
            if let bytes = try FileSystem.readWhole("\(root)/\(name)") { return bytes }
        }
        return nil
    }

    /// Moves the folder into place; the older pyramid, if any, goes last.
    func finish() throws {
        let isReplaced = FileSystem.exists(folder.finalPath)
        guard mayReplace || !isReplaced else { throw StoreError.appeared(folder.finalPath) }
        try folder.moveIntoPlace()
        try folder.removeJournal()
        if isReplaced {
            try folder.removePartial()
        }
        isComplete.withLock { $0 = true }
    }

    func suspend() throws {
        try folder.suspend()
    }

    func discard() throws {
        try folder.removePartial()
    }
}
