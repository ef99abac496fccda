public import TilePyramid

internal import Concurrency

/// A Deep Zoom pyramid on disk: `NAME.dzi` beside the folder `NAME_files/LEVEL/COLUMN_ROW.EXT`.
///
/// Tiles are gathered in `NAME_files.partial`. When all are there, the folder gets its name and then the descriptor is
/// written, so a `.dzi` always belongs to a whole pyramid. The format is described at
/// https://learn.microsoft.com/previous-versions/windows/silverlight/dotnet-windows-silverlight/cc645077(v=vs.95).
public final class DeepZoomStore: TileStore {
    /// The levels and grids it was created with.
    public let pyramid: Pyramid
    /// The descriptor's path, ending in `.dzi` unless another ending was asked for.
    public let descriptorPath: String
    /// The folder that holds the levels when the pyramid is finished.
    public let filesPath: String

    private let isSparse: Bool
    private let format: TileFormat
    private let folder: PartialFolder
    private let isFinished = Locked(false)
    /// Whether a pyramid of that name may be there when this one is complete.
    private let mayReplace: Bool

    /// Creates a pyramid for writing.
    ///
    /// - Parameters:
    ///   - path: the descriptor's path; without an extension, `.dzi` is added.
    ///   - pyramid: the geometry.
    ///   - format: the format of every tile, which the descriptor names.
    ///   - options: what to do about a pyramid, or a part of one, that is there already.
    ///   - isSparse: whether the descriptor says that tiles may be missing; default false.
    /// - Throws: ``StoreError``, naming the path and what to do.
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
            // A descriptor that is there already is of the tiles that have been moved back.
            try FileSystem.removeAll(descriptorPath)
        }
        for level in pyramid.presentLevels {
            try folder.createSubfolder("\(level)")
        }
    }

    /// The descriptor's path for what a user gave as output: `.dzi` is added where there is no extension.
    public static func descriptorPath(for output: String) -> String {
        FilePath.fileExtension(of: output).isEmpty ? output + ".dzi" : output
    }

    private static func refuseExisting(_ descriptor: String, _ files: String, _ options: StoreOptions) throws {
        guard !options.replacesExisting else { return }
        // A run that was killed while it moved its folder into place can be continued.
        if FileSystem.exists("\(files)/\(TileJournal.fileName)") {
            guard options.resumes else { throw StoreError.interrupted(files) }
            return
        }
        for path in [descriptor, files] where FileSystem.exists(path) {
            throw StoreError.exists(path)
        }
    }

    /// Whether an interrupted run, which this one continues, has stored the tile.
    public func isFinished(_ index: TileIndex) -> Bool { folder.isFinished(index) }

    /// The bytes of the tiles that an interrupted run, which this one continues, has stored.
    public var finishedBytes: Int { folder.finishedBytes }

    /// What tiles that are one file with others have saved in this run.
    public var deduplication: DeduplicationStatistics { folder.deduplication }

    /// Writes the tile's file; from any thread.
    ///
    /// - Throws: ``StoreError``; nothing of the tile is left then.
    public func write(_ bytes: RawSpan, format: TileFormat, at index: TileIndex) throws {
        precondition(format == self.format, "a Deep Zoom pyramid has one tile format")
        precondition(pyramid.contains(index), "the pyramid has no tile \(index)")
        try folder.write(bytes, to: "\(index.level)/\(name(of: index))", of: index)
    }

    /// Moves everything into place; the older pyramid, if any, goes last.
    ///
    /// A run that is killed in the middle of this is completed by one that resumes.
    ///
    /// - Throws: ``StoreError``, with code `exists` when a pyramid of that name has come meanwhile and is not to be
    ///   replaced.
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

    /// Brings the journal up to date, so that a later run can go on.
    public func suspend() throws {
        try folder.suspend()
    }

    /// Removes the partial folder; an older pyramid is not touched.
    public func discard() throws {
        try folder.removePartial()
    }

    /// Reads a tile's file, finished or not.
    ///
    /// - Returns: nil when there is no such tile, or not yet.
    public func read(_ index: TileIndex) throws -> EncodedTile? {
        guard pyramid.contains(index) else { return nil }
        let path = "\(index.level)/\(name(of: index))"
        // The folder may be given its name between a look at the state and one into the folder; an older pyramid that is
        // to be replaced has that name as well.
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
