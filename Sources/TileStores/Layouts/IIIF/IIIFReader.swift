internal import JSONDocuments
internal import TilePyramid

/// Reads an IIIF image of level 0 from its `info.json`, of version 2 or 3.
enum IIIFReader {
    /// The most factors that are believed, and the largest.
    private static let mostFactors = 64
    private static let largestFactor = 1 << 24

    /// The pyramid among some files; nil when there is no such descriptor.
    static func read(_ files: any NamedFiles) throws -> LayoutDescription? {
        guard let bytes = try files.readDescriptor(IIIFNaming.descriptorName) else { return nil }
        let path = "\(files.path)/\(IIIFNaming.descriptorName)"
        guard isInformation(bytes) else { return nil }
        do {
            return try describe(JSONObject(JSONValue(parsing: bytes)), files, path: path)
        } catch let error as JSONError {
            throw StoreError(.malformed, path: path, "the description of the image is damaged: \(error).")
        }
    }

    /// Whether a file may be an image's information; other programs have files of that name as well.
    static func isInformation(_ bytes: [UInt8]) -> Bool {
        let text = String(decoding: bytes, as: UTF8.self)
        return text.contains("iiif.io/api/image") || text.contains("library.stanford.edu/iiif")
    }

    private static func describe(
        _ information: JSONObject, _ files: any NamedFiles, path: String
    ) throws -> LayoutDescription {
        let context = (try? information.string("@context")) ?? ""
        guard !context.contains("/image/1") && !context.contains("stanford.edu") else {
            throw StoreError(.malformed, path: path, "this is IIIF Image API 1, which is not read here; 2 and 3 are.")
        }
        let version: IIIFVersion = (try? information.string("@id")) == nil ? .three : .two
        let sides = 1...DeepZoomDescriptor.longestSide
        let size = PixelSize(
            width: try information.integer("width", in: sides), height: try information.integer("height", in: sides))
        guard let tiles = try? information.objects("tiles"), let first = tiles.first else {
            throw StoreError(
                .malformed, path: path,
                "this image is not divided into tiles, as far as its description says, and cannot be read as a pyramid. "
                    + "Open one of the pictures in the folder \"full\" instead.")
        }
        let width = try first.integer("width", in: sides)
        let height = (try? first.integer("height", in: sides)) ?? width
        let tile = PixelSize(width: width, height: height)
        var factors = try factors(of: first, path: path)
        func naming(_ ending: String) -> IIIFNaming {
            let shapes = factors.reversed().map { factor in
                LevelShape(
                    size: PixelSize(
                        width: (size.width + factor - 1) / factor, height: (size.height + factor - 1) / factor),
                    tileSize: tile, downsample: Double(factor))
            }
            return IIIFNaming(
                version: version, pyramid: Pyramid(levels: shapes), identifier: "", fileExtension: ending)
        }
        let ending = try LayoutDescription.endings.first { ending in
            let naming = naming(ending)
            let corner = TileIndex(level: naming.pyramid.finestLevel.index, column: 0, row: 0)
            return try naming.possibleNames(of: corner).contains { try files.stored($0) != nil }
        }
        // libvips leaves coarse factors out of its description, and writes their tiles.
        while let last = factors.last, last < largestFactor,
            size.width > tile.width * last || size.height > tile.height * last
        {
            factors.append(2 * last)
            let coarser = naming(ending ?? "jpg")
            let names = coarser.possibleNames(of: TileIndex(level: 0, column: 0, row: 0))
            guard try names.contains(where: { try files.stored($0) != nil }) else {
                factors.removeLast()
                break
            }
        }
        let chosen = naming(ending ?? "jpg")
        var description = LayoutDescription(
            layout: version == .three ? .iiif : .iiif2, pyramid: chosen.pyramid,
            format: TileFormat(fileExtension: chosen.fileExtension) ?? .jpeg, naming: chosen, isSparse: false)
        description.properties = [version == .three ? "id" : "@id", "rights", "attribution", "license"].compactMap {
            name in try? information.optionalString(name).map { PyramidProperty(name, $0) }
        }
        return description
    }

    /// The factors by which tiles are served, from 1 on.
    private static func factors(of tiles: JSONObject, path: String) throws -> [Int] {
        let factors = try tiles.integers("scaleFactors", in: 1...largestFactor)
        guard Set(factors).count == factors.count, factors.count <= mostFactors else {
            throw StoreError(
                .malformed, path: path, "the scaleFactors of its tiles cannot be: there are too many, or one twice.")
        }
        guard factors.contains(1) else {
            throw StoreError(
                .malformed, path: path,
                "its tiles are not served in full size: 1 is missing among the scaleFactors. It cannot be read as a "
                    + "pyramid.")
        }
        return factors.sorted()
    }
}
