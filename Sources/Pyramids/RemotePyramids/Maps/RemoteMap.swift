internal import FilePyramids
internal import Georeferencing
internal import Networking
internal import Numbers
internal import TileContainers
internal import TilePyramid

/// A map whose tiles have the zoom, the column and the row in their addresses.
struct RemoteMap: Sendable {
    /// The description of the map.
    var map: MapDescription
    /// The templates, which take turns; none for a map whose zooms have ``folders``.
    var templates: [TileTemplate]
    /// The folders of the zooms, each with the columns as folders in it; none for a map with templates.
    var folders: [Int: String] = [:]
    /// The address of the map, and the access to it.
    let origin: RemoteOrigin
    /// The path of what was opened, for messages.
    let path: String

    /// The most tiles that are asked for to find one that exists.
    private static let sampleLimit = 6

    /// Opens the map: one of its tiles shows the size and the format of all.
    ///
    /// - Throws: ``StoreError`` when the host does not answer, and for what is too large.
    func open(_ kind: PyramidFormat) async throws -> OpenedPyramid {
        for name in templates.map(\.fileExtension) + [map.formatName].compactMap(\.self) where VectorTiles.isName(name)
        {
            throw VectorTiles.refusal(path)
        }
        let named = map.zooms ?? map.imageMatrixSet?.zooms ?? origin.access.zooms
        guard WebMercator.zooms.contains(named.lowerBound) else {
            throw origin.malformed("zooms of maps are from 0 to \(WebMercator.zooms.upperBound), not \(named).")
        }
        let sample = try await sample(named)
        let zooms = map.imageMatrixSet == nil ? openable(named, sample) : named
        let tileMatrixSet = try map.imageMatrixSet ?? matrixSet(zooms, sample)
        var description = RemoteTileSource.Description(
            pyramid: tileMatrixSet.pyramid, format: sample?.format ?? namedFormat ?? .png)
        description.margin = map.margin
        if zooms != named {
            description.warnings = [
                "the zooms \(zooms.upperBound + 1) to \(named.upperBound) are left out: they have more than "
                    + "\(PyramidLimits.longestSide) pixels a side."
            ]
        }
        if map.imageMatrixSet == nil {
            let bounds = map.bounds ?? tileMatrixSet.bounds
            description.georeference = Georeference(zoom: zooms.upperBound, untrusted: bounds)
            if map.bounds != nil {
                description.coverage = TileCoverage(of: tileMatrixSet.pyramid) { level in
                    let range = bounds.tiles(at: tileMatrixSet.zoom(of: level.index))
                    let first = level.firstTile
                    return (
                        Self.shifted(range.columns, by: -first.x), Self.shifted(range.rows, by: -first.y)
                    )
                }
            }
        }
        description.attribution = map.attribution.flatMap(PlainText.text(ofHTML:))
        description.properties =
            map.properties + (description.attribution.map { [PyramidProperty("attribution", $0)] } ?? [])
        try PyramidLimits.check(description.pyramid, path: path)
        let addresses = addresses(tileMatrixSet)
        let origin = origin
        let source = RemoteTileSource(path, description, client: origin.access.client) { index in
            origin.request(addresses(tileMatrixSet.tile(index)))
        }
        return OpenedPyramid(source: source, format: kind, path: path, name: map.name)
    }

    /// The name of a folder, or else of its host.
    private static func name(ofFolder folder: String) -> String? {
        let url = URLReference(folder)
        let name = FilePath.name(of: FilePath.withoutTrailingSlashes(url?.path ?? ""))
        return name.isEmpty ? url?.host?.name : PercentEncoding.decoded(name)
    }

    private static func shifted(_ range: Range<Int>, by offset: Int) -> Range<Int> {
        // Checked: both are numbers of tiles, below 2^31.
        (range.lowerBound + offset)..<(range.upperBound + offset)
    }

    private var namedFormat: TileFormat? {
        let names = templates.map(\.fileExtension) + [map.formatName].compactMap(\.self)
        return names.lazy.compactMap { TileFormat(fileExtension: $0) }.first
    }

    /// The zooms whose sides are not too long; at least the coarsest.
    private func openable(_ zooms: ClosedRange<Int>, _ sample: SampleTile?) -> ClosedRange<Int> {
        let side = sample?.size.width ?? map.tileSide ?? MapTileTree.defaultTileSide
        let range = (map.bounds ?? .webMercatorExtent).tiles(at: zooms.lowerBound)
        let most = max(range.columns.count, range.rows.count)
        let finest = zooms.last { zoom in
            // Checked: zooms up to 30.
            let length = CheckedNumber.product(most, side, 1 << (zoom - zooms.lowerBound)) ?? .max
            return WebMercator.zooms.contains(zoom) && length <= PyramidLimits.longestSide
        }
        // Checked: one of the zooms.
        return zooms.lowerBound...(finest ?? zooms.lowerBound)
    }

    /// The numbering of a map whose tiles have the size of the sample.
    private func matrixSet(_ zooms: ClosedRange<Int>, _ sample: SampleTile?) throws -> TileMatrixSet {
        let side = map.tileSide ?? MapTileTree.defaultTileSide
        let size = sample?.size ?? PixelSize(width: side, height: side)
        let sides = 1...MapDescription.longestTileSide
        guard size.width == size.height, sides.contains(size.width) else {
            throw origin.malformed("its tiles have \(size) pixels, and squares of up to \(sides.upperBound) are read.")
        }
        let range = (map.bounds ?? .webMercatorExtent).tiles(at: zooms.lowerBound)
        return try TileMatrixSet(
            tileKit: nil, tileRange: range, zooms: zooms, tileSize: { size }, path: path)
    }

    /// The addresses of tiles.
    private func addresses(_ tileMatrixSet: TileMatrixSet?) -> @Sendable (MapTile) -> String {
        let templates = templates
        let isTMS = map.isTMS ?? false
        let image = map.imageMatrixSet == nil ? nil : tileMatrixSet
        let folders = folders
        let fileExtension = map.formatName ?? "png"
        guard !templates.isEmpty else {
            return { tile in
                let row = isTMS ? Self.southernRow(of: tile, image) : tile.row
                return "\(folders[tile.zoom] ?? "")/\(tile.column)/\(row).\(fileExtension)"
            }
        }
        let isDense = origin.access.prefersDenseTiles
        return { tile in
            let template = templates[(tile.column + tile.row) % templates.count]
            return template.url(
                of: tile, row: isTMS ? Self.southernRow(of: tile, image) : tile.row, isDense: isDense)
        }
    }

    /// The row counted from the south: from that of the world, or of the last tiles of an image.
    private static func southernRow(of tile: MapTile, _ image: TileMatrixSet?) -> Int {
        guard let image, image.pyramid.levels.indices.contains(tile.zoom - image.coarsestZoom) else {
            return tile.tmsRow
        }
        let level = image.pyramid.levels[tile.zoom - image.coarsestZoom]
        return level.firstTile.y + level.grid.rows - 1 - tile.row
    }

    /// A tile of the coarsest zooms; `nil` if there is none.
    ///
    /// - Throws: ``StoreError`` when the host does not answer, or not with a tile.
    private func sample(_ zooms: ClosedRange<Int>) async throws -> SampleTile? {
        let addresses = addresses(map.imageMatrixSet)
        var search = SampleSearch()
        for zoom in zooms.prefix(Self.sampleLimit) {
            let tile: MapTile
            if let image = map.imageMatrixSet {
                let level = zoom - image.coarsestZoom
                guard image.pyramid.levels.indices.contains(level) else { continue }
                tile = image.tile(TileIndex(level: level, column: 0, row: 0))
            } else {
                let range = (map.bounds ?? .webMercatorExtent).tiles(at: zoom)
                tile = MapTile(
                    // Across the 180th meridian, columns begin again.
                    zoom: zoom, column: (range.columns.lowerBound + range.columns.count / 2) % (1 << zoom),
                    row: range.rows.lowerBound + range.rows.count / 2)
            }
            if let sample = try await search.tile(addresses(tile), origin) { return sample }
        }
        try search.finish()
        return nil
    }
}

// MARK: Documents

extension RemoteMap {
    /// The map that a TileJSON document describes.
    ///
    /// - Throws: ``StoreError`` for templates without places for zoom, column and row, and for hosts that are not
    ///   allowed.
    init(_ map: MapDescription, of origin: RemoteOrigin) throws {
        var map = map
        map.name = map.name ?? Self.name(ofFolder: DescriptionAddress(origin.base).folder)
        guard !map.templates.isEmpty else { throw origin.malformed("it names no address of tiles.") }
        let templates = try map.templates.map { text in
            guard let template = TileTemplate(text) else {
                throw origin.malformed(
                    "the address of its tiles is \"\(PublicAddress.text(of: text).prefix(200))\". It needs {z}, {x} and {y}, "
                        + "{quadkey} or {bbox-epsg-3857} after the host, and up to \(TileTemplate.combinationLimit) combinations of its choices are read."
                )
            }
            let examples = try template.examples.map { try origin.address($0) }
            // A template is resolved as its examples are, the placeholders being in it still.
            guard let first = examples.first, let url = URLReference(text)?.resolved(against: origin.base),
                let resolved = TileTemplate(Self.text(url, scheme: first.scheme))
            else { throw origin.malformed("the address of its tiles is none.") }
            for example in resolved.examples { _ = try origin.address(example) }
            return resolved
        }
        self.init(map: map, templates: templates, origin: origin, path: origin.path)
    }

    /// The map that a `tilemapresource.xml` describes.
    ///
    /// - Throws: ``StoreError`` for other projections, and for hosts that are not allowed.
    init(_ tileMap: ParsedTileMap, of origin: RemoteOrigin) throws {
        let map = try MapDescription(tileMap, path: origin.path)
        var folders: [Int: String] = [:]
        for set in tileMap.sets {
            let zoom =
                map.imageMatrixSet == nil && set.unitsPerPixel > 0
                ? ParsedTileMap.zoom(ofUnitsPerPixel: set.unitsPerPixel, tileSize: tileMap.tileSize) : set.zoom
            guard let zoom else { continue }
            let folder = try origin.address(set.href).text
            folders[zoom] = folder.hasSuffix("/") ? String(folder.dropLast()) : folder
        }
        self.init(map: map, templates: [], folders: folders, origin: origin, path: origin.path)
    }

    private static func text(_ url: URLReference, scheme: String?) -> String {
        var url = url
        url.scheme = scheme
        return url.text
    }

    /// Opens a template that the user has given, after a look at the descriptions that may lie beside the zooms.
    static func open(template text: String, _ access: NetworkAccess) async throws -> OpenedPyramid {
        let shown = PublicAddress.text(of: text)
        guard let template = TileTemplate(text) else {
            throw StoreError(
                .unreadable, path: shown,
                "an address of map tiles needs {z}, {x} and {y} or {-y}, or {quadkey}, or {bbox-epsg-3857}, as "
                    + "placeholders after the host.")
        }
        let hosts = template.examples.compactMap { URLReference($0)?.host }
        guard let example = template.examples.first, hosts.count == template.examples.count else {
            throw StoreError(.unreadable, path: shown, "this is not an address of http or https. Check the spelling.")
        }
        var origin = try RemoteOrigin(example, access)
        origin.namedHosts.formUnion(hosts)
        var map = try await described(beside: template, origin, path: shown) ?? MapDescription()
        if template.countsRowsFromSouth { map.isTMS = true }
        map.name = map.name ?? name(ofFolder: template.folder ?? origin.base.withoutPath)
        let remote = RemoteMap(map: map, templates: [template], origin: origin, path: shown)
        return try await remote.open(map.isTMS == true ? .tms : .xyz)
    }

    /// Reads the description in the documents beside a template, in the folder of the zooms; `nil` if there is none.
    private static func described(
        beside template: TileTemplate, _ origin: RemoteOrigin, path: String
    ) async throws -> MapDescription? {
        guard let folder = template.folder else { return nil }
        async let tileJSON = origin.optionalDocument(folder + TileJSON.name)
        async let metadata = origin.optionalDocument(folder + "metadata.json")
        async let tileMap = origin.optionalDocument(folder + TileMapResource.name)
        let (json, other, xml) = await (tileJSON, metadata, tileMap)
        for bytes in [json, other].compactMap(\.self) {
            // Other programs use these names, too, and servers answer with pages of their own.
            do {
                if let map = try MapDescription.parse(json: bytes, path: path) { return map }
            } catch let error as StoreError where error == VectorTiles.refusal(path) {
                throw error
            } catch {}
        }
        guard let xml, let map = try? ParsedTileMap(parsing: xml, path: path) else { return nil }
        return try? MapDescription(map, path: path)
    }
}
