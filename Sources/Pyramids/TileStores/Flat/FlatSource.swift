internal import ImageCodecs
public import TilePyramid

/// Tiles of the full size in a folder, as ``FlatStore`` writes them and others do: `NAME_CC_RR.EXT`, column first.
///
/// The layout has no descriptor: how many tiles there are is told by their names, and how large they are by the headers
/// of a few of them. Tiles may be missing, but not whole columns or rows. A grid of less than three tiles each way is
/// taken to have no overlap, for nothing tells.
public final class FlatSource: PyramidSource {
    /// One level, the full size.
    public let pyramid: Pyramid
    /// What every tile's path begins with: the folder and `NAME`.
    public let prefix: String
    /// What the tiles are, by their names.
    public let format: TileFormat

    /// What the names of tiles end with, as it is written.
    private let fileExtension: String
    /// The digits that numbers have at least.
    private let digits: Int

    /// Opens a set of tiles: reads the names in the folder and the headers of up to six tiles.
    ///
    /// - Parameter prefix: the path that the names of all tiles begin with, without the underscore.
    /// - Throws: ``StoreError``, naming the path and what is wrong with it.
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
                "there are tiles that end in \(fileExtensions.joined(separator: " and in ")). Move one kind elsewhere.")
        }
        self.prefix = prefix
        self.format = format
        self.fileExtension = fileExtension
        let ours = tiles.filter { $0.fileExtension == fileExtension }
        digits = ours.flatMap { [$0.column.utf8.count, $0.row.utf8.count] }.min() ?? 2
        pyramid = try Self.pyramid(of: ours, in: folder)
    }

    /// Reads a tile's file; from any thread.
    ///
    /// - Returns: nil when there is no such tile.
    /// - Throws: ``StoreError`` when there is one that cannot be read, and when the whole folder has vanished.
    public func read(_ index: TileIndex) throws -> EncodedTile? {
        guard pyramid.contains(index) else { return nil }
        return try FileSystem.readTile(path(of: index), in: FilePath.parent(of: prefix)).map {
            EncodedTile(bytes: $0, format: format)
        }
    }

    /// A tile's file.
    func path(of index: TileIndex) -> String {
        let column = FlatTileName.padded(index.column, digits: digits)
        let row = FlatTileName.padded(index.row, digits: digits)
        return "\(prefix)_\(column)_\(row).\(fileExtension)"
    }

    /// The geometry, from the tiles' names and the headers of some.
    private static func pyramid(of tiles: [FlatTileName], in folder: String) throws -> Pyramid {
        let columns = try FlatAxis(tiles, of: { Int($0.column) ?? 0 }) { try Self.size(of: $0, in: folder).width }
        let rows = try FlatAxis(tiles, of: { Int($0.row) ?? 0 }) { try Self.size(of: $0, in: folder).height }
        let overlap = max(columns.overlap, rows.overlap)
        let size = PixelSize(width: columns.length(overlap: overlap), height: rows.length(overlap: overlap))
        var tileSize = PixelSize(width: columns.step(overlap: overlap), height: rows.step(overlap: overlap))
        // Of a single row or column it is not known how long its tiles could be: they are taken for squares.
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
                "the sizes of the tiles do not fit together. Cut the image again with tilecut.")
        }
        return Pyramid(levels: [LevelShape(size: size, tileSize: tileSize)], overlap: overlap)
    }

    /// The sets of tiles in a folder: the paths their names begin with.
    ///
    /// A set begins with column and row 0; names of photographs, which end in dates and numbers, do not.
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

    /// The pixels of a tile, by its header.
    private static func size(of tile: FlatTileName, in folder: String) throws -> PixelSize {
        let path = "\(folder)/\(tile.name)"
        guard let bytes = try FileSystem.readWhole(path) else {
            throw StoreError(.unreadable, path: path, "the tile has vanished while the pyramid was opened.")
        }
        do {
            return try TileDecoder().decode(bytes, name: path) { $0.size }
        } catch let error as CodecError {
            throw StoreError(.malformed, path: path, error.message)
        }
    }
}
