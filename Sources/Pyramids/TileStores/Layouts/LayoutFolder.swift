internal import Georeferencing

/// The contents of a folder that belongs to a single pyramid.
enum LayoutFolder {
    /// The names of descriptors.
    private static let descriptors = [
        ZoomifyNaming.descriptorName, IIIFNaming.descriptorName, TileJSON.name, TileMapResource.name,
    ]

    /// Whether a folder is empty, or holds a pyramid and nothing else, so that it can be replaced without losing other
    /// files.
    static func isPyramid(_ path: String) throws -> Bool {
        guard FileSystem.isFolder(path) else { return false }
        let names = try FileSystem.entries(of: path)
        guard names.allSatisfy(isLayoutEntry) else { return false }
        // Folders with numbers for names may be anything, such as chapters or years.
        return try names.isEmpty || names.contains(where: descriptors.contains)
            || MapTileTree(of: FolderContainerReader(path), stopsAtFirstTile: true) != nil
    }

    /// Whether an entry of the folder has a name that some layout uses.
    static func isLayoutEntry(_ name: String) -> Bool {
        if let zoom = NumericFileName.number(name) { return zoom <= MapTile.maximumZoom }
        if name.hasPrefix(".") { return true }
        let files = descriptors + [GoogleNaming.blankName, TileJournal.fileName, "full", "vips-properties.xml"]
        if files.contains(name) || FilePath.fileExtension(of: name) == "html" { return true }
        if name.hasPrefix("TileGroup") { return NumericFileName.number(name.dropFirst("TileGroup".count)) != nil }
        let region = name.split(separator: ",", omittingEmptySubsequences: false)
        return region.count == 4 && region.allSatisfy { NumericFileName.number($0) != nil }
    }
}
