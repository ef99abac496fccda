public import TilePyramid

extension FlatSource {
    /// Empty: the layout has no descriptor.
    public var properties: [PyramidProperty] { [] }
    /// Always `false`: the layout cannot declare missing tiles.
    public var isSparse: Bool { false }

    /// The name of a tile's file.
    public func fileName(of index: TileIndex) -> String? { FilePath.name(of: path(of: index)) }

    /// Looks up a tile's file without reading it.
    ///
    /// - Throws: ``StoreError`` when the folder no longer exists.
    public func storedTile(_ index: TileIndex) throws -> StoredTile? {
        guard pyramid.contains(index) else { return nil }
        return try FileSystem.storedTile(path(of: index), in: FilePath.parent(of: prefix))
    }

    /// Calls `body` for the file of every tile.
    ///
    /// - Throws: ``StoreError`` when the folder cannot be read, and what `body` throws.
    public func forEachStoredTile(_ body: (TileIndex, StoredTile) throws -> Void) throws {
        try forEachFile { _, index, tile in
            if let index, let tile { try body(index, tile) }
        }
    }

    /// Reports files that are named like tiles but are not; other files in the folder are not part of the pyramid.
    ///
    /// - Throws: ``StoreError`` when the folder cannot be read, and what `report` throws.
    public func inspectFiles(_ report: (ValidationIssue) throws -> Void) throws {
        try forEachFile { name, index, tile in
            guard index == nil || tile == nil else { return }
            try report(
                ValidationIssue(location: name, "this has the name of a tile, but is not a tile of the pyramid."))
        }
    }

    /// Calls `body` for every file with the pyramid's prefix, with its tile, if any.
    private func forEachFile(_ body: (String, TileIndex?, StoredTile?) throws -> Void) throws {
        let stem = FilePath.name(of: prefix)
        try FileSystem.forEachFile(of: FilePath.parent(of: prefix)) { name, file in
            guard let tile = FlatTileName(name), tile.stem == stem, let column = Int(tile.column),
                let row = Int(tile.row)
            else { return }
            let index = TileIndex(level: 0, column: column, row: row)
            let isTile = pyramid.contains(index) && FilePath.name(of: path(of: index)) == name
            try body(name, isTile ? index : nil, file)
        }
    }
}
