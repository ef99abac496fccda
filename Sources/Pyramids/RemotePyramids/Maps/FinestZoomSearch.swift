internal import FilePyramids
internal import Georeferencing
internal import Numbers
internal import TileContainers
internal import TilePyramid

/// Finds the finest zoom whose tiles a server really has, by few requests.
///
/// A zoom is there if one of some places has a tile: the center that the description names, the middle of the region, and four
/// around it. The finest is found by bisection, and then followed from tile to tile, because a zoom may have tiles in one
/// corner only.
struct FinestZoomSearch {
    private let source: RemoteTileSource
    private let tiles: TileMatrixSet
    private let region: GeoBounds
    private let center: (x: Double, y: Double)?
    /// The tiles that were requested, with `true` for those that exist.
    private var answers: [TileIndex: Bool] = [:]
    /// The finest tile that was found.
    private var found: MapTile?

    /// The most tiles that are requested.
    static let requestLimit = 64
    /// The positions of the requested tiles, as fractions of the columns and rows of the region.
    private static let places = [(0.5, 0.5), (0.25, 0.25), (0.75, 0.75), (0.75, 0.25), (0.25, 0.75)]

    /// Creates the search.
    ///
    /// - Parameters:
    ///   - source: a map.
    ///   - georeference: its position.
    ///   - region: the region in degrees.
    init(_ source: RemoteTileSource, _ georeference: Georeference, in region: GeoBounds) {
        self.source = source
        self.region = region
        tiles = TileMatrixSet(pyramid: source.pyramid, georeference: georeference)
        let named = source.properties.first { $0.name == "center" }?.value.split(separator: ",") ?? []
        let numbers = named.compactMap { Double($0) }
        let isInside =
            numbers.count >= 2 && numbers[0] >= region.west && numbers[0] <= region.east && numbers[1] >= region.south
            && numbers[1] <= region.north
        center = isInside ? (numbers[0], numbers[1]) : nil
    }

    /// Searches.
    ///
    /// - Returns: the finest level with a tile; nil if no tile was found.
    /// - Throws: ``StoreError`` when the server does not answer.
    mutating func level() throws -> Int? {
        let levels = source.pyramid.presentLevels
        let last = source.pyramid.finestLevel.index
        if try hasTiles(at: last) { return last }
        var first = levels.lowerBound
        var end = last
        while first < end {
            let middle = (first + end) / 2
            if try hasTiles(at: middle) {
                first = middle + 1
            } else {
                end = middle
            }
        }
        // Coarse zooms may be lacking, too.
        var level = last - 1
        while found == nil, level >= levels.lowerBound {
            _ = try hasTiles(at: level)
            level -= 1
        }
        guard var tile = found else { return nil }
        while tile.zoom < tiles.zooms.upperBound, let child = try tile.children.first(where: { try isThere($0) }) {
            tile = child
        }
        return tile.zoom - tiles.coarsestZoom
    }

    private mutating func hasTiles(at level: Int) throws -> Bool {
        let zoom = tiles.zoom(of: level)
        for tile in places(at: zoom) where try isThere(tile) {
            if found.map({ $0.zoom < zoom }) ?? true { found = tile }
            return true
        }
        return false
    }

    /// The tiles of a zoom that are asked for, the most likely first.
    private func places(at zoom: Int) -> [MapTile] {
        let range = region.tiles(at: zoom)
        // Across the 180th meridian, columns begin again.
        func tile(_ column: Int, _ row: Int) -> MapTile {
            MapTile(zoom: zoom, column: column % (1 << zoom), row: row)
        }
        var places: [MapTile] = []
        if let found, found.zoom < zoom {
            // Checked: zooms from 0 to 30.
            let shift = zoom - found.zoom
            places.append(
                tile(found.column << shift + 1 << (shift - 1), found.row << shift + 1 << (shift - 1)))
        }
        if let center {
            let matrix = TileMatrix(tileSize: 1, zoom: zoom)
            // Checked: zooms from 0 to 30.
            let numbers = 0...(1 << zoom) - 1
            func number(_ place: Double) -> Int {
                CheckedNumber.integer(place, rounded: .down, clampedTo: numbers)
            }
            places.append(
                tile(
                    number(matrix.x(ofEasting: WebMercator.easting(ofLongitude: center.x))),
                    number(matrix.y(ofNorthing: WebMercator.northing(ofLatitude: center.y)))))
        }
        return places
            + Self.places.map { part in
                // Checked: a part of a range of tiles.
                let column = range.columns.lowerBound + Int(Double(range.columns.count) * part.0)
                // Checked: as the column.
                let row = range.rows.lowerBound + Int(Double(range.rows.count) * part.1)
                return tile(column, row)
            }
    }

    /// Whether a tile exists; one that is refused, or is not an image, does not.
    private mutating func isThere(_ tile: MapTile) throws -> Bool {
        guard let index = tiles.index(of: tile), source.mayExist(index) else { return false }
        if let answer = answers[index] { return answer }
        guard answers.count < Self.requestLimit else { return false }
        var answer = false
        do {
            answer = try source.readAlone(index) != nil
        } catch let error as StoreError where [.unreadable, .malformed].contains(error.code) {}
        answers[index] = answer
        return answer
    }
}

extension MapTile {
    /// The four tiles of the next zoom that cover this one.
    fileprivate var children: [MapTile] {
        // Checked: zooms from 0 to 30.
        [(0, 0), (1, 0), (0, 1), (1, 1)].map { MapTile(zoom: zoom + 1, column: 2 * column + $0.0, row: 2 * row + $0.1) }
    }
}
