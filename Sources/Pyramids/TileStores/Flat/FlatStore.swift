public import TilePyramid

/// Tiles of the full size only, side by side in one folder: `NAME_CC_RR.EXT`, column first, two digits at least.
///
/// Tiles are gathered in the folder `NAME.partial` and moved beside the others when all are there. The layout has no
/// descriptor.
public final class FlatStore: TileStore {
    /// The levels and grids it was created with.
    public let pyramid: Pyramid
    /// What every tile's path begins with: the folder and `NAME`.
    public let prefix: String

    private let format: TileFormat
    private let folder: PartialFolder
    /// Whether tiles of that name may be there when these are complete.
    private let mayReplace: Bool

    /// Creates a set of tiles for writing.
    ///
    /// - Parameters:
    ///   - prefix: the path that tile names begin with.
    ///   - pyramid: the geometry; only its full-size level may be present.
    ///   - format: the format of every tile.
    ///   - options: what to do about tiles that are there already.
    /// - Throws: ``StoreError``, naming the path and what to do.
    public init(
        creating prefix: String, pyramid: Pyramid, format: TileFormat, options: StoreOptions = StoreOptions()
    ) throws {
        precondition(pyramid.presentLevels.count == 1, "the flat layout holds the full-size level only")
        self.pyramid = pyramid
        self.format = format
        self.prefix = prefix
        // A run that was killed while it moved its tiles can be continued.
        let isMoved = options.resumes && FileSystem.exists("\(prefix).partial/\(TileJournal.fileName)")
        mayReplace = options.replacesExisting || isMoved
        if !mayReplace, let tile = try Self.existingTiles(prefix).first {
            throw StoreError.exists(tile)
        }
        folder = try PartialFolder(finalPath: prefix, pyramid: pyramid, options: options)
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
        precondition(format == self.format, "a flat set of tiles has one format")
        try folder.write(bytes, to: FilePath.name(of: path(of: index)), of: index)
    }

    /// Moves everything into place; the older pyramid, if any, goes last.
    ///
    /// A run that is killed in the middle of this is completed by one that resumes.
    ///
    /// - Throws: ``StoreError``, with code `exists` when tiles of that name have come meanwhile and are not to be
    ///   replaced.
    public func finish() throws {
        if !mayReplace, let tile = try Self.existingTiles(prefix).first {
            throw StoreError.appeared(tile)
        }
        try folder.flush()
        var kept = Set<String>()
        let grid = pyramid.finestLevel.grid
        for row in 0..<grid.rows {
            for column in 0..<grid.columns {
                let target = path(of: TileIndex(level: pyramid.finestLevel.index, column: column, row: row))
                let source = "\(folder.path)/\(FilePath.name(of: target))"
                kept.insert(target)
                // An interrupted run may have moved it already.
                if FileSystem.exists(source) || !FileSystem.exists(target) {
                    try FileSystem.rename(source, to: target)
                }
            }
        }
        for old in try Self.existingTiles(prefix) where !kept.contains(old) {
            try FileSystem.removeAll(old)
        }
        try folder.removePartial()
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
        let target = path(of: index)
        let partial = "\(folder.path)/\(FilePath.name(of: target))"
        return try (FileSystem.readWhole(partial) ?? FileSystem.readWhole(target)).map {
            EncodedTile(bytes: $0, format: format)
        }
    }

    private func path(of index: TileIndex) -> String {
        let (column, row) = (FlatTileName.padded(index.column), FlatTileName.padded(index.row))
        return "\(prefix)_\(column)_\(row).\(format.fileExtension)"
    }

    /// The paths of all tiles with this prefix, of whatever format and size of grid.
    private static func existingTiles(_ prefix: String) throws -> [String] {
        let parent = FilePath.parent(of: prefix)
        guard FileSystem.isFolder(parent) else { return [] }
        let stem = FilePath.name(of: prefix)
        return try FileSystem.entries(of: parent).filter { name in
            guard let tile = FlatTileName(name), tile.stem == stem else { return false }
            return TileFormat(rawValue: tile.fileExtension) != nil
                && [tile.column, tile.row].allSatisfy { Int($0).map { FlatTileName.padded($0) } == $0 }
        }.sorted().map { prefix + $0.dropFirst(stem.count) }
    }
}
