import ChannelImages
import Georeferencing
import TestLimits
import TestSupport
import Testing
import TilePyramid
import TileStores

@testable import PyramidTools

/// Pyramids whose colors are elevations in numbers: coarser levels are means of numbers, and not of bytes.
@Suite(.timeLimited) struct TerrainPyramidTests {
    private let fixture: OverlayFixture
    private static let side = 16

    init() throws {
        fixture = try OverlayFixture()
    }

    /// A tile of numbers of 24 bits.
    private static func png(_ number: @escaping (_ x: Int, _ y: Int) -> Int) -> [UInt8] {
        PNGFixture(width: side, height: side) { x, y, channel in number(x, y) >> (16 - 8 * channel) & 255 }.encoded()
    }

    /// Writes a map of elevations, for which a tile may be absent.
    private func makeMap(
        _ name: String, _ format: PyramidFormat = .pmtiles, zooms: ClosedRange<Int> = 0...1,
        terrain: TerrainEncoding? = .mapbox, tiles: (MapTile) -> [UInt8]?
    ) throws -> OpenedPyramid {
        let range = TileRange(columns: 0..<1 << zooms.lowerBound, rows: 0..<1 << zooms.lowerBound)
        let matrices = TileMatrixSet(
            range, zooms: zooms, tileSize: PixelSize(width: Self.side, height: Self.side))
        var target = PyramidTarget(format)
        target.georeference = Georeference(zoom: zooms.upperBound, bounds: .webMercatorExtent)
        target.terrain = terrain
        target.isSparse = target.capabilities.supportsSparseTiles
        let store = try target.makeStore(at: fixture.folder.path(name), pyramid: matrices.pyramid, format: .png)
        for index in matrices.pyramid.indices {
            if let tile = tiles(matrices.tile(index)) {
                try store.write(tile.span.bytes, format: .png, at: index)
            } else {
                try store.skip(index)
            }
        }
        try store.finish()
        return try fixture.open(name)
    }

    /// The numbers of a tile's pixels.
    private func numbers(_ source: any TileSource, _ index: TileIndex) throws -> [Int] {
        try #require(try OverlayFixture.pixels(source, index)).map { Int($0 & 0xFF_FFFF) }
    }

    private func message(_ body: () async throws -> Void) async -> String {
        do {
            try await body()
            return ""
        } catch let error as StoreError {
            return error.message
        } catch {
            return "\(error)"
        }
    }

    @Test(arguments: [PyramidFormat.mbtiles, .pmtiles, .xyz], [TerrainEncoding.mapbox, .terrarium])
    func `The encoding is stored with maps, and read again`(format: PyramidFormat, terrain: TerrainEncoding) throws {
        let opened = try makeMap("a.\(format.id)", format, terrain: terrain) { _ in Self.png { _, _ in 65_536 } }
        #expect(opened.source.terrain == terrain)
        #expect(opened.source.properties.first { $0.name == "encoding" }?.value == terrain.rawValue)
        let plain = try makeMap("b.\(format.id)", format, terrain: nil) { _ in Self.png { _, _ in 65_536 } }
        #expect(plain.source.terrain == nil)
    }

    @Test func `Converted levels are means of numbers`() async throws {
        // The mean of 65536 and 65534 is 65535; that of their bytes is another number.
        let map = try makeMap("map.mbtiles", .mbtiles, zooms: 1...1) { _ in
            Self.png { x, _ in x.isMultiple(of: 2) ? 65_536 : 65_534 }
        }
        var options = ConversionOptions()
        options.target = PyramidTarget(.deepZoom)
        let plan = try ConversionPlan(map, options: options)
        let store = try plan.target.makeStore(
            at: fixture.folder.path("out.dzi"), pyramid: plan.pyramid, format: plan.format)
        _ = try await plan.convert(into: store)
        let source = try fixture.open("out.dzi").source
        let levels = source.pyramid.levels
        for index in source.pyramid.indices where index.level < levels.count - 1 {
            #expect(try numbers(source, index).allSatisfy { $0 == 65_535 }, "\(index)")
        }
        // What is not averaged is copied.
        let finest = TileIndex(level: levels.count - 1, column: 0, row: 0)
        #expect(try numbers(source, finest).prefix(4) == [65_536, 65_534, 65_536, 65_534])
    }

    @Test func `Absent tiles take no part in means`() async throws {
        let hole = (column: 5, row: 9)
        let map = try makeMap("map.mbtiles", .mbtiles, zooms: 4...4) { tile in
            guard tile.column != hole.column || tile.row != hole.row else { return nil }
            return Self.png { x, _ in x.isMultiple(of: 2) ? 65_536 : 65_534 }
        }
        var options = ConversionOptions()
        options.target = PyramidTarget(.deepZoom)
        options.tileSize = 256
        let plan = try ConversionPlan(map, options: options)
        let store = try plan.target.makeStore(
            at: fixture.folder.path("out.dzi"), pyramid: plan.pyramid, format: plan.format)
        _ = try await plan.convert(into: store)
        let source = try fixture.open("out.dzi").source
        // 128 pixels of which 8 × 8 are absent.
        let half = try numbers(source, TileIndex(level: source.pyramid.levels.count - 2, column: 0, row: 0))
        try #require(half.count == 128 * 128)
        for (index, number) in half.enumerated() {
            let isAbsent = index % 128 / 8 == hole.column && index / 128 / 8 == hole.row
            #expect(number == (isAbsent ? 0 : 65_535), "\(index)")
        }
        // The tiles are half as large in the next level, and so on, until a pixel is a tile.
        let coarse = try numbers(source, TileIndex(level: 4, column: 0, row: 0))
        for (index, number) in coarse.enumerated() {
            let isAbsent = index % 16 == hole.column && index / 16 == hole.row
            #expect(number == (isAbsent ? 0 : 65_535), "\(index)")
        }
        // A pixel that is partly absent has the mean of the rest.
        #expect(try numbers(source, TileIndex(level: 3, column: 0, row: 0)).allSatisfy { $0 == 65_535 })
    }

    @Test func `A map that is copied keeps its encoding`() async throws {
        let map = try makeMap("map.mbtiles", .mbtiles, terrain: .terrarium) { _ in Self.png { x, y in 1000 * x + y } }
        var options = ConversionOptions()
        options.target = PyramidTarget(.pmtiles)
        let plan = try ConversionPlan(map, options: options)
        #expect(plan.target.terrain == .terrarium)
        let store = try plan.target.makeStore(
            at: fixture.folder.path("out.pmtiles"), pyramid: plan.pyramid, format: plan.format)
        _ = try await plan.convert(into: store)
        #expect(try fixture.open("out.pmtiles").source.terrain == .terrarium)
    }

    @Test func `Lossy tiles are refused`() async throws {
        let map = try makeMap("map.mbtiles", .mbtiles) { _ in Self.png { _, _ in 7 } }
        for (target, format) in [(PyramidFormat.pmtiles, TileFormat.jpeg), (.deepZoom, .jpeg), (.deepZoom, .webp)] {
            let text = await message {
                var options = ConversionOptions()
                options.target = PyramidTarget(target)
                options.format = format
                _ = try ConversionPlan(map, options: options)
            }
            #expect(text.contains("elevations in numbers") && text.contains("the format png"), "\(text)")
        }
    }

    @Test func `Tiles above an overlay are means of numbers`() async throws {
        let base = try makeMap("base.pmtiles") { _ in Self.png { _, _ in 9 } }
        let overlay = try makeMap("overlay.pmtiles", zooms: 1...1) { tile in
            guard tile.column == 0, tile.row == 0 else { return nil }
            return Self.png { x, _ in x.isMultiple(of: 2) ? 65_536 : 65_534 }
        }
        let merged = try await fixture.merge(overlay, over: base).pyramid
        let coarsest = try numbers(merged, TileIndex(level: 0, column: 0, row: 0))
        for y in 0..<Self.side {
            for x in 0..<Self.side {
                #expect(coarsest[y * Self.side + x] == (x < 8 && y < 8 ? 65_535 : 9), "\(x), \(y)")
            }
        }
    }

    @Test func `Pictures are not laid over elevations, nor elevations of another encoding`() async throws {
        let base = try makeMap("base.pmtiles") { _ in Self.png { _, _ in 9 } }
        for terrain in [nil, TerrainEncoding.terrarium] {
            let name = "overlay-\(terrain?.rawValue ?? "none").pmtiles"
            let overlay = try makeMap(name, terrain: terrain) { _ in Self.png { _, _ in 9 } }
            let text = await message { _ = try OverlayPlan(overlay, over: base) }
            #expect(text.contains("elevations in the encoding mapbox") && text.contains("of one kind"), "\(text)")
        }
    }
}
