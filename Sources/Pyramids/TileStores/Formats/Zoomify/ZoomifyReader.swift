internal import TilePyramid

/// Reads Zoomify pyramids from their `ImageProperties.xml`.
extension ZoomifyLayout {
    /// Describes the pyramid in a container; `nil` if it has no such descriptor.
    func describe(_ files: any ContainerReader) throws -> LayoutDescription? {
        let name = ZoomifyNaming.descriptorName
        guard let (bytes, path) = try files.readDescriptor(name) else { return nil }
        let properties = try ZoomifyProperties(parsing: bytes, path: path)
        // The descriptor does not say how odd sizes are rounded.
        func pyramid(_ rounding: PyramidShape.Rounding) -> Pyramid {
            Pyramid(
                size: properties.size, tileSize: properties.tileSize,
                shape: PyramidFormat.zoomify.shape(rounding: rounding))
        }
        let candidates = [pyramid(.down), pyramid(.up)]
        let likely = candidates.filter { $0.tileCount == properties.tileCount }
        let fileExtension = try Self.fileExtension(in: files)
        let chosen = try Self.choose(from: likely.isEmpty ? candidates : likely, fileExtension: fileExtension, files)
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
        guard candidates.count > 1, candidates[0] != candidates[1] else { return candidates[0] }
        let (down, up) = (candidates[0], candidates[1])
        guard down.levels.count == up.levels.count,
            let level = down.levels.indices.first(where: { down.levels[$0].size != up.levels[$0].size })
        else {
            // If one has a tier more, its finest tier exists only there.
            let hasMore = try files.storedTile("TileGroup0/\(up.levels.count - 1)-0-0.\(fileExtension)") != nil
            return hasMore || down.levels.count == up.levels.count ? up : down
        }
        let grid = up.levels[level].grid
        let last = TileIndex(level: level, column: grid.columns - 1, row: grid.rows - 1)
        let name = ZoomifyNaming(pyramid: up, fileExtension: fileExtension).name(of: last)
        let size = try LayoutDescription.size(ofTile: name, in: files)
        return size == up.rect(of: last).size ? up : down
    }
}
