public import TilePyramid

internal import Concurrency

/// Writes a Deep Zoom pyramid: `NAME.dzi` beside the folder `NAME_files/LEVEL/COLUMN_ROW.EXT`.
///
/// Tiles are written to `NAME_files.partial`. When all are complete, the folder is renamed and then the descriptor
/// written, so that a `.dzi` always belongs to a complete pyramid. The format is described at
/// https://learn.microsoft.com/previous-versions/windows/silverlight/dotnet-windows-silverlight/cc645077(v=vs.95).
public final class DeepZoomStore: TileStore {
    /// The geometry of the pyramid.
    public let pyramid: Pyramid
    /// The path of the descriptor.
    public let descriptorPath: String
    /// The path of the folder of levels in the finished pyramid.
    public let filesPath: String

    private let isSparse: Bool
    private let format: TileFormat
    private let folder: PartialFolder
    private let isFinished = Locked(false)
    /// Whether a pyramid of that name may exist when this one is complete.
    private let mayReplace: Bool

    /// Creates a pyramid for writing.
    ///
    /// - Parameters:
    ///   - path: the path of the descriptor; `.dzi` is added if it has no file extension.
    ///   - pyramid: the geometry.
    ///   - format: the format of every tile.
    ///   - options: what to do with a finished or partial pyramid that exists already.
    ///   - isSparse: whether the descriptor declares that tiles may be missing. The default is `false`.
    /// - Throws: ``StoreError``, naming the path and the remedy.
    public init(
        creating path: String, pyramid: Pyramid, format: TileFormat, options: StoreOptions = StoreOptions(),
        isSparse: Bool = false
    ) throws {
        self.isSparse = isSparse
        self.pyramid = pyramid
        self.format = format
        descriptorPath = Self.descriptorPath(for: path)
        filesPath = DeepZoomDescriptor.filesPath(for: descriptorPath)
        try Self.refuseExisting(descriptorPath, filesPath, options)
        let folder = try PartialFolder(finalPath: filesPath, pyramid: pyramid, options: options)
        self.folder = folder
        mayReplace = options.replacesExisting || folder.hasUndoneMove
        if folder.hasUndoneMove, !FileSystem.exists(filesPath) {
            // An existing descriptor belongs to the tiles that have been moved back.
            try FileSystem.removeAll(descriptorPath)
        }
        for level in pyramid.presentLevels {
            try folder.createSubfolder("\(level)")
        }
    }

    /// The path of the descriptor for a given output: `.dzi` is added if it has no file extension.
    public static func descriptorPath(for output: String) -> String {
        FilePath.fileExtension(of: output).isEmpty ? output + ".dzi" : output
    }

    private static func refuseExisting(_ descriptor: String, _ files: String, _ options: StoreOptions) throws {
        guard !options.replacesExisting else { return }
        // A run killed during the final rename can still be continued.
        if FileSystem.exists("\(files)/\(TileJournal.fileName)") {
            guard options.resumes else { throw StoreError.interrupted(files) }
            return
        }
        for path in [descriptor, files] where FileSystem.exists(path) {
            throw StoreError.exists(path)
        }
    }

    /// Whether the interrupted run that this one continues has stored the tile.
    public func isFinished(_ index: TileIndex) -> Bool { folder.isFinished(index) }

    /// The total size of the tiles that the interrupted run has stored.
    public var finishedBytes: Int { folder.finishedBytes }

    /// What hard links have saved in this run.
    public var deduplication: DeduplicationStatistics { folder.deduplication }

    /// Writes a tile's file; may be called from any thread.
    ///
    /// - Throws: ``StoreError``; nothing of the tile is left then.
    public func write(_ bytes: RawSpan, format: TileFormat, at index: TileIndex) throws {
        precondition(format == self.format, "a Deep Zoom pyramid has one tile format")
        precondition(pyramid.contains(index), "the pyramid has no tile \(index)")
        try folder.write(bytes, to: "\(index.level)/\(name(of: index))", of: index)
    }

    /// Gives the pyramid its final name, and then removes an older one.
    ///
    /// If the process is killed during this, a run with `resumes` completes it.
    ///
    /// - Throws: ``StoreError``, with code ``StoreError/Code/exists`` when a pyramid of that name has appeared that may
    ///   not be replaced.
    public func finish() throws {
        for path in [descriptorPath, filesPath] where !mayReplace && FileSystem.exists(path) {
            throw StoreError.appeared(path)
        }
        let replaced = FileSystem.exists(filesPath)
        try folder.moveIntoPlace()
        let descriptor = DeepZoomDescriptor(
            size: pyramid.size, tileSize: pyramid.tileSize, overlap: pyramid.overlap, format: format.fileExtension,
            isSparse: isSparse)
        try FileSystem.writeWhole(Array(descriptor.xml.utf8), to: descriptorPath)
        try folder.removeJournal()
        if replaced {
            try folder.removePartial()
        }
        isFinished.withLock { $0 = true }
    }

    /// Writes pending journal entries, so that a later run can continue.
    public func suspend() throws {
        try folder.suspend()
    }

    /// Removes the partial folder; an older pyramid is not touched.
    public func discard() throws {
        try folder.removePartial()
    }

    /// Reads a tile's file, before or after ``finish()``.
    ///
    /// - Returns: `nil` if there is no such tile, or not yet.
    public func read(_ index: TileIndex) throws -> EncodedTile? {
        guard pyramid.contains(index) else { return nil }
        let path = "\(index.level)/\(name(of: index))"
        // The folder may be renamed between reading the flag and opening the file, so both paths are tried, unless the
        // final path may be that of an older pyramid.
        let roots = isFinished.withLock { $0 } ? [filesPath] : mayReplace ? [folder.path] : [folder.path, filesPath]
        for root in roots {
            if let bytes = try FileSystem.readWhole("\(root)/\(path)") {
                return EncodedTile(bytes: bytes, format: format)
            }
        }
        return nil
    }

    private func name(of index: TileIndex) -> String {
        DeepZoomDescriptor.tileName(index, format: format.fileExtension)
    }
}
