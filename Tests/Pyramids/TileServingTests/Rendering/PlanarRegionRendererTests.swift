import Caching
import ImageCodecs
import ImageMetadata
import ImageSources
import PixelKernels
import TestLimits
import TestSupport
import Testing
import TileCutting
import TilePyramid
import TileStores

@testable import TileServing

@Suite(.timeLimited)
struct PlanarRegionRendererTests {
    private let served: ServedFolder
    private let size = PixelSize(width: 203, height: 149)

    init() throws {
        served = try ServedFolder()
    }

    private func addPyramid(_ name: String, change: (inout CutOptions) -> Void = { _ in }) async throws {
        try await served.addPyramid(name, size.width, size.height, as: .deepZoom) {
            $0.levelCount = 1
            $0.format = .fixed(.jpeg)
            $0.tileSize = 64
            change(&$0)
        }
    }

    private func open(_ handler: TileRequestHandler) throws -> any DecodedTiles {
        let entry = try #require(handler.catalog.entry(named: "image"))
        return try #require(try handler.images.image(entry).pixels)
    }

    /// A plane of a level, put together from its tiles.
    private func level(_ plane: Int, of tiles: any DecodedTiles) throws -> [[UInt8]] {
        let (size, step) = plane == 0 ? (self.size, 1) : (self.size.halved, 2)
        var rows = [[UInt8]](repeating: [UInt8](repeating: 0, count: size.width), count: size.height)
        let level = tiles.pyramid.finestLevel
        for number in 0..<level.grid.rows * level.grid.columns {
            let (row, column) = number.quotientAndRemainder(dividingBy: level.grid.columns)
            let index = TileIndex(level: level.index, column: column, row: row)
            let interior = tiles.pyramid.interior(of: index)
            let tile = try #require(try tiles.planarTile(index))
            let origin = tile.origin(ofPlane: plane)
            for y in stride(from: interior.y, to: interior.rows.upperBound, by: step) {
                let row = tile.memory.row(origin.row + (y - interior.y) / step) + origin.column
                for x in stride(from: interior.x, to: interior.columns.upperBound, by: step) {
                    rows[y / step][x / step] = row.load(fromByteOffset: (x - interior.x) / step, as: UInt8.self)
                }
            }
        }
        return rows
    }

    /// The mean of an area of a plane.
    private static func mean(
        _ plane: [[UInt8]], _ columns: (start: Double, end: Double), _ rows: (start: Double, end: Double)
    ) -> Double {
        var sum = 0.0
        var total = 0.0
        for y in Int(rows.start)..<min(plane.count, Int(rows.end.rounded(.up))) {
            let height = min(rows.end, Double(y + 1)) - max(rows.start, Double(y))
            for x in Int(columns.start)..<min(plane[y].count, Int(columns.end.rounded(.up))) {
                let share = height * (min(columns.end, Double(x + 1)) - max(columns.start, Double(x)))
                sum = sum + share * Double(plane[y][x])
                total = total + share
            }
        }
        return sum / total
    }

    @Test(arguments: [
        (PixelRect(x: 21, y: 30, width: 150, height: 109), PixelSize(width: 77, height: 61)),
        (PixelRect(x: 20, y: 31, width: 151, height: 111), PixelSize(width: 100, height: 110)),
        (PixelRect(x: 0, y: 0, width: 203, height: 149), PixelSize(width: 110, height: 80)),
        (PixelRect(x: 64, y: 64, width: 64, height: 64), PixelSize(width: 33, height: 33)),
        (PixelRect(x: 63, y: 127, width: 3, height: 3), PixelSize(width: 2, height: 2)),
        (PixelRect(x: 127, y: 1, width: 76, height: 148), PixelSize(width: 1, height: 1)),
        (PixelRect(x: 5, y: 7, width: 30, height: 90), PixelSize(width: 30, height: 47)),
        (PixelRect(x: 191, y: 100, width: 12, height: 49), PixelSize(width: 7, height: 31)),
    ])
    func `each sample is the mean of its area, in luma and in chroma`(
        _ region: PixelRect, _ size: PixelSize
    ) async throws {
        try await addPyramid("image.dzi")
        let tiles = try open(served.handler())
        var plan = RegionPlan(RegionRequest(region, size: size), of: tiles)
        // Also where the tiles would be decoded at a smaller scale.
        if plan.scale != .full { plan = RegionPlan(RegionRequest(region, size: size), of: FullScaleTiles(base: tiles)) }
        #expect(PlanarRegionRenderer.supports(plan, OutputOptions(), tiles.layout))
        let image = try #require(try PlanarRegionRenderer(tiles: tiles).render(plan))
        #expect(image.size == size)
        for (number, plane) in image.planes.enumerated() {
            #expect(plane.size == (number == 0 ? size : size.halved))
            let level = try level(number, of: tiles)
            let scale = number == 0 ? 1.0 : 2.0
            let stepX = plan.columns.step
            let stepY = plan.rows.step
            // Chroma ends with the last pixel that luma needs.
            let endX = Double((plan.columns.source.upperBound + (number == 0 ? 0 : 1)) / Int(scale))
            let endY = Double((plan.rows.source.upperBound + (number == 0 ? 0 : 1)) / Int(scale))
            for y in 0..<plane.size.height {
                for x in 0..<plane.size.width {
                    let startX = Double(region.x) / scale + Double(x) * stepX
                    let startY = Double(region.y) / scale + Double(y) * stepY
                    let expected = Self.mean(
                        level, (startX, min(endX, startX + stepX)), (startY, min(endY, startY + stepY)))
                    let sample = plane.row(y).load(fromByteOffset: x, as: UInt8.self)
                    #expect(abs(Double(sample) - expected) <= 0.6, "plane \(number), \(x), \(y)")
                }
            }
        }
    }

    /// Tiles that are always decoded at full scale.
    private struct FullScaleTiles: DecodedTiles {
        let base: any DecodedTiles
        var pyramid: Pyramid { base.pyramid }
        var fullSize: PixelSize { base.fullSize }
        var layout: PixelLayout { base.layout }
        var ownBytes: Int { base.ownBytes }
        func supports(_ scale: DecodeScale, level: Int) -> Bool { scale == .full }
        func tile(_ index: TileIndex, scale: DecodeScale, part: PixelRect) throws -> PixelMemory {
            try base.tile(index, scale: scale, part: part)
        }
        func planarTile(_ index: TileIndex) throws -> PlanarTile? { try base.planarTile(index) }
    }

    @Test func `the answer looks like one that is made from RGB`() async throws {
        try await addPyramid("image.dzi")
        let handler = served.handler()
        let planar = try await handler.image("/iiif/3/image/21,30,150,109/77,61/0/default.jpg")
        #expect(planar.info.size == PixelSize(width: 77, height: 61))
        let tiles = try open(handler)
        let region = PixelRect(x: 21, y: 30, width: 150, height: 109)
        let plan = RegionPlan(RegionRequest(region, size: planar.info.size), of: tiles)
        let jpeg = try RegionRenderer(tiles: tiles).render(plan, OutputOptions()).encoded(quality: 85)
        let plain = try DecodedImage(openImage(.bytes(jpeg, name: "plain.jpg")))
        #expect(plain.samples.count == planar.samples.count)
        let sum = zip(planar.samples, plain.samples).reduce(0) { $0 + abs($1.0 - $1.1) }
        #expect(Double(sum) / Double(plain.samples.count) < 6)
    }

    @Test func `tiles are kept as planes, in half of the memory`() async throws {
        try await addPyramid("image.dzi")
        let handler = served.handler()
        _ = try await handler.answer("/iiif/3/image/0,0,128,128/70,70/0/default.jpg")
        #expect(handler.images.decodedTiles.counts.values == 4)
        #expect(handler.images.decodedTiles.counts.cost == 4 * (64 * 64 * 3 / 2 + DecodedTileCache.entryBytes))
        _ = try await handler.answer("/iiif/3/image/0,0,128,128/71,71/0/color.jpg")
        #expect(handler.images.decodedTiles.counts.hits == 4)
        // Everything else is made from RGB.
        _ = try await handler.answer("/iiif/3/image/0,0,128,128/70,70/0/gray.jpg")
        #expect(handler.images.decodedTiles.counts.values == 8)
        #expect(handler.images.decodedTiles.counts.cost == 4 * 64 * 64 * 9 / 2 + 8 * DecodedTileCache.entryBytes)
    }

    @Test(arguments: ["full chroma", "an overlap", "gray", "another format", "a tile of another format"])
    func `what has no planes of half the resolution is made from RGB`(_ kind: String) async throws {
        let layout = PixelLayout(kind == "gray" ? .gray : .rgb)
        try await served.addPyramid("image.dzi", size.width, size.height, as: .deepZoom, layout: layout) { options in
            options.levelCount = 1
            options.format = .fixed(.jpeg)
            options.tileSize = 64
            switch kind {
            case "full chroma": options.chroma = .full
            case "an overlap": options.overlap = 1
            case "another format": options.format = .fixed(.png)
            default: break
            }
        }
        if kind == "a tile of another format" {
            try await served.addPyramid("other.dzi", size.width, size.height, as: .deepZoom) {
                $0.levelCount = 1
                $0.tileSize = 64
            }
            try served.folder.write(
                served.folder.bytes(of: "other_files/8/1_1.png"), to: "image_files/8/1_1.jpg")
        }
        let tiles = try open(served.handler())
        let region = PixelRect(x: 21, y: 30, width: 150, height: 109)
        let plan = RegionPlan(RegionRequest(region, size: PixelSize(width: 77, height: 61)), of: tiles)
        if tiles.layout == PixelLayout(.rgb) { #expect(try PlanarRegionRenderer(tiles: tiles).render(plan) == nil) }
        let renderer = RegionRenderer(tiles: tiles)
        let expected = try renderer.render(plan, OutputOptions()).encoded(quality: 85)
        #expect(try renderer.encoded(plan, OutputOptions(), quality: 85) == expected)
    }

    @Test func `only upright JPEGs in color that are made smaller are made from planes`() async throws {
        try await addPyramid("image.dzi")
        let tiles = try open(served.handler())
        func supports(
            _ width: Int, _ height: Int, layout: PixelLayout = PixelLayout(.rgb),
            change: (inout OutputOptions) -> Void = { _ in }
        ) -> Bool {
            var options = OutputOptions()
            change(&options)
            let region = PixelRect(x: 20, y: 30, width: 150, height: 110)
            let plan = RegionPlan(RegionRequest(region, size: PixelSize(width: width, height: height)), of: tiles)
            return PlanarRegionRenderer.supports(plan, options, layout)
        }
        #expect(supports(100, 80))
        #expect(supports(100, 80) { $0.quality = .color })
        #expect(!supports(100, 80) { $0.quality = .gray })
        #expect(!supports(100, 80) { $0.quality = .bitonal })
        #expect(!supports(100, 80) { $0.isMirrored = true })
        #expect(!supports(100, 80) { $0.quarterTurns = 1 })
        #expect(!supports(100, 80) { $0.format = .webp })
        #expect(!supports(100, 80, layout: PixelLayout(.gray)))
        #expect(!supports(200, 80))
        // Copied, halved, and decoded at a smaller scale.
        #expect(!supports(150, 110))
        #expect(!supports(75, 55))
        #expect(!supports(50, 40))
    }
}
