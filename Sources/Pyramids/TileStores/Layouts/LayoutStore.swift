public import TilePyramid

/// Writes a pyramid whose tiles are files in a folder or an archive.
///
/// Tiles may come from several threads. The descriptors are written last, and nothing has its final name before
/// ``finish()``.
public final class LayoutStore: LevelImageStore {
    /// The geometry of the pyramid.
    public let pyramid: Pyramid

    private let format: TileFormat
    private let naming: any LayoutNaming
    private let files: any ContainerWriter

    /// Creates a store on top of a container.
    ///
    /// - Parameters:
    ///   - pyramid: the geometry, the same as that of `naming`.
    ///   - format: the format of every tile.
    ///   - naming: the names of the files.
    ///   - files: the container to write to.
    init(pyramid: Pyramid, format: TileFormat, naming: any LayoutNaming, files: any ContainerWriter) {
        self.pyramid = pyramid
        self.format = format
        self.naming = naming
        self.files = files
    }

    /// Creates a pyramid in a folder, which is named `<path>.partial` until it is finished.
    ///
    /// - Parameters:
    ///   - path: the path of the finished folder.
    ///   - pyramid: the geometry, of the target's shape.
    ///   - format: the format of every tile.
    ///   - target: the layout, any but Deep Zoom and flat, and the metadata.
    ///   - options: what to do with a finished or partial pyramid that exists already.
    /// - Throws: ``StoreError``, naming the path and the remedy, also when the layout does not support the pyramid.
    public convenience init(
        creating path: String, pyramid: Pyramid, format: TileFormat, target: PyramidTarget,
        options: StoreOptions = StoreOptions()
    ) throws {
        precondition(target.layout != .deepzoom && target.layout != .flat, "this layout has a store of its own")
        let naming = try target.naming(for: pyramid, format: format, path: path)
        let files = try FolderContainerWriter(creating: path, pyramid: pyramid, options: options)
        self.init(pyramid: pyramid, format: format, naming: naming, files: files)
    }

    /// The levels that the layout also stores in one piece; empty for most layouts.
    public var wholeLevels: Range<Int> { naming.wholeLevels }

    /// Whether the interrupted run that this one continues has stored the tile.
    public func isFinished(_ index: TileIndex) -> Bool { files.isFinished(index) }

    /// The total size of the tiles that the interrupted run has stored.
    public var finishedBytes: Int { files.finishedBytes }

    /// What deduplication has saved so far.
    public var deduplication: DeduplicationStatistics { files.deduplication }

    /// Writes a tile's file; may be called from any thread.
    ///
    /// - Throws: ``StoreError``; nothing of the tile is left then.
    public func write(_ bytes: RawSpan, format: TileFormat, at index: TileIndex) throws {
        precondition(format == self.format, "a pyramid has one tile format")
        precondition(pyramid.contains(index), "the pyramid has no tile \(index)")
        try files.write(bytes, to: naming.name(of: index), of: index)
    }

    /// Writes a level in one piece, under all of its names.
    ///
    /// - Throws: ``StoreError``; nothing of the file is left then.
    public func write(wholeLevel level: Int, _ bytes: RawSpan, format: TileFormat) throws {
        precondition(format == self.format, "a pyramid has one tile format")
        precondition(wholeLevels.contains(level), "the level is not wanted whole")
        let copy = bytes.withUnsafeBytes { Array($0) }
        for name in naming.names(ofWholeLevel: level) {
            try files.write(LayoutFile(name: name, bytes: copy))
        }
    }

    /// Writes the descriptors and gives the pyramid its final name; an older one is removed last.
    ///
    /// - Throws: ``StoreError``, with code ``StoreError/Code/exists`` when a pyramid has appeared there that may not be
    ///   replaced.
    public func finish() throws {
        for file in naming.descriptors {
            try files.write(file)
        }
        try files.finish()
    }

    /// Keeps what is stored for a later run, or nothing if the container does not allow that.
    public func suspend() throws {
        try files.suspend()
    }

    /// Removes what this run has stored; an older pyramid is not touched.
    public func discard() throws {
        try files.discard()
    }

    /// Reads a tile's file, before or after ``finish()``.
    ///
    /// - Returns: `nil` if there is no such tile, or not yet.
    public func read(_ index: TileIndex) throws -> EncodedTile? {
        guard pyramid.contains(index) else { return nil }
        return try files.read(naming.name(of: index)).map { EncodedTile(bytes: $0, format: format) }
    }
}
