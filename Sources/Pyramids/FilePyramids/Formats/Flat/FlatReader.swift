internal import ImageCodecs
internal import ImageMetadata
internal import Numbers
internal import TileContainers
internal import TilePyramid

/// Reads full-size tiles in a folder, `NAME_CC_RR.EXT`, column first, of this and other programs.
///
/// The layout has no descriptor: the grid follows from the names of the tiles, and their size from the headers of a
/// few. Single tiles may be missing, but not whole columns or rows. A grid of fewer than three tiles each way is
/// assumed to have no overlap.
extension FlatLayout {
    /// Opens a set of tiles: reads the names in the folder and the headers of up to six tiles.
    ///
    /// - Parameter prefix: the common prefix of the tiles' paths, without the underscore.
    /// - Returns: the tiles.
    /// - Throws: ``StoreError``, naming the path and what is wrong.
    func open(_ prefix: String) throws -> LayoutSource {
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
        let ours = tiles.filter { $0.fileExtension == fileExtension }
        let pyramid = try Self.pyramid(of: ours, in: folder)
        let naming = FlatNaming(
            stem: stem, pyramid: pyramid, fileExtension: fileExtension,
            digits: ours.flatMap { [$0.column.utf8.count, $0.row.utf8.count] }.min() ?? 2)
        let description = LayoutDescription(
            layout: .flat, pyramid: pyramid, format: format, naming: naming, isSparse: false, tileFolders: [""],
            inspection: { _, report in try Self.inspect(folder, naming, report) })
        return LayoutSource(description, in: FolderContainerReader(beside: prefix), path: prefix)
    }

    /// Reports files that are named like tiles but are not; other files in the folder are not part of the pyramid.
    private static func inspect(
        _ folder: String, _ naming: FlatNaming, _ report: (ValidationIssue) throws -> Void
    ) throws {
        try FileSystem.forEachFile(of: folder) { name, file in
            guard let tile = FlatTileName(name), tile.stem == naming.stem,
                naming.index(of: name) == nil || file == nil
            else { return }
            try report(
                ValidationIssue(location: name, "this has the name of a tile, but is not a tile of the pyramid."))
        }
    }

    /// Infers the geometry from the names of the tiles and the headers of some.
    private static func pyramid(of tiles: [FlatTileName], in folder: String) throws -> Pyramid {
        let columns = try FlatAxis(tiles, of: { CheckedNumber.integer($0.column) ?? 0 }) {
            try Self.size(of: $0, in: folder).width
        }
        let rows = try FlatAxis(tiles, of: { CheckedNumber.integer($0.row) ?? 0 }) {
            try Self.size(of: $0, in: folder).height
        }
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

    /// The size of a tile, from its header.
    private static func size(of tile: FlatTileName, in folder: String) throws -> PixelSize {
        let path = "\(folder)/\(tile.name)"
        guard let bytes = try FileSystem.readWhole(path) else {
            throw StoreError(.unreadable, path: path, "the tile disappeared while the pyramid was being opened.")
        }
        do {
            return try TileDecoder.size(of: bytes, name: path)
        } catch let error as CodecError {
            throw StoreError(.malformed, path: path, error.message)
        }
    }
}
