internal import JSONDocuments
internal import TileContainers
internal import TilePyramid

/// Reads IIIF images, level 0, versions 2 and 3, from their `info.json`.
extension IIIFLayout {
    /// Describes the pyramid in a container; `nil` if it has no such descriptor.
    func describe(_ files: any ContainerReader) throws -> LayoutDescription? {
        guard let (bytes, path) = try files.readDescriptor(IIIFNaming.descriptorName), Self.isImageInformation(bytes)
        else { return nil }
        do {
            return try Self.describe(JSONObject(JSONValue(parsing: bytes)), files, path: path)
        } catch let error as JSONError {
            throw StoreError(.malformed, path: path, "the description of the image is damaged: \(error).")
        }
    }

    /// Whether a file may be IIIF image information; other programs use the same file name.
    package static func isImageInformation(_ bytes: [UInt8]) -> Bool {
        let text = String(decoding: bytes, as: UTF8.self)
        return text.contains("iiif.io/api/image") || text.contains("library.stanford.edu/iiif")
            // Version 1.0 names no context.
            || text.contains("\"scale_factors\"") && text.contains("\"tile_width\"")
    }

    private static func describe(
        _ information: JSONObject, _ files: any ContainerReader, path: String
    ) throws -> LayoutDescription {
        let image = try IIIFImage(information, path: path)
        let version = image.version
        let size = image.size
        guard var tiles = try image.tiles(path: path) else {
            throw StoreError(
                .malformed, path: path,
                "this IIIF image has \(information.has("sizes") ? "\"sizes\" and " : "")no \"tiles\", so it is not a "
                    + "pyramid. Open one of the images in the folder \"full\" instead.")
        }
        try tiles.checkFullSize(path: path)
        func naming(_ tiles: IIIFTiles, _ fileExtension: String) -> IIIFNaming {
            IIIFNaming(
                version: version, pyramid: tiles.pyramid(of: size), identifier: image.identifier,
                fileExtension: fileExtension)
        }
        let fileExtension = try LayoutDescription.fileExtensions.first { fileExtension in
            let naming = naming(tiles, fileExtension)
            let corner = TileIndex(level: naming.pyramid.finestLevel.index, column: 0, row: 0)
            return try naming.possibleNames(of: corner).contains { try files.storedTile($0) != nil }
        }
        // libvips omits coarse scale factors from the description, but writes their tiles.
        var next = tiles
        while next.addCoarserLevel(of: size) {
            let names = naming(next, fileExtension ?? "jpg").possibleNames(of: TileIndex(level: 0, column: 0, row: 0))
            guard try names.contains(where: { try files.storedTile($0) != nil }) else { break }
            tiles = next
        }
        let chosen = naming(tiles, fileExtension ?? "jpg")
        return LayoutDescription(
            layout: version == .three ? .iiif : .iiif2, pyramid: chosen.pyramid,
            format: TileFormat(fileExtension: chosen.fileExtension) ?? .jpeg, naming: chosen, isSparse: false,
            properties: image.properties + manifestProperties(of: image, in: files))
    }
}
