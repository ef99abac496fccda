internal import TileContainers
internal import TilePyramid

/// The place of flat tiles: among other files in a folder.
///
/// Tiles are written to the folder `NAME.partial` and moved out of it when all are complete.
struct FlatOutput: FolderOutput {
    /// The common prefix of the tiles' paths: the folder and `NAME`.
    let path: String
    let pyramid: Pyramid
    let naming: any LayoutNaming

    func checkExisting(_ options: StoreOptions) throws -> Bool {
        // A run killed while it moved its tiles can be continued.
        let isMoved = options.resumes && TileJournal.isOurs("\(path).partial/\(TileJournal.fileName)")
        let mayReplace = options.replacesExisting || isMoved
        if !mayReplace, let tile = try existing() {
            throw StoreError.exists(tile)
        }
        return mayReplace
    }

    func existing() throws -> String? { try existingTiles().first }

    /// Does nothing: tiles are moved one by one, so that each is where it should be.
    func undoMove() {}

    func moveIntoPlace(_ folder: PartialFolder, siblings: [ContainerFile]) throws {
        try folder.sync()
        var kept = Set<String>()
        for index in pyramid.finestLevel.indices {
            let name = naming.name(of: index)
            let source = "\(folder.path)/\(name)"
            let target = FilePath.sibling(name, of: path)
            kept.insert(target)
            // An interrupted run may have moved the tile already.
            if FileSystem.exists(source) || !FileSystem.exists(target) {
                try FileSystem.rename(source, to: target)
            }
        }
        for old in try existingTiles() where !kept.contains(old) && !FileSystem.isUnlinkedFolder(old) {
            try FileSystem.removeAll(old)
        }
        try FileSystem.syncFolder(of: path)
        try folder.removePartial()
    }

    func paths(of name: String, in partial: String, isComplete: Bool, mayReplace: Bool) -> [String] {
        ["\(partial)/\(name)", FilePath.sibling(name, of: path)]
    }

    /// The paths of all tiles with this prefix, in any format and grid.
    private func existingTiles() throws -> [String] {
        let parent = FilePath.parent(of: path)
        guard FileSystem.isFolder(parent) else { return [] }
        let stem = FilePath.name(of: path)
        return try FileSystem.entries(of: parent).filter { name in
            guard let tile = FlatTileName(name), tile.stem == stem else { return false }
            return TileFormat(rawValue: tile.fileExtension) != nil
                && [tile.column, tile.row].allSatisfy { $0.utf8.count == 2 || $0.utf8.count > 2 && !$0.hasPrefix("0") }
        }.sorted().map { FilePath.sibling($0, of: path) }
    }
}
