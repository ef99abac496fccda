/// The contents of a folder that belongs to a single pyramid.
enum LayoutFolder {
    private static let layouts = PyramidFormats.standard.layouts.compactMap(\.layout)

    /// Whether a folder is empty, or holds a pyramid and nothing else, so that it can be replaced without losing other
    /// files.
    static func isPyramid(_ path: String) throws -> Bool {
        guard FileSystem.isFolder(path) else { return false }
        let names = try FileSystem.entries(of: path)
        guard names.allSatisfy(isLayoutEntry) else { return false }
        // Folders with numbers for names may be anything, such as chapters or years.
        let descriptors = layouts.flatMap(\.descriptorNames)
        return try names.isEmpty || names.contains(where: descriptors.contains)
            || MapTileTree(of: FolderContainerReader(path), stopsAtFirstTile: true) != nil
    }

    /// Whether an entry of the folder has a name that some layout uses.
    static func isLayoutEntry(_ name: String) -> Bool {
        if name.hasPrefix(".") || [TileJournal.fileName, "vips-properties.xml"].contains(name) { return true }
        return FilePath.fileExtension(of: name) == "html" || layouts.contains { $0.mayOwn(entry: name) }
    }
}
