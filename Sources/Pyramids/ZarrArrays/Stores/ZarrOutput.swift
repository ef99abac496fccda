internal import Concurrency
package import TileContainers
internal import TilePyramid

/// The output of a hierarchy: a folder or a ZIP archive that gets its name when it is complete.
///
/// Values may be written from several threads.
package final class ZarrOutput: Sendable {
    /// The path of the finished folder or archive.
    package let path: String
    private let container: any ContainerWriter
    /// The lock of containers that take one file at a time; nil for folders.
    private let order: Locked<Void>?

    /// Creates a folder, or an archive if the file extension is "zip" or "ozx", under a partial name.
    ///
    /// - Parameters:
    ///   - path: the path of the finished folder or archive.
    ///   - options: what to do with an existing one. A run that is to be continued is begun again.
    /// - Throws: ``StoreError``, naming the path and the remedy.
    package init(creating path: String, options: StoreOptions) throws {
        self.path = path
        // Neither has tiles: all files are written as they come.
        let pyramid = Pyramid(size: PixelSize(width: 1, height: 1))
        if Self.isArchive(path) {
            container = try ZIPContainerWriter(creating: path, root: "", pyramid: pyramid, first: [], options: options)
            order = Locked(())
        } else {
            var folderOptions = options
            if options.resumes {
                // What an interrupted run has left is removed, and a finished folder is not.
                folderOptions.resumes = false
                folderOptions.replacesExisting = true
            }
            container = try FolderContainerWriter(
                creating: ZarrFolder(path, options: options), pyramid: pyramid, options: folderOptions,
                names: { _ in [] })
            order = nil
        }
    }

    /// Whether the file extension of a path is that of an archive.
    package static func isArchive(_ path: String) -> Bool { ["zip", "ozx"].contains(FilePath.fileExtension(of: path)) }

    /// Stores a value, and replaces an earlier one of the key in a folder.
    ///
    /// - Throws: ``StoreError``, such as that of a full disk.
    package func write(_ bytes: [UInt8], to key: String) throws {
        let file = ContainerFile(name: key, bytes: bytes)
        if let order {
            try order.withLock { _ in try container.write(file) }
        } else {
            try container.write(file)
        }
    }

    /// Gives the folder or the archive its final name.
    package func finish() throws { try container.finish() }

    /// Removes what has been written.
    package func discard() throws { try container.discard() }
}

/// The final place of a hierarchy in a folder, which replaces nothing but another hierarchy.
private struct ZarrFolder: FolderOutput {
    let path: String
    /// The options as they were given.
    private let options: StoreOptions

    init(_ path: String, options: StoreOptions) {
        self.path = FilePath.withoutTrailingSlashes(path)
        self.options = options
    }

    func checkExisting(_: StoreOptions) throws -> Bool {
        guard FileSystem.exists(path) else { return options.replacesExisting }
        guard options.replacesExisting else {
            // A run killed during the final rename can be begun again.
            guard TileJournal.isOurs("\(path)/\(TileJournal.fileName)") else { throw StoreError.exists(path) }
            guard options.resumes else { throw StoreError.interrupted(path) }
            return false
        }
        guard ContainerZarrStore.rootKeys.contains(where: { FileSystem.exists("\(path)/\($0)") }) else {
            throw StoreError(
                .exists, path: path,
                "this is not a Zarr group and is not replaced. Remove it yourself, or choose another output.")
        }
        return true
    }

    func existing() -> String? { FileSystem.exists(path) ? path : nil }

    /// Does nothing: there are no files beside the folder.
    func undoMove() {}

    func moveIntoPlace(_ folder: PartialFolder, siblings: [ContainerFile]) throws {
        try folder.moveIntoPlace()
        try folder.complete()
    }

    func paths(of name: String, in partial: String, isComplete: Bool, mayReplace: Bool) -> [String] {
        ["\(isComplete ? path : partial)/\(name)"]
    }
}
