public import FilePyramids
internal import Georeferencing
internal import JSONDocuments
internal import TileContainers
internal import TilePyramid

/// Opens the cached tiles of an ArcGIS service, `…/MapServer/tile/LEVEL/ROW/COLUMN`.
enum RemoteArcGIS {
    /// The most levels of which a tile is asked for.
    private static let sampleLimit = 3

    /// Whether the path of an address ends with the name of such a service.
    static func isService(_ path: String) -> Bool {
        let name = FilePath.name(of: FilePath.withoutTrailingSlashes(path)).lowercased()
        return name == "mapserver" || name == "imageserver"
    }

    /// Opens a service.
    ///
    /// - Parameters:
    ///   - object: its description.
    ///   - origin: the address of the description.
    /// - Returns: the pyramid.
    /// - Throws: ``StoreError`` for services without cached tiles of images, and when the host does not answer;
    ///   `JSONError` for members that are invalid.
    static func open(_ object: JSONObject, _ origin: RemoteOrigin) async throws -> OpenedPyramid {
        if object.has("error"), !ArcGISService.isDescription(object) {
            let message = (try? object.object("error")).flatMap { try? $0.optionalString("message") } ?? ""
            throw origin.malformed("the ArcGIS service refuses the request: \(message.prefix(200)).")
        }
        let service = try ArcGISService(object, path: origin.path)
        guard let grid = WMTSGrid(service.matrixSet, within: service.bounds, cropping: service.region) else {
            throw origin.malformed("the levels of detail of this ArcGIS service are not a pyramid.")
        }
        try PyramidLimits.check(grid.pyramid, path: origin.path)
        var base = origin.base
        base.query = nil
        let folder = FilePath.withoutTrailingSlashes(base.text)
        let token = query(origin.base)
        let addresses = { @Sendable (index: TileIndex) in
            let (column, row) = grid.position(of: index)
            return "\(folder)/tile/\(grid.matrices[index.level].identifier)/\(row)/\(column)\(token)"
        }
        var description = RemoteTileSource.Description(pyramid: grid.pyramid, format: format(service.formatName))
        description.georeference = grid.georeference
        description.attribution = service.attribution
        if grid.georeference == nil, let finest = grid.matrices.last {
            let system = service.matrixSet.system
            let first = grid.pyramid.finestLevel.origin
            let path = origin.path
            description.region = service.bounds
            if system.number == nil {
                description.warnings = ["its coordinate system has no number, so that its place is not known."]
            } else {
                description.place = {
                    try RasterGeoreference(of: finest, from: first, in: system, within: nil, path: path)
                }
            }
        }
        if let bounds = service.bounds, let georeference = grid.georeference {
            description.coverage = TileCoverage(of: grid.pyramid) { level in
                let zoom = georeference.zoom - grid.pyramid.finestLevel.index + level.index
                let range = bounds.tiles(at: zoom)
                func own(_ range: Range<Int>, _ first: Int) -> Range<Int> {
                    // Checked: numbers of tiles of the world.
                    (range.lowerBound - first)..<(range.upperBound - first)
                }
                return (own(range.columns, level.firstTile.x), own(range.rows, level.firstTile.y))
            }
        }
        description.properties = [
            service.name.map { PyramidProperty("name", $0) }, PyramidProperty("crs", service.matrixSet.system.text),
            service.attribution.map { PyramidProperty("attribution", $0) },
        ].compactMap(\.self)
        if let sample = try await sample(grid, description.coverage, addresses, origin) {
            description.format = sample.format
        }
        let source = RemoteTileSource(origin.path, description, client: origin.access.client) { index in
            origin.request(addresses(index))
        }
        // The name of the folder is that of the service: …/services/NAME/MapServer.
        let parts = base.path.split(separator: "/")
        let name = parts.dropLast().last.map { PercentEncoding.decoded($0) }
        return OpenedPyramid(source: source, format: .arcGIS, path: origin.path, name: service.name ?? name)
    }

    /// The part of the description's query for tiles: a token, and nothing that asks for JSON.
    private static func query(_ url: URLReference) -> String {
        let kept = (url.query ?? "").split(separator: "&").filter { pair in
            !["f=", "callback=", "pretty="].contains { pair.lowercased().hasPrefix($0) }
        }
        return kept.isEmpty ? "" : "?" + kept.joined(separator: "&")
    }

    private static func format(_ name: String) -> TileFormat {
        let name = name.lowercased()
        return name.hasPrefix("png") ? .png : name.hasPrefix("webp") ? .webp : .jpeg
    }

    /// A tile of the coarsest levels, from the middle of what there may be; `nil` if there is none.
    private static func sample(
        _ grid: WMTSGrid, _ coverage: TileCoverage?, _ addresses: (TileIndex) -> String, _ origin: RemoteOrigin
    ) async throws -> SampleTile? {
        var search = SampleSearch()
        for level in grid.pyramid.levels.prefix(sampleLimit) {
            let (columns, rows) = coverage?.tiles(of: level.index) ?? (0..<level.grid.columns, 0..<level.grid.rows)
            guard !columns.isEmpty, !rows.isEmpty else { continue }
            let index = TileIndex(
                level: level.index, column: columns.lowerBound + columns.count / 2,
                row: rows.lowerBound + rows.count / 2)
            guard let sample = try await search.tile(addresses(index), origin) else { continue }
            guard sample.size == level.tileSize else {
                throw origin.malformed("its tiles have \(sample.size) pixels, but its tileInfo says \(level.tileSize).")
            }
            return sample
        }
        try search.finish()
        return nil
    }
}

extension PyramidFormat {
    /// A cached map or image service of ArcGIS, which is read over the network and never written.
    public static let arcGIS = PyramidFormat(
        id: "arcgis", name: "ArcGIS", phrase: "an ArcGIS service", fileExtensions: [], role: .service,
        capabilities: PyramidCapabilities { $0.isMapTiled = true }, shape: .mapTiles,
        recognize: { _ in [] },
        open: { path, _ in
            throw StoreError(
                .unreadable, path: path,
                "an ArcGIS service is opened by its address, as in "
                    + "https://example.org/arcgis/rest/services/NAME/MapServer?f=json.")
        })
}
