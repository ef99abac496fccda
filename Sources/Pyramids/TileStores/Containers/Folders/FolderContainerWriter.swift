internal import Concurrency
internal import TilePyramid

/// Writes the files of a pyramid to a folder, named `<path>.partial` until it is finished.
final class FolderContainerWriter: ContainerWriter {
    private let folder: PartialFolder
    private let isComplete = Locked(false)
    /// Whether the output path may exist when this pyramid is complete.
    private let mayReplace: Bool

    /// Creates the partial folder, or continues one that an interrupted run left.
    ///
    /// - Parameters:
    ///   - path: the path of the finished folder.
    ///   - pyramid: the geometry.
    ///   - options: what to do with an existing folder. It is replaced only if it holds nothing but a pyramid.
    /// - Throws: ``StoreError``, naming the path and the remedy.
    init(creating path: String, pyramid: Pyramid, options: StoreOptions) throws {
        let path = FilePath.withoutTrailingSlashes(path)
        if options.replacesExisting {
            try Self.refuseForeign(path)
        } else if FileSystem.exists("\(path)/\(TileJournal.fileName)") {
            // A run killed during the final rename can still be continued.
            guard options.resumes else { throw StoreError.interrupted(path) }
        } else if FileSystem.exists(path) {
            throw StoreError.exists(path)
        }
        folder = try PartialFolder(finalPath: path, pyramid: pyramid, options: options)
        mayReplace = options.replacesExisting || folder.hasUndoneMove
    }

    /// Refuses to replace anything but a pyramid: the folder could be somebody's photos.
    private static func refuseForeign(_ path: String) throws {
        guard try FileSystem.exists(path) && !LayoutFolder.isPyramid(path) else { return }
        throw StoreError(
            .exists, path: path,
            "this contains something other than a pyramid and is not replaced. Remove it yourself, or choose another "
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
        // The folder may be renamed between reading the flag and opening the file, so both paths are tried, unless the
        // final path may be that of an older pyramid.
        let roots =
            isComplete.withLock { $0 }
            ? [folder.finalPath] : mayReplace ? [folder.path] : [folder.path, folder.finalPath]
        for root in roots {
            if let bytes = try FileSystem.readWhole("\(root)/\(name)") { return bytes }
        }
        return nil
    }

    /// Renames the folder to its final path, and then removes the older pyramid, if any.
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
