internal import FilePyramids
internal import Georeferencing
internal import Numbers
internal import TileContainers
internal import TilePyramid

extension MapDescription {
    /// Creates the description that a `tilemapresource.xml` has.
    ///
    /// - Throws: ``StoreError`` for a map in another projection than Web Mercator.
    init(_ map: ParsedTileMap, path: String) throws {
        isTMS = true
        tileSide = map.tileSize
        formatName = map.fileExtension
        properties = map.properties
        name = map.title
        if let image = map.rasterMatrixSet {
            imageMatrixSet = image
            return
        }
        guard map.isWebMercator else {
            throw StoreError(
                .malformed, path: path,
                "this map is not in Web Mercator (EPSG:3857), the projection that is read of TMS.")
        }
        zooms = map.worldZooms
        bounds = map.worldBounds
    }
}

extension ParsedTileMap {
    /// The zooms of the world that the sets of tiles are, by their resolution; `nil` if there is none.
    var worldZooms: ClosedRange<Int>? {
        let zooms = sets.compactMap { set in
            set.unitsPerPixel > 0 ? Self.zoom(ofUnitsPerPixel: set.unitsPerPixel, tileSize: tileSize) : set.zoom
        }
        guard let first = zooms.min(), let last = zooms.max() else { return nil }
        return CheckedNumber.range(from: first, through: last)
    }

    /// The zoom of the world with a resolution; `nil` if there is none.
    static func zoom(ofUnitsPerPixel units: Double, tileSize: Int) -> Int? {
        WebMercator.zooms.first { zoom in
            let own = TileMatrix(tileSize: tileSize, zoom: zoom).metersPerPixel
            return abs(own / units - 1) < 1e-3
        }
    }

    /// The region in degrees; `nil` if it is not in meters, because then programs differ in the order of its edges.
    var worldBounds: GeoBounds? {
        guard let boundingBox, boundingBox.contains(where: { abs($0) > 360 }) else { return nil }
        let limit = WebMercator.originShift
        let edges = boundingBox.map { min(max(-limit, $0), limit) }
        let bounds = GeoBounds(
            west: WebMercator.longitude(ofEasting: edges[0]), south: WebMercator.latitude(ofNorthing: edges[1]),
            east: WebMercator.longitude(ofEasting: edges[2]), north: WebMercator.latitude(ofNorthing: edges[3]),
            crs: .wgs84)
        return bounds.isOnEarth ? bounds : nil
    }
}
