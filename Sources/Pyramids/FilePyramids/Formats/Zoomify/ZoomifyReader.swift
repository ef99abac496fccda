internal import TileContainers
internal import TilePyramid

/// Reads Zoomify pyramids from their `ImageProperties.xml`.
extension ZoomifyLayout {
    /// Describes the pyramid in a container; `nil` if it has no such descriptor.
    func describe(_ files: any ContainerReader) throws -> LayoutDescription? {
        let name = ZoomifyNaming.descriptorName
        guard let (bytes, path) = try files.readDescriptor(name) else { return nil }
        let properties = try ZoomifyProperties(parsing: bytes, path: path)
        let fileExtension = try Self.fileExtension(in: files)
        let chosen = try Self.choose(from: properties.likelyCandidates, fileExtension: fileExtension, files)
        var description = LayoutDescription(
            layout: .zoomify, pyramid: chosen, format: TileFormat(fileExtension: fileExtension) ?? .jpeg,
            naming: ZoomifyNaming(pyramid: chosen, fileExtension: fileExtension), isSparse: false,
            properties: properties.others)
        if chosen.tileCount != properties.tileCount {
            description.issues.append(
                ValidationIssue(
                    location: name,
                    "NUMTILES is \(properties.tileCount), but a pyramid of this size has \(chosen.tileCount) tiles."))
        }
        return description
    }

    /// The file extension of the tiles; `jpg` if there are none.
    private static func fileExtension(in files: any ContainerReader) throws -> String {
        try LayoutDescription.fileExtensions.first { try files.storedTile("TileGroup0/0-0-0.\($0)") != nil } ?? "jpg"
    }

    /// Chooses between geometries with equally many tiles, by the size of the last tile of the first level that
    /// differs.
    private static func choose(
        from candidates: [Pyramid], fileExtension: String, _ files: any ContainerReader
    ) throws -> Pyramid {
        guard let question = ZoomifyQuestion(candidates, fileExtension: fileExtension) else { return candidates[0] }
        return question.answer(
            exists: try files.storedTile(question.name) != nil,
            size: question.size == nil ? nil : try LayoutDescription.size(ofTile: question.name, in: files))
    }
}
