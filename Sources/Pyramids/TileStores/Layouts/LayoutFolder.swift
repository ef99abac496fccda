/// What lies in the folder of a pyramid that has one of its own.
enum LayoutFolder {
    /// The files that describe a pyramid.
    private static let descriptors = [
        ZoomifyNaming.descriptorName, IIIFNaming.descriptorName, TileJSON.name, TileMapResource.name,
    ]

    /// Whether a folder holds a pyramid and nothing else, or nothing at all, so that nobody misses what is in it but the
    /// pyramid.
    static func isPyramid(_ path: String) throws -> Bool {
        guard FileSystem.isFolder(path) else { return false }
        let names = try FileSystem.entries(of: path)
        guard names.allSatisfy(isLayoutEntry) else { return false }
        // Folders of numbers alone may be anything: chapters, years.
        return try names.isEmpty || names.contains(where: descriptors.contains)
            || MapTileTree(of: FolderContainerReader(path), stopsAtFirstTile: true) != nil
    }

    /// Whether a name directly in the folder is that of something that some layout keeps there.
    static func isLayoutEntry(_ name: String) -> Bool {
        if let zoom = NumericFileName.number(name) { return zoom <= MapTileTree.maximumZoom }
        if name.hasPrefix(".") { return true }
        let files = descriptors + [GoogleNaming.blankName, TileJournal.fileName, "full", "vips-properties.xml"]
        if files.contains(name) || FilePath.fileExtension(of: name) == "html" { return true }
        if name.hasPrefix("TileGroup") { return NumericFileName.number(name.dropFirst("TileGroup".count)) != nil }
        let region = name.split(separator: ",", omittingEmptySubsequences: false)
        return region.count == 4 && region.allSatisfy { NumericFileName.number($0) != nil }
    }
}
