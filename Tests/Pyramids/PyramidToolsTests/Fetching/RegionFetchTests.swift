import Concurrency
import Foundation
import Georeferencing
import Networking
import PyramidTools
import SQLiteDatabases
import TestLimits
import TestSupport
import Testing
import TilePyramid
import TileStores

@Suite(.timeLimited) struct RegionFetchTests {
    private let fixture: PyramidFixture
    private let map: OpenedPyramid

    /// A map of the zooms 3 to 5 of which every tile has other bytes; one tile of zoom 5 is missing.
    init() throws {
        fixture = try PyramidFixture()
        let archive = try PyramidTarget.map.makeStore(
            at: fixture.folder.path("map.pmtiles"), pyramid: Pyramid(mapTilesOf: 3...5), format: .png)
        for level in archive.pyramid.levels {
            for index in level.indices where index != TileIndex(level: 2, column: 17, row: 11) {
                try archive.write(Self.tile(index).span.bytes, format: .png, at: index)
            }
        }
        try archive.finish()
        map = try fixture.open("map.pmtiles")
    }

    private static func tile(_ index: TileIndex) -> [UInt8] {
        PNGFixture(width: 1, height: 1) { _, _, channel in [index.level, index.column, index.row][channel] }.encoded()
    }

    private let region = GeoBounds(west: 10, south: 40, east: 22, north: 50, crs: .wgs84)

    private func fetch(_ map: OpenedPyramid? = nil, zooms: ClosedRange<Int>? = nil) throws -> RegionFetch {
        var fetch = try RegionFetch(from: map ?? self.map, region: region, zooms: zooms)
        fetch.requestsPerSecond = 0
        return fetch
    }

    private func run(_ fetch: RegionFetch, to name: String) async throws -> RegionFetchSummary {
        let path = fixture.folder.path(name)
        return try await fetch.fetch(keeping: path + ".fetch") { try fetch.makeStore(at: path) }
    }

    /// Opens map tiles of the zooms 3 to 5 over the network, with a cache of its own.
    private func open(_ url: String) async throws -> OpenedPyramid {
        let cache = HTTPCache(path: fixture.folder.path("http.sqlite"))
        var access = NetworkAccess(client: CachedHTTPClient(cache: cache))
        access.zooms = 3...5
        return try #require(try await Pyramids.open(.url(url), network: access))
    }

    @Test(arguments: ["crossing.pmtiles", "crossing.mbtiles", "crossing"])
    func `a region whose west lies beyond its east has the tiles of both sides of the 180th meridian`(
        name: String
    ) async throws {
        let region = GeoBounds(west: 170, south: 40, east: -160, north: 50, crs: .wgs84)
        var fetch = try RegionFetch(from: map, region: region)
        fetch.requestsPerSecond = 0
        // Zoom 5: column 31, and 0 and 1, in three rows. Zoom 4: columns 15 and 0. Zoom 3: columns 7 and 0.
        #expect(fetch.tileCount == 3 * 3 + 2 * 2 + 2 * 2)
        #expect(fetch.region.east == 200)
        _ = try await run(fetch, to: name)
        let fetched = try fixture.open(name)
        #expect(fetched.source.georeference?.bounds == fetch.region)
        let old = try tiles(of: map)
        let new = try tiles(of: fetched)
        #expect(new.count == fetch.tileCount)
        for (tile, bytes) in new {
            #expect([31, 0, 1, 15, 7].contains(tile.column) && bytes == old[tile], "\(tile)")
        }
        // What was fetched can be fetched from.
        var again = try RegionFetch(from: fetched, region: region, zooms: 5...5)
        again.requestsPerSecond = 0
        #expect(again.tileCount == 9)
        _ = try await run(again, to: "again.pmtiles")
        #expect(try tiles(of: fixture.open("again.pmtiles")).count == 9)
    }

    /// The tiles that are stored, by their addresses on the Earth.
    private func tiles(of map: OpenedPyramid) throws -> [MapTile: [UInt8]] {
        let georeference = try #require(map.source.georeference)
        let matrices = TileMatrixSet(pyramid: map.source.pyramid, georeference: georeference)
        var tiles: [MapTile: [UInt8]] = [:]
        for level in map.source.pyramid.levels {
            for index in level.indices {
                guard let tile = try map.source.read(index) else { continue }
                var address = matrices.tile(index)
                address.column %= 1 << address.zoom
                tiles[address] = tile.bytes
            }
        }
        return tiles
    }

    @Test func `a region has the tiles that touch it, of each zoom`() throws {
        // Zoom 5: columns 16 and 17 are 0° to 22.5° east, rows 10 to 12 are 55.8° to 31.9° north. Zoom 4: column 8, rows 5 and
        // 6, to 21.9° north. Zoom 3: column 4, rows 2 and 3, because row 2 ends at 41.0° north.
        #expect(try fetch().tileCount == 2 * 3 + 2 + 2)
        #expect(try fetch(zooms: 5...5).tileCount == 6)
        #expect(try fetch(zooms: 4...9).zooms == 4...5)
    }

    @Test func `the result has the tiles of the region and no others`() async throws {
        let summary = try await run(try fetch(), to: "area.pmtiles")
        #expect(summary.tiles == 9)
        #expect(summary.absentTiles == 1)
        #expect(summary.resumedTiles == 0)
        let opened = try fixture.open("area.pmtiles")
        let matrix = TileMatrixSet(pyramid: opened.source.pyramid, coarsestZoom: 3)
        var found: [MapTile: [UInt8]] = [:]
        try opened.source.forEachStoredTile { index, _ in
            found[matrix.tile(index)] = try opened.source.read(index)?.bytes
        }
        let old = TileMatrixSet(pyramid: map.source.pyramid, coarsestZoom: 3)
        #expect(found.count == 9)
        for (tile, bytes) in found {
            let index = try #require(old.index(of: tile))
            #expect(bytes == Self.tile(index))
        }
        #expect(Set(found.keys.filter { $0.zoom == 5 }.map(\.column)) == [16, 17])
        #expect(opened.source.attribution == "© Somebody")
        #expect(opened.source.georeference?.bounds == region)
        #expect(!FileManager.default.fileExists(atPath: fixture.folder.path("area.pmtiles.fetch")))
    }

    @Test(arguments: ["area.mbtiles", "area"]) func `other map formats are written, too`(name: String) async throws {
        #expect(try await run(try fetch(), to: name).tiles == 9)
        let opened = try fixture.open(name)
        var count = 0
        try opened.source.forEachStoredTile { _, _ in count += 1 }
        #expect(count == 9)
        #expect(opened.source.attribution == "© Somebody")
    }

    @Test func `a fetch that has failed goes on with what it has`() async throws {
        let source = CountingSource(map.source)
        let counted = OpenedPyramid(source: source, format: map.format, path: map.path)
        source.failsAfter(3)
        await #expect(throws: StoreError.self) { try await run(try fetch(counted), to: "area.pmtiles") }
        #expect(!FileManager.default.fileExists(atPath: fixture.folder.path("area.pmtiles")))
        #expect(FileManager.default.fileExists(atPath: fixture.folder.path("area.pmtiles.fetch")))
        let read = source.readTiles
        source.failsAfter(.max)
        let summary = try await run(try fetch(counted), to: "area.pmtiles")
        #expect(summary.tiles == 9)
        #expect(summary.resumedTiles == read.count)
        // No tile was requested twice.
        #expect(Set(source.readTiles).count == 10)
        #expect(source.readTiles.count == 10)
    }

    @Test func `a kept tile that was damaged is fetched again, and all tiles are those of the map`() async throws {
        let source = CountingSource(map.source)
        let counted = OpenedPyramid(source: source, format: map.format, path: map.path)
        source.failsAfter(5)
        await #expect(throws: StoreError.self) { try await run(try fetch(counted), to: "area.pmtiles") }
        let database = try SQLiteConnection(writing: fixture.folder.path("area.pmtiles.fetch"))
        try database.execute(
            "UPDATE tiles SET bytes = substr(bytes, 1, 40) || x'55' || substr(bytes, 42) WHERE level = 0 AND row_ = "
                + "(SELECT min(row_) FROM tiles WHERE level = 0)")
        let damaged = try database.statement("SELECT changes()").firstRow { $0.integer(0) }
        database.close()
        #expect(damaged == 1)
        let read = source.readTiles
        source.failsAfter(.max)
        let summary = try await run(try fetch(counted), to: "area.pmtiles")
        #expect(summary.tiles == 9 && summary.resumedTiles == read.count - 1)
        let opened = try fixture.open("area.pmtiles")
        let new = TileMatrixSet(pyramid: opened.source.pyramid, coarsestZoom: 3)
        let old = TileMatrixSet(pyramid: map.source.pyramid, coarsestZoom: 3)
        try opened.source.forEachStoredTile { index, _ in
            let original = try #require(old.index(of: new.tile(index)))
            #expect(try opened.source.read(index)?.bytes == Self.tile(original))
        }
    }

    @Test(arguments: ["area", "area.pmtiles", "area.mbtiles"], [0, 3, 9])
    func `a fetch that was killed while it wrote is finished by the same one`(name: String, count: Int) async throws {
        let source = CountingSource(map.source)
        let fetch = try fetch(OpenedPyramid(source: source, format: map.format, path: map.path))
        let path = fixture.folder.path(name)
        await #expect(throws: StoreError.self) {
            try await fetch.fetch(keeping: path + ".fetch") {
                KilledStore(try fetch.makeStore(at: path), writing: count)
            }
        }
        #expect(!FileManager.default.fileExists(atPath: path))
        let summary = try await run(fetch, to: name)
        #expect(summary.tiles == 9 && summary.resumedTiles == 10 && source.readTiles.count == 10)
        let opened = try fixture.open(name)
        var found = 0
        try opened.source.forEachStoredTile { _, _ in found += 1 }
        #expect(found == 9)
        #expect(!FileManager.default.fileExists(atPath: path + ".fetch"))
    }

    @Test(arguments: ["area", "area.pmtiles"])
    func `an output that exists is refused before the first request, or replaced`(name: String) async throws {
        _ = try await run(try fetch(), to: name)
        let source = CountingSource(map.source)
        let fetch = try fetch(OpenedPyramid(source: source, format: map.format, path: map.path))
        let error = await #expect(throws: StoreError.self) { try await run(fetch, to: name) }
        #expect(error?.code == .exists && source.readTiles.isEmpty)
        var options = StoreOptions()
        options.replacesExisting = true
        let path = fixture.folder.path(name)
        let summary = try await fetch.fetch(keeping: path + ".fetch") { [options] in
            try fetch.makeStore(at: path, options: options)
        }
        #expect(summary.tiles == 9)
    }

    // MARK: Over the network

    @Test func `the tiles of the region are requested, and no others`() async throws {
        let tile = Self.tile(TileIndex(level: 0, column: 0, row: 0))
        let server = try ScriptedServer { request in
            request.path.hasPrefix("/t/") ? .init(200, tile) : .init(404)
        }
        defer { server.close() }
        let opened = try await open(server.url("/t/{z}/{x}/{y}.png"))
        let before = server.requests.count
        let summary = try await run(try fetch(opened, zooms: 5...5), to: "area.pmtiles")
        #expect(summary.tiles == 6)
        #expect(
            server.requests.dropFirst(before).map(\.path).sorted()
                == [16, 17].flatMap { column in (10...12).map { "/t/5/\(column)/\($0).png" } })
    }

    @Test func `a tile of another format is refused with its address`() async throws {
        let tile = Self.tile(TileIndex(level: 0, column: 0, row: 0))
        let other = [UInt8]([0xFF, 0xD8, 0xFF, 0xE0])
        let server = try ScriptedServer { request in
            request.path.hasPrefix("/t/") ? .init(200, request.path.hasPrefix("/t/5/17/11") ? other : tile) : .init(404)
        }
        defer { server.close() }
        let fetch = try fetch(try await open(server.url("/t/{z}/{x}/{y}.png?key=S")), zooms: 5...5)
        let error = await #expect(throws: StoreError.self) { try await run(fetch, to: "area.pmtiles") }
        #expect(error?.path == server.url("/t/5/17/11.png"))
        #expect(error?.message.hasPrefix("this tile is jpg, and others are png") == true)
    }

    @Test func `maps that differ in the query or the fragment are different, and the fingerprint does not show them`()
        async throws
    {
        let tile = Self.tile(TileIndex(level: 0, column: 0, row: 0))
        let server = try ScriptedServer { request in
            request.path.hasPrefix("/t/") ? .init(200, tile) : .init(404)
        }
        defer { server.close() }
        var prints: [String] = []
        for suffix in ["?key=secret", "?key=other", "?key=other#layer=b", "?key=secret"] {
            prints.append(try fetch(try await open(server.url("/t/{z}/{x}/{y}.png" + suffix))).fingerprint)
        }
        #expect(Set(prints).count == 3 && prints[0] == prints[3])
        #expect(!prints[0].contains("secret"))
    }

    @Test func `what another fetch has kept is not taken`() async throws {
        let source = CountingSource(map.source)
        source.failsAfter(1)
        let counted = OpenedPyramid(source: source, format: map.format, path: map.path)
        await #expect(throws: StoreError.self) { try await run(try fetch(counted), to: "area.pmtiles") }
        let error = await #expect(throws: StoreError.self) {
            try await run(try fetch(zooms: 4...5), to: "area.pmtiles")
        }
        #expect(error?.code == .fingerprintMismatch)
        #expect(error?.path == fixture.folder.path("area.pmtiles.fetch"))
    }

    @Test func `a foreign file in the place of the kept tiles is left alone`() async throws {
        let foreign = Data(
            "not a database, but somebody's notes, which are longer than a header of a hundred bytes".utf8)
        try fixture.folder.write(foreign, to: "area.pmtiles.fetch")
        await #expect(throws: StoreError.self) { try await run(try fetch(), to: "area.pmtiles") }
        #expect(try Data(contentsOf: URL(fileURLWithPath: fixture.folder.path("area.pmtiles.fetch"))) == foreign)
    }

    @Test func `what cannot be fetched is refused with a reason`() throws {
        func reason(_ body: () throws -> RegionFetch) -> String? {
            do {
                _ = try body()
                return nil
            } catch {
                return (error as? StoreError)?.message
            }
        }
        #expect(
            reason { try RegionFetch(from: map, region: region, tileLimit: 9) }
                == "this region has 10 tiles at the zooms 3 to 5, and up to 9 are fetched. Choose a smaller region or fewer "
                + "zooms, or raise the limit.")
        #expect(
            reason { try RegionFetch(from: map, region: region, zooms: 6...9) }
                == "it has the zooms 3 to 5, and none of these.")
        let flipped = GeoBounds(west: 10, south: 50, east: 22, north: 40, crs: .wgs84)
        #expect(reason { try RegionFetch(from: map, region: flipped) }?.contains("degrees") == true)
    }

    @Test func `hosts stand for their subdomains and no others`() {
        #expect(RestrictedHosts.contains("openstreetmap.org"))
        #expect(RestrictedHosts.contains("a.Tile.OpenStreetMap.org."))
        #expect(!RestrictedHosts.contains("myopenstreetmap.org"))
        #expect(!RestrictedHosts.contains("openstreetmap.org.example.com"))
        #expect(!RestrictedHosts.contains(""))
    }
}

extension PyramidTarget {
    fileprivate static var map: PyramidTarget {
        var target = PyramidTarget(.pmtiles)
        target.georeference = Georeference(
            zoom: 5, bounds: GeoBounds(west: -180, south: -85, east: 180, north: 85, crs: .wgs84))
        target.attribution = "© Somebody"
        target.isSparse = true
        return target
    }
}

/// A store that fails after some tiles, and is left as by a process that was killed.
private final class KilledStore: TileStore {
    private let base: any TileStore
    private let left: Locked<Int>

    init(_ base: any TileStore, writing count: Int) {
        self.base = base
        left = Locked(count)
    }

    private func kill() -> StoreError { StoreError(.inputOutput, path: "", "killed") }

    var pyramid: Pyramid { base.pyramid }
    func read(_ index: TileIndex) throws -> EncodedTile? { try base.read(index) }
    func isFinished(_ index: TileIndex) -> Bool { base.isFinished(index) }
    func write(_ bytes: RawSpan, format: TileFormat, at index: TileIndex) throws {
        let isLast = left.withLock { left in
            left -= 1
            return left < 0
        }
        if isLast { throw kill() }
        try base.write(bytes, format: format, at: index)
    }
    func finish() throws { throw kill() }
    func suspend() throws { try base.suspend() }
    func discard() throws { try base.suspend() }
}

/// A source that notes which tiles are read, and may fail.
private final class CountingSource: PyramidSource {
    private let base: any PyramidSource
    private let state = Locked((tiles: [TileIndex](), limit: Int.max))

    init(_ base: any PyramidSource) { self.base = base }

    /// The tiles that were read without a failure, in that order.
    var readTiles: [TileIndex] { state.withLock(\.tiles) }

    /// From now on, reading fails once so many tiles were read.
    func failsAfter(_ count: Int) { state.withLock { $0.limit = count } }

    var pyramid: Pyramid { base.pyramid }
    var format: TileFormat { base.format }
    var properties: [PyramidProperty] { base.properties }
    var isSparse: Bool { base.isSparse }
    var georeference: Georeference? { base.georeference }

    func read(_ index: TileIndex) throws -> EncodedTile? {
        try state.withLock { state in
            guard state.tiles.count < state.limit else {
                throw StoreError(.unreadable, path: "map", "the server has gone.")
            }
            state.tiles.append(index)
        }
        return try base.read(index)
    }

    func storedTile(_ index: TileIndex) throws -> StoredTile? { try base.storedTile(index) }
    func forEachStoredTile(_ body: (TileIndex, StoredTile) throws -> Void) throws { try base.forEachStoredTile(body) }
    func inspectFiles(_ report: (ValidationIssue) throws -> Void) throws {}
}
