internal import ImageCodecs
public import TilePyramid

/// Full-size tiles in a folder, `NAME_CC_RR.EXT`, column first, as ``FlatStore`` and other programs write them.
///
/// The layout has no descriptor: the grid follows from the names of the tiles, and their size from the headers of a
/// few. Single tiles may be missing, but not whole columns or rows. A grid of fewer than three tiles each way is
/// assumed to have no overlap.
public final class FlatSource: PyramidSource {
    /// The geometry: one level, at full size.
    public let pyramid: Pyramid
    /// The common prefix of the tiles' paths: the folder and `NAME`.
    public let prefix: String
    /// The format of the tiles, by their file extension.
    public let format: TileFormat

    /// The file extension of the tiles, as spelled.
    private let fileExtension: String
    /// The least number of digits of columns and rows.
    private let digits: Int

    /// Opens a set of tiles: reads the names in the folder and the headers of up to six tiles.
    ///
    /// - Parameter prefix: the common prefix of the tiles' paths, without the underscore.
    /// - Throws: ``StoreError``, naming the path and what is wrong.
    public init(opening prefix: String) throws {
        let folder = FilePath.parent(of: prefix)
        let stem = FilePath.name(of: prefix)
        let tiles = try FileSystem.entries(of: folder).compactMap(FlatTileName.init).filter { $0.stem == stem }
        let fileExtensions = Set(tiles.map(\.fileExtension)).filter { TileFormat(fileExtension: $0) != nil }.sorted()
        guard let fileExtension = fileExtensions.first, let format = TileFormat(fileExtension: fileExtension) else {
            throw StoreError(.unreadable, path: prefix, "there are no tiles with names such as \(stem)_00_00.jpg.")
        }
        guard fileExtensions.count == 1 else {
            throw StoreError(
                .malformed, path: prefix,
                "the tiles have different file extensions: \(fileExtensions.joined(separator: " and ")). "
                    + "Move one kind elsewhere.")
        }
        self.prefix = prefix
        self.format = format
        self.fileExtension = fileExtension
        let ours = tiles.filter { $0.fileExtension == fileExtension }
        digits = ours.flatMap { [$0.column.utf8.count, $0.row.utf8.count] }.min() ?? 2
        pyramid = try Self.pyramid(of: ours, in: folder)
    }

    /// Reads a tile's file; may be called from any thread.
    ///
    /// - Returns: `nil` if there is no such tile.
    /// - Throws: ``StoreError`` when the tile cannot be read, or the folder no longer exists.
    public func read(_ index: TileIndex) throws -> EncodedTile? {
        guard pyramid.contains(index) else { return nil }
        return try FileSystem.readTile(path(of: index), in: FilePath.parent(of: prefix)).map {
            EncodedTile(bytes: $0, format: format)
        }
    }

    /// The path of a tile's file.
    func path(of index: TileIndex) -> String {
        let column = FlatTileName.padded(index.column, digits: digits)
        let row = FlatTileName.padded(index.row, digits: digits)
        return "\(prefix)_\(column)_\(row).\(fileExtension)"
    }

    /// Infers the geometry from the names of the tiles and the headers of some.
    private static func pyramid(of tiles: [FlatTileName], in folder: String) throws -> Pyramid {
        let columns = try FlatAxis(tiles, of: { Int($0.column) ?? 0 }) { try Self.size(of: $0, in: folder).width }
        let rows = try FlatAxis(tiles, of: { Int($0.row) ?? 0 }) { try Self.size(of: $0, in: folder).height }
        let overlap = max(columns.overlap, rows.overlap)
        let size = PixelSize(width: columns.length(overlap: overlap), height: rows.length(overlap: overlap))
        var tileSize = PixelSize(width: columns.step(overlap: overlap), height: rows.step(overlap: overlap))
        // The tile size across a single row or column is unknown; tiles are assumed to be square.
        if rows.isSingle, !columns.isSingle {
            tileSize.height = max(tileSize.width, tileSize.height)
        } else if columns.isSingle, !rows.isSingle {
            tileSize.width = max(tileSize.width, tileSize.height)
        }
        let sides = 1...DeepZoomDescriptor.longestSide
        guard sides.contains(size.width), sides.contains(size.height),
            (0..<min(tileSize.width, tileSize.height)).contains(overlap)
        else {
            throw StoreError(
                .malformed, path: folder,
                "the sizes of the tiles contradict each other. Cut the image again with tilecut.")
        }
        return Pyramid(levels: [LevelShape(size: size, tileSize: tileSize)], overlap: overlap)
    }

    /// The prefixes of the sets of tiles in a folder.
    ///
    /// A set has tiles in column 0 and in row 0. Names of photos that end in dates and numbers mostly do not.
    static func recognizedPaths(of candidate: PyramidCandidate) -> [String] {
        guard case .folder(let names) = candidate.content else { return [] }
        var (firstColumns, firstRows) = (Set<String>(), Set<String>())
        for name in names {
            guard let tile = FlatTileName(name), TileFormat(fileExtension: tile.fileExtension) != nil else { continue }
            if Int(tile.column) == 0 { firstColumns.insert(tile.stem) }
            if Int(tile.row) == 0 { firstRows.insert(tile.stem) }
        }
        return firstColumns.intersection(firstRows).sorted().map { "\(candidate.path)/\($0)" }
    }

    /// The size of a tile, from its header.
    private static func size(of tile: FlatTileName, in folder: String) throws -> PixelSize {
        let path = "\(folder)/\(tile.name)"
        guard let bytes = try FileSystem.readWhole(path) else {
            throw StoreError(.unreadable, path: path, "the tile disappeared while the pyramid was being opened.")
        }
        do {
            return try TileDecoder().decode(bytes, name: path) { $0.size }
        } catch let error as CodecError {
            throw StoreError(.malformed, path: path, error.message)
        }
    }
}
