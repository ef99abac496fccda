internal import FilePyramids
internal import Georeferencing
internal import TileContainers
internal import TilePyramid

/// A table of tiles on the grid of Web Mercator.
struct GeoPackageMap: Sendable {
    let tileMatrixSet: TileMatrixSet
    let georeference: Georeference
    let warnings: [String]
    /// The position of each matrix on the world's grid, by its zoom level.
    private let positions: [Int: GeoPackageGrid.MapPosition]
    /// The zoom level of each zoom of web maps.
    private let levels: [Int: Int]

    /// Finds the tiles of a map that exist.
    init(
        _ contents: GeoPackageContents, _ positions: [Int: GeoPackageGrid.MapPosition], _ database: TileDatabase,
        hasTiles: Bool, path: String
    ) throws {
        self.positions = positions
        levels = Dictionary(uniqueKeysWithValues: positions.map { ($1.zoom, $0) })
        let grids = Dictionary(contents.grid.matrices.map { ($0.zoom, $0.grid) }) { first, _ in first }
        // Matrices that are a part of the world are whole sooner than the world is.
        let coversWorld = positions.allSatisfy { $0.value.column == 0 && $0.value.row == 0 && $0.key == $0.value.zoom }
        var extent = MapExtent()
        for (level, range) in try database.extent(within: grids, stopsAtWorld: coversWorld).ranges {
            guard let position = positions[level] else { continue }
            extent.add(
                TileRange(
                    // Checked: within the grid of the zoom.
                    columns: range.columns.lowerBound + position.column..<range.columns.upperBound + position.column,
                    // Checked: within the grid of the zoom.
                    rows: range.rows.lowerBound + position.row..<range.rows.upperBound + position.row),
                zoom: position.zoom)
        }
        guard extent.zooms != nil || !hasTiles else {
            throw StoreError(
                .malformed, path: path,
                "the database is damaged: its tiles have zooms, columns or rows that its grid lacks.")
        }
        let box = contents.grid.contents
        let edges = [
            WebMercator.longitude(ofEasting: box.minX), WebMercator.latitude(ofNorthing: box.minY),
            WebMercator.longitude(ofEasting: box.maxX), WebMercator.latitude(ofNorthing: box.maxY),
        ]
        // The matrices list zooms that may have tiles, and do not say that they have some.
        let zooms = positions.values.map(\.zoom)
        let declared = MapCoverage.Declaration(
            minZoom: extent.zooms == nil ? zooms.min() : nil, maxZoom: extent.zooms == nil ? zooms.max() : nil,
            edges: contents.hasBox ? edges : [])
        let coverage = MapCoverage(extent, declared: declared)
        let tileSize = contents.grid.matrices[0].tileSize
        tileMatrixSet = try TileMatrixSet(
            tileKit: nil, tileRange: coverage.tiles, zooms: coverage.zooms, tileSize: { tileSize }, path: path)
        georeference = Georeference(zoom: coverage.zooms.upperBound, untrusted: coverage.bounds)
        warnings = coverage.warnings
    }

    /// The address of a tile in the table.
    func address(of index: TileIndex) -> TileAddress {
        let tile = tileMatrixSet.tile(index)
        // A zoom between two matrices that the file lacks has no tiles.
        guard let level = levels[tile.zoom], let position = positions[level] else {
            return TileAddress(zoom: -1, column: -1, row: -1)
        }
        return TileAddress(zoom: level, column: tile.column - position.column, row: tile.row - position.row)
    }

    /// The tile with an address in the table; `nil` if there is none.
    func index(of address: TileAddress) -> TileIndex? {
        guard let position = positions[address.zoom], (0..<1 << position.zoom).contains(address.column),
            (0..<1 << position.zoom).contains(address.row)
        else { return nil }
        return tileMatrixSet.index(
            of: MapTile(
                zoom: position.zoom, column: address.column + position.column, row: address.row + position.row))
    }
}

/// The addresses of a pyramid's tiles in a table.
enum GeoPackageAddresses: Sendable {
    /// On the grid of Web Mercator.
    case map(GeoPackageMap)
    /// In matrices with these zoom levels, the coarsest first.
    case matrices([Int])

    func address(of index: TileIndex, in pyramid: Pyramid) -> TileAddress {
        switch self {
        case .map(let map): return map.address(of: index)
        case .matrices(let zooms):
            let first = pyramid.levels[index.level].firstTile
            return TileAddress(zoom: zooms[index.level], column: index.column + first.x, row: index.row + first.y)
        }
    }

    func index(of address: TileAddress, in pyramid: Pyramid) -> TileIndex? {
        switch self {
        case .map(let map): return map.index(of: address)
        case .matrices(let zooms):
            let limit = 0...PyramidLimits.longestSide
            guard let level = zooms.firstIndex(of: address.zoom), limit.contains(address.column),
                limit.contains(address.row)
            else { return nil }
            let first = pyramid.levels[level].firstTile
            let index = TileIndex(level: level, column: address.column - first.x, row: address.row - first.y)
            return pyramid.contains(index) ? index : nil
        }
    }
}
