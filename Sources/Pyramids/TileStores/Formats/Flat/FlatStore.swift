public import TilePyramid

/// Full-size tiles side by side in a folder: `NAME_CC_RR.EXT`, column first, with at least two digits.
///
/// Tiles are written to the folder `NAME.partial` and moved out of it when all are complete. The layout has no
/// descriptor.
public final class FlatStore: TileStore {
    /// The geometry of the pyramid.
    public let pyramid: Pyramid
    /// The common prefix of the tiles' paths: the folder and `NAME`.
    public let prefix: String

    private let format: TileFormat
    private let folder: PartialFolder
    /// Whether tiles of that name may exist when these are complete.
    private let mayReplace: Bool

    /// Creates a set of tiles for writing.
    ///
    /// - Parameters:
    ///   - prefix: the common prefix of the tiles' paths.
    ///   - pyramid: the geometry, of which only the full-size level may be present.
    ///   - format: the format of every tile.
    ///   - options: what to do with existing tiles.
    /// - Throws: ``StoreError``, naming the path and the remedy.
    public init(
        creating prefix: String, pyramid: Pyramid, format: TileFormat, options: StoreOptions = StoreOptions()
    ) throws {
        precondition(pyramid.presentLevels.count == 1, "the flat layout holds the full-size level only")
        self.pyramid = pyramid
        self.format = format
        self.prefix = prefix
        // A run killed while it moved its tiles can be continued.
        let isMoved = options.resumes && FileSystem.exists("\(prefix).partial/\(TileJournal.fileName)")
        mayReplace = options.replacesExisting || isMoved
        if !mayReplace, let tile = try Self.existingTiles(prefix).first {
            throw StoreError.exists(tile)
        }
        folder = try PartialFolder(finalPath: prefix, pyramid: pyramid, options: options)
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
        precondition(format == self.format, "a flat set of tiles has one format")
        try folder.write(bytes, to: FilePath.name(of: path(of: index)), of: index)
    }

    /// Moves all tiles to their final names, and then removes the remaining tiles of an older set.
    ///
    /// If the process is killed during this, a run with `resumes` completes it.
    ///
    /// - Throws: ``StoreError``, with code ``StoreError/Code/exists`` when tiles of that name have appeared that may
    ///   not be replaced.
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
                // An interrupted run may have moved the tile already.
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

    /// Writes pending journal entries, so that a later run can continue.
    public func suspend() throws {
        try folder.suspend()
    }

    /// Removes the partial folder; an older set of tiles is not touched.
    public func discard() throws {
        try folder.removePartial()
    }

    /// Reads a tile's file, before or after ``finish()``.
    ///
    /// - Returns: `nil` if there is no such tile, or not yet.
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

    /// The paths of all tiles with this prefix, in any format and grid.
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
