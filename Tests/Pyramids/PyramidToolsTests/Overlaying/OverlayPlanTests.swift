import Concurrency
import Foundation
import Georeferencing
import TestLimits
import TestSupport
import Testing
import TileCutting
import TilePyramid
import TileStores

@testable import PyramidTools

/// Pyramids that are laid over others: which tiles change, and how.
@Suite(.timeLimited) struct OverlayPlanTests {
    private let fixture: OverlayFixture

    init() throws {
        fixture = try OverlayFixture()
    }

    private func summary(
        unchanged: Int, replaced: Int = 0, added: Int = 0, composited: Int = 0, rerendered: Int = 0
    ) -> OverlaySummary {
        var summary = OverlaySummary()
        summary.unchangedTiles = unchanged
        summary.replacedTiles = replaced
        summary.addedTiles = added
        summary.compositedTiles = composited
        summary.rerenderedTiles = rerendered
        return summary
    }

    /// Expects the pixels of a cut of the composited image, and unchanged bytes where the base's pixels are the same.
    private func expectTiles(
        of merged: OverlaidPyramid, like expected: OpenedPyramid, over base: OpenedPyramid,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        for index in expected.source.pyramid.indices {
            let pixels = try OverlayFixture.pixels(expected.source, index)
            #expect(
                try OverlayFixture.pixels(merged, index) == pixels, "\(index)", sourceLocation: sourceLocation)
            if try OverlayFixture.pixels(base.source, index) == pixels {
                #expect(try merged.read(index) == base.source.read(index), "\(index)", sourceLocation: sourceLocation)
            }
        }
    }

    @Test(arguments: [(256, 192), (250, 187), (193, 129)])
    func `the pixels are those of a cut of both images`(width: Int, height: Int) async throws {
        let base = try await fixture.cut("base", width, height) { OverlayFixture.sample($0, $1, $2) }
        let overlay = try await fixture.cut("overlay", 128, 64) { OverlayFixture.sample($0, $1, $2, 1) }
        let whole = try await fixture.cut("whole", width, height) { x, y, channel in
            (64..<192).contains(x) && (64..<128).contains(y)
                ? OverlayFixture.sample(x - 64, y - 64, channel, 1) : OverlayFixture.sample(x, y, channel)
        }
        let merged = try await fixture.merge(overlay, over: base, at: PixelOffset(x: 64, y: 64))
        // Two of 4 × 3 tiles, the two above them, and one of each coarser level.
        let coarser = base.source.pyramid.levels.count - 2
        #expect(
            merged.summary
                == summary(
                    unchanged: base.source.pyramid.tileCount - 4 - coarser, replaced: 2, rerendered: 2 + coarser))
        try expectTiles(of: merged.pyramid, like: whole, over: base)
    }

    @Test func `tiles of coarser levels are the overlay's where it covers all of their children`() async throws {
        let base = try await fixture.cut("base", 256, 256) { OverlayFixture.sample($0, $1, $2) }
        let overlay = try await fixture.cut("overlay", 128, 128) { OverlayFixture.sample($0, $1, $2, 1) }
        let merged = try await fixture.merge(overlay, over: base, at: PixelOffset(x: 128, y: 0))
        #expect(merged.summary == summary(unchanged: 15, replaced: 5, rerendered: 7))
        let tile = try merged.pyramid.read(TileIndex(level: 7, column: 1, row: 0))
        #expect(try tile == overlay.source.read(TileIndex(level: 6, column: 0, row: 0)))
    }

    @Test func `what is transparent changes nothing, and what is half transparent is composited`() async throws {
        let base = try await fixture.cut("base", 256, 192) { OverlayFixture.sample($0, $1, $2) }
        // Opaque, transparent to its right, and half transparent below.
        let overlay = try await fixture.cut("overlay", 100, 70, hasAlpha: true) { x, y, channel in
            channel < 3 ? OverlayFixture.sample(x, y, channel, 1) : x >= 64 ? 0 : y < 64 ? 255 : 128
        }
        let whole = try await fixture.cut("whole", 256, 192) { x, y, channel in
            let below = OverlayFixture.sample(x, y, channel)
            let above = OverlayFixture.sample(x - 64, y, channel, 1)
            guard (64..<128).contains(x), y < 70 else { return below }
            return y < 64 ? above : (above * 128 + below * 127 + 127) / 255
        }
        let merged = try await fixture.merge(overlay, over: base, at: PixelOffset(x: 64, y: 0))
        #expect(merged.summary == summary(unchanged: 13, replaced: 1, composited: 1, rerendered: 8))
        try expectTiles(of: merged.pyramid, like: whole, over: base)
    }

    @Test func `an overlay that reaches beyond the base is cropped`() async throws {
        let base = try await fixture.cut("base", 100, 100) { OverlayFixture.sample($0, $1, $2) }
        let overlay = try await fixture.cut("overlay", 200, 200) { OverlayFixture.sample($0, $1, $2, 1) }
        let whole = try await fixture.cut("whole", 100, 100) { x, y, channel in
            OverlayFixture.sample(x + 64, y + 64, channel, 1)
        }
        let merged = try await fixture.merge(overlay, over: base, at: PixelOffset(x: -64, y: -64))
        // Of 2 × 2 tiles, three are smaller than the overlay's.
        #expect(merged.summary == summary(unchanged: 0, replaced: 1, composited: 3, rerendered: 7))
        try expectTiles(of: merged.pyramid, like: whole, over: base)
    }

    @Test func `tiles of another format are encoded like the base's`() async throws {
        let asJPEG: (inout CutOptions) -> Void = {
            $0.format = .fixed(.jpeg)
            $0.quality = 37
        }
        let base = try await fixture.cut("base", 128, 64, asJPEG) { x, y, _ in x + y }
        let overlay = try await fixture.cut("overlay", 64, 64) { x, y, _ in 255 - x - y }
        let merged = try await fixture.merge(overlay, over: base)
        #expect(merged.summary == summary(unchanged: 1, composited: 1, rerendered: 7))
        let index = TileIndex(level: 7, column: 0, row: 0)
        let new = try #require(try merged.pyramid.read(index))
        let old = try #require(try base.source.read(index))
        #expect(new.format == .jpeg && new.bytes != old.bytes)
        #expect(quantization(new) == quantization(old) && !quantization(new).isEmpty)
        let pixel = try #require(try OverlayFixture.pixels(merged.pyramid, index))[64 * 10 + 10]
        #expect(abs(Int(pixel & 255) - 235) < 12)
    }

    /// Returns the bytes of the first quantization table of a JPEG.
    private func quantization(_ tile: EncodedTile) -> [UInt8] {
        guard let start = tile.bytes.indices.first(where: { tile.bytes[$0...].starts(with: [0xFF, 0xDB]) }) else {
            return []
        }
        return Array(tile.bytes[start...].prefix(69))
    }

    private static let red: [UInt8] = [200, 0, 0]
    private static let blue: [UInt8] = [0, 0, 200]

    private func range(_ columns: Range<Int>, _ rows: Range<Int>) -> TileRange {
        TileRange(columns: columns, rows: rows)
    }

    @Test func `maps are aligned by zoom, column and row, and zooms of one of them are kept`() async throws {
        let base = try fixture.map("base.pmtiles", range(0..<1, 0..<1), zooms: 0...2) { _ in Self.red }
        let overlay = try fixture.map("overlay.pmtiles", range(1..<2, 0..<1), zooms: 1...3) { _ in Self.blue }
        let merged = try await fixture.merge(overlay, over: base)
        // Four of zoom 2 and one of zoom 1 are the overlay's, as are the 16 of zoom 3.
        #expect(merged.summary == summary(unchanged: 15, replaced: 5, added: 16, rerendered: 1))
        let tiles = TileMatrixSet(pyramid: merged.pyramid.pyramid, georeference: merged.pyramid.georeference)
        #expect(tiles.zooms == 0...3)
        func color(_ zoom: Int, _ column: Int, _ row: Int) throws -> UInt32? {
            try tiles.index(of: MapTile(zoom: zoom, column: column, row: row))
                .flatMap { try OverlayFixture.pixels(merged.pyramid, $0) }?.first
        }
        let (red, blue): (UInt32, UInt32) = (0xFFC8_0000, 0xFF00_00C8)
        #expect(try color(1, 1, 0) == blue && color(1, 0, 0) == red && color(2, 2, 1) == blue && color(3, 4, 0) == blue)
        #expect(try color(2, 1, 1) == red && color(3, 3, 0) == nil)
        let top = try #require(try OverlayFixture.pixels(merged.pyramid, TileIndex(level: 0, column: 0, row: 0)))
        #expect(top[7] == red && top[8] == blue && top[16 * 7 + 15] == blue && top[16 * 8 + 15] == red)
    }

    @Test func `maps of different regions become one map`() async throws {
        let base = try fixture.map("base.pmtiles", range(0..<1, 0..<1), zooms: 1...2) { _ in Self.red }
        let overlay = try fixture.map("overlay.pmtiles", range(1..<2, 1..<2), zooms: 1...2) { tile in
            tile.column == 3 && tile.row == 3 ? nil : Self.blue
        }
        let merged = try await fixture.merge(overlay, over: base)
        #expect(merged.summary == summary(unchanged: 5, added: 4, composited: 0, rerendered: 0))
        let report = try PyramidReport(merged.pyramid.opened)
        #expect(report.levels.map(\.tiles) == [2, 7] && report.isSparse)
        var options = ConversionOptions()
        options.target = PyramidTarget(.pmtiles)
        let plan = try ConversionPlan(merged.pyramid.opened, options: options)
        let store = try plan.target.makeStore(
            at: fixture.folder.path("new.pmtiles"), pyramid: plan.pyramid, format: plan.format)
        #expect(try await plan.convert(into: store).copiedTiles == 9)
        let opened = try fixture.open("new.pmtiles")
        #expect(try await PyramidVerifier(opened).verify().isValid)
        #expect(opened.source.georeference?.bounds.west == -180 && opened.source.georeference?.bounds.east == 180)
    }

    @Test func `the same tiles are made with any number of threads`() async throws {
        let base = try await fixture.cut("base", 300, 260) { OverlayFixture.sample($0, $1, $2) }
        let overlay = try await fixture.cut("overlay", 150, 150, hasAlpha: true) { x, y, channel in
            channel < 3 ? OverlayFixture.sample(x, y, channel, 1) : OverlayFixture.sample(x, y, 3)
        }
        let one = try await fixture.merge(overlay, over: base, at: PixelOffset(x: 64, y: 64), threads: 1)
        let four = try await fixture.merge(overlay, over: base, at: PixelOffset(x: 64, y: 64), threads: 4)
        #expect(one.summary == four.summary && one.summary.compositedTiles == 9)
        for index in base.source.pyramid.indices {
            #expect(try one.pyramid.read(index) == four.pyramid.read(index))
        }
    }

    @Test(arguments: [
        (PixelOffset(x: 32, y: 0), "not a multiple of the tile size"),
        (PixelOffset(x: 0, y: 128), "lies outside of"), (PixelOffset(x: -64, y: 0), "lies outside of"),
        (PixelOffset(x: Int.max & ~63, y: 0), "lies outside of"),
    ])
    func `positions that cannot be are refused`(position: PixelOffset, expected: String) async throws {
        let base = try await fixture.cut("base", 128, 128) { _, _, _ in 1 }
        let overlay = try await fixture.cut("overlay", 64, 64) { _, _, _ in 2 }
        var options = OverlayOptions()
        options.position = position
        let error = #expect(throws: StoreError.self) { _ = try OverlayPlan(overlay, over: base, options: options) }
        #expect(error?.path == overlay.path)
        #expect(error?.message.contains(expected) == true, "\(String(describing: error))")
    }

    @Test func `grids that differ are refused`() async throws {
        let base = try await fixture.cut("base", 128, 128) { _, _, _ in 1 }
        let overlapping = try await fixture.cut("overlapping", 128, 128, { $0.overlap = 1 }) { _, _, _ in 2 }
        let larger = try await fixture.cut("larger", 128, 128, { $0.tileSize = 128 }) { _, _, _ in 2 }
        let map = try fixture.map("map.pmtiles", range(0..<1, 0..<1), zooms: 0...0) { _ in Self.red }
        func message(_ overlay: OpenedPyramid) -> String {
            let error = #expect(throws: StoreError.self) { _ = try OverlayPlan(overlay, over: base) }
            return error?.message ?? ""
        }
        #expect(message(overlapping).contains("overlap by 1 pixels"))
        #expect(message(larger).contains("128×128 pixels"))
        #expect(message(map).contains("16×16 pixels"))
        var options = OverlayOptions()
        options.position = .zero
        let error = #expect(throws: StoreError.self) { _ = try OverlayPlan(map, over: map, options: options) }
        #expect(error?.message.contains("aligned by their grid") == true)
    }
}
