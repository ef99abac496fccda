internal import CheckedNumbers
internal import JSONDocuments
internal import TilePyramid

/// Reads IIIF images, level 0, versions 2 and 3, from their `info.json`.
extension IIIFLayout {
    /// The most scale factors that are accepted, and the largest.
    private static let scaleFactorCountLimit = 64
    private static let largestScaleFactor = 1 << 24

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
    static func isImageInformation(_ bytes: [UInt8]) -> Bool {
        let text = String(decoding: bytes, as: UTF8.self)
        return text.contains("iiif.io/api/image") || text.contains("library.stanford.edu/iiif")
            // Version 1.0 names no context.
            || text.contains("\"scale_factors\"") && text.contains("\"tile_width\"")
    }

    private static func describe(
        _ information: JSONObject, _ files: any ContainerReader, path: String
    ) throws -> LayoutDescription {
        let context = (try? information.string("@context")) ?? ""
        guard !context.contains("/image/1"), !context.contains("stanford.edu"), !information.has("scale_factors") else {
            throw StoreError(.malformed, path: path, "IIIF Image API 1 is not supported; versions 2 and 3 are.")
        }
        let version: IIIFVersion = (try? information.string("@id")) == nil ? .three : .two
        let sides = 1...DeepZoomDescriptor.longestSide
        let size = PixelSize(
            width: try information.integer("width", in: sides), height: try information.integer("height", in: sides))
        guard let tiles = try? information.objects("tiles"), let first = tiles.first else {
            throw StoreError(
                .malformed, path: path,
                "this IIIF image has \(information.has("sizes") ? "\"sizes\" and " : "")no \"tiles\", so it is not a "
                    + "pyramid. Open one of the images in the folder \"full\" instead.")
        }
        let width = try first.integer("width", in: sides)
        let height = (try? first.integer("height", in: sides)) ?? width
        let tile = PixelSize(width: width, height: height)
        var scaleFactors = try scaleFactors(of: first, path: path)
        func naming(_ fileExtension: String) -> IIIFNaming {
            let shapes = scaleFactors.reversed().map { scaleFactor in
                LevelShape(
                    size: PixelSize(
                        width: (size.width + scaleFactor - 1) / scaleFactor,
                        height: (size.height + scaleFactor - 1) / scaleFactor),
                    tileSize: tile, downsample: Double(scaleFactor))
            }
            return IIIFNaming(
                version: version, pyramid: Pyramid(levels: shapes), identifier: "", fileExtension: fileExtension)
        }
        let fileExtension = try LayoutDescription.fileExtensions.first { fileExtension in
            let naming = naming(fileExtension)
            let corner = TileIndex(level: naming.pyramid.finestLevel.index, column: 0, row: 0)
            return try naming.possibleNames(of: corner).contains { try files.storedTile($0) != nil }
        }
        // libvips omits coarse scale factors from the description, but writes their tiles.
        func isCovered(_ side: Int, by tile: Int, _ scaleFactor: Int) -> Bool {
            CheckedNumber.product(tile, scaleFactor).map { side <= $0 } ?? true
        }
        while let last = scaleFactors.last, last < largestScaleFactor,
            !isCovered(size.width, by: tile.width, last) || !isCovered(size.height, by: tile.height, last)
        {
            scaleFactors.append(2 * last)
            let coarser = naming(fileExtension ?? "jpg")
            let names = coarser.possibleNames(of: TileIndex(level: 0, column: 0, row: 0))
            guard try names.contains(where: { try files.storedTile($0) != nil }) else {
                scaleFactors.removeLast()
                break
            }
        }
        let chosen = naming(fileExtension ?? "jpg")
        let names = [version == .three ? "id" : "@id", "rights", "attribution", "license"]
        return LayoutDescription(
            layout: version == .three ? .iiif : .iiif2, pyramid: chosen.pyramid,
            format: TileFormat(fileExtension: chosen.fileExtension) ?? .jpeg, naming: chosen, isSparse: false,
            properties: names.compactMap { name in
                try? information.optionalString(name).map { PyramidProperty(name, $0) }
            })
    }

    /// The scale factors of the tiles in ascending order, beginning with 1.
    private static func scaleFactors(of tiles: JSONObject, path: String) throws -> [Int] {
        let scaleFactors = try tiles.integers("scaleFactors", in: 1...largestScaleFactor)
        guard Set(scaleFactors).count == scaleFactors.count, scaleFactors.count <= scaleFactorCountLimit else {
            throw StoreError(
                .malformed, path: path,
                "the scaleFactors of the tiles are invalid: there are too many, or one occurs twice.")
        }
        guard scaleFactors.contains(1) else {
            throw StoreError(
                .malformed, path: path,
                "the scaleFactors do not contain 1, so there are no full-size tiles. The image cannot be read as a "
                    + "pyramid.")
        }
        return scaleFactors.sorted()
    }
}
