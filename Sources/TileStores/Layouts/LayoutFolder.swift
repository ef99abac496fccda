/// What lies in the folder of a pyramid that has one of its own.
enum LayoutFolder {
    /// Whether a name directly in the folder is that of something that some layout keeps there.
    static func belongs(_ name: String) -> Bool {
        if name.hasPrefix(".") || FileNumbers.number(name) != nil { return true }
        let files = [
            ZoomifyNaming.descriptorName, IIIFNaming.descriptorName, TileJSON.name, TileMapResource.name,
            GoogleNaming.blankName, TileJournal.fileName, "full", "vips-properties.xml",
        ]
        if files.contains(name) || FilePath.fileExtension(of: name) == "html" { return true }
        if name.hasPrefix("TileGroup") { return FileNumbers.number(name.dropFirst("TileGroup".count)) != nil }
        let region = name.split(separator: ",", omittingEmptySubsequences: false)
        return region.count == 4 && region.allSatisfy { FileNumbers.number($0) != nil }
    }
}
