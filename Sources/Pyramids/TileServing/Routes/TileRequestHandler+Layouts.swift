internal import FilePyramids
internal import Georeferencing
internal import Numbers
internal import TileCutting
internal import TilePyramid

extension TileRequestHandler {
    private static let xml = "application/xml; charset=utf-8"

    /// Answers with the descriptor of a Deep Zoom pyramid.
    func deepZoom(_ name: String, _ request: ServerRequest) throws(RequestError) -> AnswerPlan {
        guard name.hasSuffix(".dzi") else { throw Self.notFound }
        return try withRenderedImage(try entry(name.dropLast(".dzi".count)), request) { image in
            let text = ServedDescription.deepZoom(of: image.deepZoom, format: image.format)
            return .answer(.description(Array(text.utf8), type: Self.xml))
        }
    }

    /// Answers with a tile of a Deep Zoom pyramid: folder, level, and file.
    func deepZoomTile(_ parts: [String], _ request: ServerRequest) throws(RequestError) -> AnswerPlan {
        guard parts[0].hasSuffix("_files"), let file = Self.tileFile(parts[2], separator: "_", count: 2),
            let level = Self.number(parts[1])
        else { throw Self.notFound }
        return try withRenderedImage(try entry(parts[0].dropLast("_files".count)), request) {
            [self] image throws(RequestError) in
            let index = TileIndex(level: level, column: file.numbers[0], row: file.numbers[1])
            return try tile(index, of: image.deepZoom, image: image, format: file.format, for: request)
        }
    }

    /// Answers with the descriptor or a tile of a Zoomify pyramid.
    func zoomify(_ parts: [String], _ request: ServerRequest) throws(RequestError) -> AnswerPlan {
        let entry = try entry(parts[0])
        if parts.count == 2 {
            guard parts[1] == "ImageProperties.xml" else { throw Self.notFound }
            return try withRenderedImage(entry, request) { image in
                .answer(.description(Array(ServedDescription.zoomify(of: image.zoomify).utf8), type: Self.xml))
            }
        }
        guard let file = Self.tileFile(parts[2], separator: "-", count: 3) else { throw Self.notFound }
        return try withRenderedImage(entry, request) { [self] image throws(RequestError) in
            let name = "\(parts[1])/\(parts[2])"
            guard let index = ServedDescription.zoomifyTile(name, of: image.zoomify, format: file.format) else {
                throw Self.notFound
            }
            return try tile(index, of: image.zoomify, image: image, format: file.format, for: request)
        }
    }

    /// Answers with the TileJSON of map tiles.
    func tileJSON(_ name: String, _ request: ServerRequest) throws(RequestError) -> AnswerPlan {
        guard name.hasSuffix(".json") else { throw Self.notFound }
        let entry = try entry(name.dropLast(".json".count))
        return try withRenderedImage(entry, request) { image throws(RequestError) in
            let address = ServerAddress(entry, origin: request.origin)
            let map = try Self.map(of: image)
            let bytes = ServedDescription.tileJSON(
                of: image.mapTiles, title: entry.name, attribution: image.attribution,
                georeference: map?.placement.georeference ?? image.georeference,
                template: address.mapTiles(image.mapFormat.fileExtension) + request.renderingSuffix,
                terrain: image.pixels?.terrain)
            return .answer(.description(bytes, type: "application/json"))
        }
    }

    /// Answers with a map tile: name, zoom, column, and row with the file extension.
    func mapTile(_ parts: [String], _ request: ServerRequest) throws(RequestError) -> AnswerPlan {
        guard let zoom = Self.number(parts[1]), let column = Self.number(parts[2]),
            let file = Self.tileFile(parts[3], separator: ".", count: 1)
        else { throw Self.notFound }
        return try withRenderedImage(try entry(parts[0]), request) { [self] image throws(RequestError) in
            let address = MapTile(zoom: zoom, column: column, row: file.numbers[0])
            let map = try Self.map(of: image)
            guard let index = image.mapTiles.index(of: address) else { throw Self.notFound }
            if let map { return try warpedTile(address, of: map, image: image, format: file.format, for: request) }
            guard image.source?.georeference != nil else {
                return try tile(index, of: image.mapTiles.pyramid, image: image, format: file.format, for: request)
            }
            // The tiles of a map are served as they are: with what is beyond the image, and not where there are none.
            return try storedTile(index, of: image, format: file.format, anyFormat: true) { () throws(RequestError) in
                throw Self.notFound
            }
        }
    }

    /// A whole number from 0 on in its shortest form, as in the names of tiles.
    private static func number(_ text: some StringProtocol) -> Int? {
        guard let number = CheckedNumber.integer(text, in: 0...CheckedNumber.longestSide), "\(number)" == text else {
            return nil
        }
        return number
    }

    /// The numbers and the format in the name of a tile's file.
    private static func tileFile(
        _ name: String, separator: Character, count: Int
    ) -> (numbers: [Int], format: TileFormat)? {
        guard let dot = name.lastIndex(of: "."),
            let format = TileFormat(rawValue: String(name[name.index(after: dot)...]))
        else { return nil }
        let numbers = name[..<dot].split(separator: separator, omittingEmptySubsequences: false).map(number)
        let known = numbers.compactMap { $0 }
        return numbers.count == count && known.count == count ? (known, format) : nil
    }
}

extension ServedImage {
    /// The format of map tiles; the tiles of maps are sent in their stored format.
    ///
    /// Maps that are warped are transparent beyond the image, which JPEG cannot store.
    var mapFormat: TileFormat {
        guard map == nil else { return .png }
        return source.flatMap { $0.georeference == nil ? nil : $0.format } ?? format
    }
}
