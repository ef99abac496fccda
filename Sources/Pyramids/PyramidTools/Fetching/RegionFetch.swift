public import FilePyramids
public import Georeferencing
internal import Numbers
public import TileContainers
public import TilePyramid
internal import TileStores

/// A part of a map that is fetched to be used without a network: the tiles of some zooms that touch a region.
///
/// ```swift
/// let region = GeoBounds(west: 8.4, south: 47.3, east: 8.7, north: 47.5, crs: .wgs84)
/// let fetch = try RegionFetch(from: map, region: region, zooms: 0...14)
/// let summary = try await fetch.fetch(keeping: "zurich.pmtiles.fetch") { try fetch.makeStore(at: "zurich.pmtiles") }
/// ```
///
/// The owner of a server decides whether it may be asked for many tiles: see ``RestrictedHosts``.
public struct RegionFetch: Sendable {
    /// The map.
    public let opened: OpenedPyramid
    /// The region in degrees, with an east beyond 180 if it crosses the 180th meridian.
    public let region: GeoBounds
    /// The zooms.
    public let zooms: ClosedRange<Int>
    /// The pyramid of the result, whose tiles are absent outside of the region.
    public let pyramid: Pyramid
    /// The number of tiles.
    public let tileCount: Int
    /// The requests per second; zero or less means no limit.
    ///
    /// The default is 2.
    public var requestsPerSecond = 2.0

    /// Whether the result may have tiles of several formats, JPEG and PNG.
    ///
    /// The default is `false`: tiles of another format than the first are an error.
    public var mayMixFormats = false

    /// The default limit of tiles: 100,000, which take 14 hours at 2 requests a second.
    public static let tileLimit = 100_000

    /// The parts of the result's levels, coarsest first: the tiles in the grids of their zooms, whose columns go on beyond the
    /// 180th meridian.
    let parts: [(zoom: Int, tiles: TileRange)]
    private let source: TileMatrixSet
    private let target: TileMatrixSet

    /// Plans a fetch.
    ///
    /// - Parameters:
    ///   - map: an opened map.
    ///   - region: the region in degrees; one whose west lies beyond its east crosses the 180th meridian.
    ///   - zooms: the zooms; by default all of the map.
    ///   - tileLimit: the most tiles.
    /// - Throws: `StoreError` if the pyramid is not a map, if the region or the zooms have none of its tiles, or if they have
    ///   too many.
    public init(
        from map: OpenedPyramid, region: GeoBounds, zooms: ClosedRange<Int>? = nil, tileLimit: Int = Self.tileLimit
    ) throws {
        func refuse(_ reason: String) -> StoreError { StoreError(.malformed, path: map.path, reason) }
        guard let georeference = map.source.georeference else {
            if let place = try map.source.rasterGeoreference {
                throw refuse(
                    "its tiles are in \(place.crs), and parts of maps in Web Mercator are fetched. Convert it: tilecut convert "
                        + "\(map.path) out.pmtiles.")
            }
            throw refuse("this is not a map in Web Mercator, so that it has no regions. Use tilecut convert.")
        }
        let region = region.unwrapped
        guard region.crs == .wgs84, region.isOnEarth || region.crossesAntimeridian else {
            throw refuse("the region has to be west, south, east and north in degrees.")
        }
        let source = TileMatrixSet(pyramid: map.source.pyramid, georeference: georeference)
        let wanted = (zooms ?? source.zooms).clamped(to: source.zooms)
        guard zooms?.overlaps(source.zooms) ?? true else {
            throw refuse(
                "it has the zooms \(source.zooms.lowerBound) to \(source.zooms.upperBound), and none of these.")
        }
        var parts: [(zoom: Int, tiles: TileRange)] = []
        var count = 0
        for zoom in wanted {
            let level = source.pyramid.levels[zoom - source.coarsestZoom]
            let tiles = region.tiles(at: zoom)
            let columns = Self.columns(
                tiles.columns, of: level.firstTile.x..<level.firstTile.x + level.grid.columns, around: 1 << zoom)
            let rows = tiles.rows.clamped(to: level.firstTile.y..<level.firstTile.y + level.grid.rows)
            guard !columns.isEmpty, !rows.isEmpty else { throw refuse("it has no tiles in this region.") }
            let number = CheckedNumber.product(columns.count, rows.count) ?? .max
            count = CheckedNumber.sum(count, number) ?? .max
            parts.append((zoom, TileRange(columns: columns, rows: rows)))
        }
        guard count <= tileLimit else {
            throw refuse(
                "this region has \(count) tiles at the zooms \(wanted.lowerBound) to \(wanted.upperBound), and up to "
                    + "\(tileLimit) are fetched. Choose a smaller region or fewer zooms, or raise the limit.")
        }
        target = TileMatrixSet(parts[0].tiles, zooms: wanted, tileSize: source.pyramid.finestLevel.tileSize)
        opened = map
        self.region = region
        self.zooms = wanted
        self.parts = parts
        self.source = source
        pyramid = target.pyramid
        tileCount = count
    }

    /// The columns of a region that a map has; both ends may lie beyond the last column of the Earth.
    private static func columns(_ wanted: Range<Int>, of map: Range<Int>, around count: Int) -> Range<Int> {
        let found = [-count, 0, count].map { shift in
            wanted.clamped(to: map.lowerBound + shift..<map.upperBound + shift)
        }.filter { !$0.isEmpty }
        guard let first = found.map(\.lowerBound).min(), let end = found.map(\.upperBound).max() else { return 0..<0 }
        return first..<end
    }

    /// The tile of the map at a column of the result, in whatever turn around the Earth the map counts it.
    private func index(_ zoom: Int, _ column: Int, _ row: Int) -> TileIndex? {
        [0, -1 << zoom, 1 << zoom].lazy.map { column + $0 }.filter { $0 >= 0 }.compactMap { column in
            source.index(of: MapTile(zoom: zoom, column: column, row: row))
        }.first
    }

    /// Creates the store of the result, or continues the one that a killed fetch of the same tiles has left.
    ///
    /// - Parameters:
    ///   - path: the file or folder, whose ending names the format: `.pmtiles`, `.mbtiles`, `.gpkg`, or a folder of z/x/y.
    ///   - options: whether a pyramid that exists already is replaced.
    /// - Returns: a store that has created nothing under the final name yet.
    /// - Throws: `StoreError` if it cannot be created.
    public func makeStore(at path: String, options: StoreOptions = StoreOptions()) throws -> any TileStore {
        let format = PyramidFormats.standard.format(forOutput: path) ?? .xyz
        var options = options
        options.resumes = !options.replacesExisting
        options.fingerprint = fingerprint
        return try completed(PyramidTarget(format)).makeStore(
            at: path, pyramid: pyramid, format: opened.source.format, options: options)
    }

    /// A target with the metadata of the result.
    public func completed(_ target: PyramidTarget) -> PyramidTarget {
        var target = target
        target.georeference = Georeference(zoom: zooms.upperBound, bounds: region)
        target.attribution = opened.source.attribution
        target.terrain = opened.source.terrain
        target.isSparse = true
        target.mixesFormats = mayMixFormats && target.capabilities.mayMixFormats
        return target
    }

    /// A text that identifies the tiles.
    ///
    /// A fetch with another fingerprint cannot continue with the tiles of this one.
    public var fingerprint: String {
        "\(opened.path) \(opened.addressHash) \(region.edges) \(zooms.lowerBound)-\(zooms.upperBound)"
    }

    /// Calls `body` for every tile: with its address in the map, and that in the result.
    func forEachTile(_ body: (_ old: TileIndex, _ new: TileIndex) throws -> Void) rethrows {
        for (zoom, tiles) in parts {
            for row in tiles.rows {
                for column in tiles.columns {
                    let tile = MapTile(zoom: zoom, column: column, row: row)
                    if let old = index(zoom, column, row), let new = target.index(of: tile) { try body(old, new) }
                }
            }
        }
    }
}
