internal import FilePyramids
internal import JSONDocuments
internal import Numbers
internal import TileContainers
internal import TilePyramid

/// Opens Deep Zoom pyramids by the address of their descriptor.
enum RemoteDeepZoom {
    /// Opens a pyramid.
    ///
    /// - Parameters:
    ///   - descriptor: the parsed descriptor.
    ///   - folder: the address of the folder of levels, with its slash, where the descriptor names it; `nil` for the one
    ///     beside the descriptor.
    ///   - origin: the address of the descriptor.
    /// - Returns: the pyramid, of which the levels are present that have tiles.
    /// - Throws: ``StoreError`` when the host does not answer, and for tiles that are not supported.
    static func open(
        _ descriptor: DeepZoomDescriptor, folder: String? = nil, _ origin: RemoteOrigin
    ) async throws -> OpenedPyramid {
        guard let named = TileFormat(fileExtension: descriptor.format) else {
            throw origin.malformed("its tiles are \(descriptor.format), which are not supported.")
        }
        let address = DescriptionAddress(origin.base)
        let base =
            folder ?? address.folder + FilePath.withoutExtension(address.name) + DeepZoomDescriptor.filesSuffix + "/"
        let whole = descriptor.pyramid { _ in true }
        try PyramidLimits.check(whole, path: origin.path)
        let suffix = origin.suffix(address, for: base)
        let urls = { @Sendable (index: TileIndex) in
            "\(base)\(index.level)/\(index.column)_\(index.row).\(descriptor.format)\(suffix)"
        }
        let (coarsest, sample) = try await coarsestLevel(of: whole, urls, origin)
        let pyramid = descriptor.pyramid { $0 >= coarsest }
        var description = RemoteTileSource.Description(pyramid: pyramid, format: sample?.format ?? named)
        description.isSparse = descriptor.isSparse
        description.coverage = coverage(descriptor, pyramid)
        let source = RemoteTileSource(origin.path, description, client: origin.access.client) { index in
            origin.request(urls(index))
        }
        return OpenedPyramid(
            source: source, format: .deepZoom, path: origin.path, name: PercentEncoding.decoded(address.name))
    }

    /// The coarsest level that has tiles, and its first tile: mostly level 0.
    ///
    /// A tile of another size does not count: image servers send their smallest image for all levels that are smaller.
    private static func coarsestLevel(
        of pyramid: Pyramid, _ urls: @escaping @Sendable (TileIndex) -> String, _ origin: RemoteOrigin
    ) async throws -> (Int, SampleTile?) {
        @Sendable func first(of level: Int) -> TileIndex { TileIndex(level: level, column: 0, row: 0) }
        @Sendable func tile(of level: Int, _ search: inout SampleSearch) async throws -> SampleTile? {
            let sample = try await search.tile(urls(first(of: level)), origin)
            return sample?.size == pyramid.storedSize(of: first(of: level)) ? sample : nil
        }
        var search = SampleSearch()
        if let sample = try await tile(of: 0, &search) { return (0, sample) }
        let found: (Int, SampleTile?)? = try await withThrowingTaskGroup(of: (Int, SampleTile?).self) { group in
            for level in pyramid.levels.indices.dropFirst() {
                group.addTask {
                    // The refusal of the first level says enough.
                    var search = SampleSearch()
                    return (level, try await tile(of: level, &search))
                }
            }
            var found: (Int, SampleTile?)?
            for try await (level, sample) in group where sample != nil && level < found?.0 ?? .max {
                found = (level, sample)
            }
            return found
        }
        if let found { return found }
        try search.finish()
        // A sparse image may lack its corner on every level.
        return (0, nil)
    }

    /// The most display rectangles that are looked at.
    private static let displayRectLimit = 64

    /// The tiles that the display rectangles of a sparse image name; `nil` for all.
    private static func coverage(_ descriptor: DeepZoomDescriptor, _ pyramid: Pyramid) -> TileCoverage? {
        let rects = descriptor.displayRects
        guard !rects.isEmpty, rects.count <= displayRectLimit, !rects.contains(where: { $0.covers(descriptor.size) })
        else { return nil }
        return TileCoverage(of: pyramid) { level in
            let parts = rects.compactMap { $0.tiles(of: level) }
            // Levels outside of all rectangles are not described.
            guard let first = parts.first else { return nil }
            return parts.dropFirst().reduce(first) { union, part in
                (union.columns.union(part.columns), union.rows.union(part.rows))
            }
        }
    }
}

extension Range<Int> {
    /// The smallest range that contains both; an empty one does not count.
    fileprivate func union(_ other: Range<Int>) -> Range<Int> {
        if isEmpty { return other }
        if other.isEmpty { return self }
        // Checked: the lowest and the highest bound of ranges.
        return Swift.min(lowerBound, other.lowerBound)..<Swift.max(upperBound, other.upperBound)
    }
}

extension DeepZoomDescriptor {
    /// Parses the form in JSON, which may be the argument of a function's call (JSONP):
    /// `{"Image": {"Url": "big_files/", "Format": "jpg", "TileSize": "254", "Overlap": "1", "Size": {…}}}`.
    ///
    /// - Returns: the descriptor and the address of the folder of levels, if it is named; `nil` for other JSON.
    /// - Throws: ``StoreError`` for a descriptor that is damaged.
    static func parse(json object: JSONObject, path: String) throws -> (DeepZoomDescriptor, folder: String?)? {
        guard object.has("Image") else { return nil }
        do {
            let image = try object.object("Image")
            let size = try image.object("Size")
            let sides = 1...longestSide
            let tileSize = try image.number(orText: "TileSize", in: sides)
            let format = try image.string("Format")
            guard !format.isEmpty, !format.contains("/") else {
                throw JSONError(at: "Image.Format", "\"\(format)\" is not a format of tiles")
            }
            let descriptor = DeepZoomDescriptor(
                size: PixelSize(
                    width: try size.number(orText: "Width", in: sides),
                    height: try size.number(orText: "Height", in: sides)),
                tileSize: tileSize, overlap: try image.number(orText: "Overlap", in: 0...(tileSize - 1)), format: format
            )
            return (descriptor, try image.optionalString("Url"))
        } catch let error as JSONError {
            throw StoreError(.malformed, path: path, "the descriptor is damaged: \(error).")
        }
    }
}

extension JSONObject {
    /// A whole number, which may be written as a text.
    fileprivate func number(orText name: String, in range: ClosedRange<Int>) throws -> Int {
        guard let text = try? string(name) else { return try integer(name, in: range) }
        guard let number = CheckedNumber.integer(text, in: range) else {
            throw JSONError(at: path(of: name), "\"\(text)\" is not a whole number within \(range)")
        }
        return number
    }
}
