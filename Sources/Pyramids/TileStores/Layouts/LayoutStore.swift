public import TilePyramid

/// A pyramid whose tiles are files with names: a layout's names in a folder or an archive.
///
/// Tiles come from several threads. The files that describe the pyramid are written last, and nothing has its real name
/// before ``finish()``.
public final class LayoutStore: LevelImageStore {
    /// The levels and grids it was created with.
    public let pyramid: Pyramid

    private let format: TileFormat
    private let naming: any LayoutNaming
    private let files: any ContainerWriter

    /// A store that gives its files to a writer.
    ///
    /// - Parameters:
    ///   - pyramid: the geometry, of which `naming` is.
    ///   - format: the format of every tile.
    ///   - naming: what files are called.
    ///   - files: where they go.
    init(pyramid: Pyramid, format: TileFormat, naming: any LayoutNaming, files: any ContainerWriter) {
        self.pyramid = pyramid
        self.format = format
        self.naming = naming
        self.files = files
    }

    /// Creates a pyramid in a folder of its own.
    ///
    /// The folder is called `<path>.partial` until it is finished.
    ///
    /// - Parameters:
    ///   - path: what the folder will be called.
    ///   - pyramid: the geometry, of the target's shape.
    ///   - format: the format of every tile.
    ///   - target: the layout, any but Deep Zoom and flat, and what its files are to say.
    ///   - options: what to do about what is there already.
    /// - Throws: ``StoreError``, naming the path and what to do: also when the layout cannot hold such a pyramid.
    public convenience init(
        creating path: String, pyramid: Pyramid, format: TileFormat, target: PyramidTarget,
        options: StoreOptions = StoreOptions()
    ) throws {
        precondition(target.layout != .deepzoom && target.layout != .flat, "this layout has a store of its own")
        let naming = try target.naming(for: pyramid, format: format, path: path)
        let files = try FolderContainerWriter(creating: path, pyramid: pyramid, options: options)
        self.init(pyramid: pyramid, format: format, naming: naming, files: files)
    }

    /// The levels that the layout also keeps in one piece; empty for most layouts.
    public var wholeLevels: Range<Int> { naming.wholeLevels }

    /// Whether an interrupted run, which this one continues, has stored the tile.
    public func isFinished(_ index: TileIndex) -> Bool { files.isFinished(index) }

    /// The bytes of the tiles that an interrupted run, which this one continues, has stored.
    public var finishedBytes: Int { files.finishedBytes }

    /// What equal tiles have saved so far.
    public var deduplication: DeduplicationStatistics { files.deduplication }

    /// Writes a tile's file; from any thread.
    ///
    /// - Throws: ``StoreError``; nothing of the tile is left then.
    public func write(_ bytes: RawSpan, format: TileFormat, at index: TileIndex) throws {
        precondition(format == self.format, "a pyramid has one tile format")
        precondition(pyramid.contains(index), "the pyramid has no tile \(index)")
        try files.write(bytes, to: naming.name(of: index), of: index)
    }

    /// Writes a level in one piece under all the names it has.
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

    /// Describes the pyramid and makes it appear under its real name; an older one, if any, goes last.
    ///
    /// - Throws: ``StoreError``, with code `exists` when something of that name has come meanwhile and is not to be
    ///   replaced.
    public func finish() throws {
        for file in naming.descriptors {
            try files.write(file)
        }
        try files.finish()
    }

    /// Leaves what there is to a later run, or nothing where the container does not allow that.
    public func suspend() throws {
        try files.suspend()
    }

    /// Removes what this run has stored; an older pyramid is not touched.
    public func discard() throws {
        try files.discard()
    }

    /// Reads a tile's file, finished or not.
    ///
    /// - Returns: nil when there is no such tile, or not yet.
    public func read(_ index: TileIndex) throws -> EncodedTile? {
        guard pyramid.contains(index) else { return nil }
        return try files.read(naming.name(of: index)).map { EncodedTile(bytes: $0, format: format) }
    }
}
