internal import FilePyramids
internal import Georeferencing
internal import ImageCodecs
internal import Networking
internal import TilePyramid

/// Opens a layer of a Web Map Tile Service by its capabilities.
///
/// The layer is the one that the address names, by `#layer=NAME` or `layer=NAME` in its query, or else the first with
/// images. Of its sets of tile matrices, one in Web Mercator is preferred.
struct RemoteWMTS {
    private let capabilities: WMTSCapabilities
    private let origin: RemoteOrigin

    /// The most names that an error lists.
    private static let listLimit = 20

    init(_ capabilities: WMTSCapabilities, _ origin: RemoteOrigin) {
        self.capabilities = capabilities
        self.origin = origin
    }

    /// Opens the layer.
    ///
    /// - Throws: ``StoreError`` for a layer that does not exist or has no images, for matrices that are not a pyramid, and
    ///   for hosts that are not allowed.
    func open() async throws -> OpenedPyramid {
        let layer = try chosenLayer()
        guard let (mediaType, format) = Self.imageFormat(of: layer) else {
            let formats = layer.formats.prefix(Self.listLimit).joined(separator: ", ")
            if layer.formats.contains(where: VectorTiles.isName) { throw VectorTiles.refusal(origin.path) }
            throw origin.malformed("the tiles of the layer \(layer.identifier) are not supported: \(formats).")
        }
        let (link, grid) = try chosenGrid(layer)
        try PyramidLimits.check(grid.pyramid, path: origin.path)
        let addresses = try addresses(layer, link, grid, mediaType)
        var description = RemoteTileSource.Description(pyramid: grid.pyramid, format: format)
        description.georeference = grid.georeference
        description.place = place(of: grid, layer, link)
        description.region = layer.bounds
        description.coverage = coverage(layer, link, grid)
        description.attribution = capabilities.provider
        description.warnings = warnings(link, grid)
        description.properties = properties(layer, link)
        if let (sample, level) = try await sample(grid, description.coverage, addresses) {
            description.format = sample.format
            guard sample.size == level.tileSize else {
                throw origin.malformed(
                    "its tiles have \(sample.size) pixels, but the capabilities say \(level.tileSize).")
            }
        }
        let origin = origin
        let source = RemoteTileSource(origin.path, description, client: origin.access.client) { index in
            origin.request(addresses(index))
        }
        return OpenedPyramid(
            source: source, format: .wmts, path: origin.path, name: layer.title ?? layer.identifier)
    }

    private func properties(_ layer: WMTSCapabilities.Layer, _ link: WMTSCapabilities.Link) -> [PyramidProperty] {
        let dimensions = layer.dimensions.map { PyramidProperty($0.identifier, $0.value) }
        return [
            capabilities.title.map { PyramidProperty("service", $0) }, PyramidProperty("layer", layer.identifier),
            layer.title.map { PyramidProperty("title", $0) }, PyramidProperty("tileMatrixSet", link.matrixSet),
            layer.style.isEmpty ? nil : PyramidProperty("style", layer.style),
            capabilities.provider.map { PyramidProperty("attribution", $0) },
        ].compactMap(\.self) + dimensions
    }

    /// A sentence that names the matrices that are not levels; none if all are.
    private func warnings(_ link: WMTSCapabilities.Link, _ grid: WMTSGrid) -> [String] {
        let all = capabilities.matrixSets.first { $0.identifier == link.matrixSet }?.matrices ?? []
        let used = Set(grid.matrices)
        let left = all.filter { !used.contains($0) }.map(\.identifier)
        guard !left.isEmpty else { return [] }
        let names = left.prefix(Self.listLimit).joined(separator: ", ")
        return [
            "\(left.count) of \(all.count) tile matrices are left out, which begin elsewhere, have the scale of another or "
                + "too many pixels, or are not zooms of the map: \(names)."
        ]
    }

    // MARK: Choices

    /// The layer that the address names, or else the first with images.
    private func chosenLayer() throws -> WMTSCapabilities.Layer {
        let layers = capabilities.layers
        guard let name = Self.layerName(in: origin.given) else {
            guard let first = layers.first(where: { Self.imageFormat(of: $0) != nil }) ?? layers.first else {
                throw origin.malformed("the service has no layers.")
            }
            return first
        }
        if let layer = layers.first(where: { $0.identifier == name }) { return layer }
        let names = layers.prefix(Self.listLimit).map(\.identifier).joined(separator: ", ")
        let more = layers.count > Self.listLimit ? ", … (\(layers.count) in all)" : ""
        throw origin.malformed("there is no layer \"\(name)\". The layers are \(names)\(more).")
    }

    /// The name in `#layer=NAME`, or in the query; `nil` if there is none.
    private static func layerName(in url: URLReference) -> String? {
        for part in [url.fragment, url.query].compactMap(\.self) {
            for pair in part.split(separator: "&") where pair.lowercased().hasPrefix("layer=") {
                let name = PercentEncoding.decoded(pair.dropFirst("layer=".count))
                if !name.isEmpty { return name }
            }
        }
        return nil
    }

    /// The media type of a layer's images, and their format; `nil` if it has none that is supported.
    private static func imageFormat(of layer: WMTSCapabilities.Layer) -> (String, TileFormat)? {
        let types = layer.formats + layer.templates.map(\.format)
        return types.lazy.compactMap { type in tileFormat(type).map { (type, $0) } }.first
    }

    private static func tileFormat(_ mediaType: String) -> TileFormat? {
        let type = mediaType.prefix { $0 != ";" }.lowercased().filter { $0 != " " }
        return ImageFormats.standard.tileFormat(mediaType: type)
    }

    /// The first of the layer's sets in Web Mercator, or else the first that is a pyramid.
    private func chosenGrid(
        _ layer: WMTSCapabilities.Layer
    ) throws -> (WMTSCapabilities.Link, WMTSGrid) {
        let linked = layer.links.compactMap { link in
            capabilities.matrixSets.first { $0.identifier == link.matrixSet }.map { (link, $0) }
        }
        let maps = linked.filter { $0.1.system.isWebMercator }
        for (link, set) in maps + linked.filter({ !$0.1.system.isWebMercator }) {
            if let grid = WMTSGrid(set, within: layer.bounds) { return (link, grid) }
        }
        let names = linked.prefix(Self.listLimit).map { "\($0.1.identifier) (\($0.1.system.text))" }
            .joined(separator: ", ")
        throw origin.malformed(
            "no set of tile matrices of the layer \(layer.identifier) is a pyramid\(names.isEmpty ? "" : ": \(names)")."
        )
    }

    /// The tiles that the limits of the layer name, or else its bounds.
    private func coverage(
        _ layer: WMTSCapabilities.Layer, _ link: WMTSCapabilities.Link, _ grid: WMTSGrid
    ) -> TileCoverage? {
        TileCoverage(of: grid.pyramid) { level in
            let matrix = grid.matrices[level.index]
            if let limits = link.limits[matrix.identifier] { return grid.tiles(of: level, at: limits) }
            guard link.limits.isEmpty else { return (0..<0, 0..<0) }
            var tiles = grid.tiles(of: level, at: (0..<matrix.columns, 0..<matrix.rows))
            if let bounds = layer.bounds, let georeference = grid.georeference {
                let zoom = georeference.zoom - grid.pyramid.finestLevel.index + level.index
                let range = bounds.tiles(at: zoom)
                func own(_ range: Range<Int>, _ first: Int, _ other: Range<Int>) -> Range<Int> {
                    // Checked: numbers of tiles of the world.
                    ((range.lowerBound - first)..<(range.upperBound - first)).clamped(to: other)
                }
                tiles.columns = own(range.columns, level.firstTile.x, tiles.columns)
                tiles.rows = own(range.rows, level.firstTile.y, tiles.rows)
            }
            return tiles
        }
    }

    /// A function that finds the place of a tile matrix set in another system than Web Mercator.
    ///
    /// It is `nil` for a set whose tiles have places in Web Mercator.
    private func place(
        of grid: WMTSGrid, _ layer: WMTSCapabilities.Layer, _ link: WMTSCapabilities.Link
    ) -> (@Sendable () throws -> RasterGeoreference)? {
        guard grid.georeference == nil, let finest = grid.matrices.last,
            let set = capabilities.matrixSets.first(where: { $0.identifier == link.matrixSet })
        else { return nil }
        let path = origin.path
        let bounds = layer.bounds
        let system = set.system
        let first = grid.pyramid.finestLevel.origin
        return { try RasterGeoreference(of: finest, from: first, in: system, within: bounds, path: path) }
    }

    // MARK: Addresses

    /// The addresses of the tiles: by a template if the layer has one, or else by parameters.
    private func addresses(
        _ layer: WMTSCapabilities.Layer, _ link: WMTSCapabilities.Link, _ grid: WMTSGrid, _ mediaType: String
    ) throws -> @Sendable (TileIndex) -> String {
        let fixed =
            [("style", layer.style), ("tilematrixset", link.matrixSet), ("layer", layer.identifier)]
            + layer.dimensions.map { ($0.identifier.lowercased(), $0.value) }
        if let template = layer.templates.first(where: { $0.format == mediaType }) {
            let resource = try WMTSTemplate(template.text, fixed: Dictionary(fixed) { first, _ in first }, origin)
            return { index in
                let (column, row) = grid.position(of: index)
                return resource.url(matrix: grid.matrices[index.level].identifier, column: column, row: row)
            }
        }
        guard let address = capabilities.tileAddress else {
            throw origin.malformed("the service names no address of its tiles (GetTile).")
        }
        var base = try origin.address(address).withoutFragment.text
        if !base.contains("?") { base += "?" } else if !base.hasSuffix("?"), !base.hasSuffix("&") { base += "&" }
        func pair(_ name: String, _ value: String) -> String { "\(name)=\(PercentEncoding.encoded(value))" }
        let parameters =
            [
                pair("SERVICE", "WMTS"), pair("REQUEST", "GetTile"), pair("VERSION", "1.0.0"),
                pair("LAYER", layer.identifier), pair("STYLE", layer.style), pair("FORMAT", mediaType),
                pair("TILEMATRIXSET", link.matrixSet),
            ] + layer.dimensions.map { pair($0.identifier, $0.value) }
        let prefix = base + parameters.joined(separator: "&")
        return { index in
            let (column, row) = grid.position(of: index)
            let matrix = PercentEncoding.encoded(grid.matrices[index.level].identifier)
            return "\(prefix)&TILEMATRIX=\(matrix)&TILEROW=\(row)&TILECOL=\(column)"
        }
    }

    /// The most levels of which a tile is asked for.
    private static let sampleLimit = 3

    /// A tile of the coarsest levels, from the middle of what there may be; `nil` if there is none.
    private func sample(
        _ grid: WMTSGrid, _ coverage: TileCoverage?, _ addresses: (TileIndex) -> String
    ) async throws -> (SampleTile, Level)? {
        var search = SampleSearch()
        for level in grid.pyramid.levels.prefix(Self.sampleLimit) {
            let (columns, rows) = coverage?.tiles(of: level.index) ?? (0..<level.grid.columns, 0..<level.grid.rows)
            guard !columns.isEmpty, !rows.isEmpty else { continue }
            let index = TileIndex(
                level: level.index, column: columns.lowerBound + columns.count / 2,
                row: rows.lowerBound + rows.count / 2)
            if let sample = try await search.tile(addresses(index), origin) { return (sample, level) }
        }
        try search.finish()
        return nil
    }
}
