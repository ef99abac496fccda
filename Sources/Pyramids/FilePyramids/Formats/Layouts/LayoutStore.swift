internal import TileContainers
internal import TilePyramid

/// Writes a pyramid whose tiles are files in a folder or an archive.
///
/// Tiles may come from several threads. The descriptors are written last, and nothing has its final name before
/// ``finish()``.
final class LayoutStore: LevelImageStore, BulkTileStore {
    let pyramid: Pyramid

    private let format: TileFormat
    private let naming: any LayoutNaming
    private let files: any ContainerWriter
    /// Whether a tile's file extension is that of its own format.
    private let mixesFormats: Bool

    /// Creates a store on top of a container.
    ///
    /// - Parameters:
    ///   - pyramid: the geometry, the same as that of `naming`.
    ///   - format: the format of every tile.
    ///   - naming: the names of the files.
    ///   - files: the container to write to.
    ///   - mixesFormats: whether each tile has a format of its own; the default is `false`.
    init(
        pyramid: Pyramid, format: TileFormat, naming: any LayoutNaming, files: any ContainerWriter,
        mixesFormats: Bool = false
    ) {
        self.mixesFormats = mixesFormats
        self.pyramid = pyramid
        self.format = format
        self.naming = naming
        self.files = files
    }

    /// Creates a pyramid in a folder, or side by side in one.
    ///
    /// - Throws: ``StoreError``, naming the path and the remedy, also when the layout does not support the pyramid.
    convenience init(creating request: StoreRequest, layout: some FileLayout) throws {
        let placement = try layout.output(for: request)
        let naming = placement.naming
        let mixesFormats = request.target.mixesFormats
        let files = try FolderContainerWriter(
            creating: placement.output, folders: naming.folders, pyramid: request.pyramid, options: request.options
        ) { index in
            guard mixesFormats else { return [naming.name(of: index)] }
            return TileFormat.allCases.map { naming.name(of: index, format: $0) }
        }
        self.init(
            pyramid: request.pyramid, format: request.format, naming: naming, files: files,
            mixesFormats: mixesFormats)
    }

    var wholeLevels: Range<Int> { naming.wholeLevels }

    func isFinished(_ index: TileIndex) -> Bool { files.isFinished(index) }

    var finishedBytes: Int { files.finishedBytes }

    var deduplication: DeduplicationStatistics { files.deduplication }

    /// Writes a tile's file.
    ///
    /// - Throws: ``StoreError``; nothing of the tile is left then.
    func write(_ bytes: RawSpan, format: TileFormat, at index: TileIndex) throws {
        precondition(mixesFormats || format == self.format, "a pyramid has one tile format")
        precondition(pyramid.contains(index), "the pyramid has no tile \(index)")
        let name = mixesFormats ? naming.name(of: index, format: format) : naming.name(of: index)
        try files.write(bytes, to: name, of: index)
    }

    func write(_ run: TileRun) throws {
        precondition(run.format == format, "a pyramid has one tile format")
        try files.write(run, names: naming.name)
    }

    func skip(_ index: TileIndex) throws { try files.skip(index) }

    /// Writes a level in one piece, under all of its names.
    ///
    /// - Throws: ``StoreError``; nothing of the file is left then.
    func write(wholeLevel level: Int, _ bytes: RawSpan, format: TileFormat) throws {
        precondition(format == self.format, "a pyramid has one tile format")
        precondition(wholeLevels.contains(level), "the level is not wanted whole")
        let copy = bytes.withUnsafeBytes { Array($0) }
        for name in naming.names(ofWholeLevel: level) {
            try files.write(ContainerFile(name: name, bytes: copy))
        }
    }

    /// Writes the descriptors and gives the pyramid its final name; an older one is removed last.
    ///
    /// - Throws: ``StoreError``, with code ``StoreError/Code/exists`` when a pyramid has appeared there that may not be
    ///   replaced.
    func finish() throws {
        for file in naming.descriptors {
            try files.write(file)
        }
        try files.finish()
    }

    func suspend() throws { try files.suspend() }

    func discard() throws { try files.discard() }

    /// Reads a tile's file, before or after ``finish()``; `nil` if there is no such tile, or not yet.
    func read(_ index: TileIndex) throws -> EncodedTile? {
        guard pyramid.contains(index) else { return nil }
        for name in mixesFormats ? TileFormat.allCases.map({ naming.name(of: index, format: $0) }) : [] {
            if let bytes = try files.read(name, of: index) { return EncodedTile(bytes: bytes, usually: format) }
        }
        return try files.read(naming.name(of: index), of: index).map { EncodedTile(bytes: $0, format: format) }
    }
}
