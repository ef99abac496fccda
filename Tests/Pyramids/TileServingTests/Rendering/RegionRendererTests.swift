import Caching
import Concurrency
import ImageCodecs
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
struct RegionRendererTests {
    private let served: ServedFolder
    private let size = PixelSize(width: 203, height: 149)

    init() throws {
        served = try ServedFolder()
    }

    /// Renders a region to rows of samples.
    private func render(
        _ rect: PixelRect, to size: PixelSize, options: OutputOptions = OutputOptions(), name: String = "image"
    ) async throws -> [[UInt8]] {
        let image = try open(name)
        let pixels = try #require(image.pixels)
        var options = options
        options.format = .png
        let plan = RegionPlan(RegionRequest(rect, size: size), of: pixels)
        let output = try RegionRenderer(tiles: pixels).render(plan, options).pixels
        return (0..<output.size.height).map { y in
            Array(UnsafeRawBufferPointer(start: output.row(y), count: output.stride))
        }
    }

    private func open(_ name: String) throws -> ServedImage {
        let handler = served.handler()
        let entry = try #require(handler.catalog.entry(named: name))
        return try handler.images.image(entry)
    }

    @Test(arguments: [(0, 0, 203, 149), (31, 30, 34, 35), (100, 77, 1, 1), (202, 148, 1, 1), (64, 32, 32, 32)])
    func `a region at full size has the pixels of the image`(_ rect: (Int, Int, Int, Int)) async throws {
        try await served.addPyramid("image.szi", size.width, size.height)
        let region = PixelRect(x: rect.0, y: rect.1, width: rect.2, height: rect.3)
        #expect(
            try await render(region, to: region.size)
                == cropped(ServedFolder.rows(size), x: rect.0, y: rect.1, width: rect.2, height: rect.3))
    }

    @Test(arguments: [1, 2, 3], [nil, 1])
    func `a halved region equals the level of a pyramid, also where that level is not stored`(
        _ halvings: Int, _ levelCount: Int?
    ) async throws {
        try await served.addPyramid("image.szi", size.width, size.height) { $0.levelCount = levelCount }
        let factor = 1 << halvings
        let level = ServedFolder.halved(size, times: halvings)
        let region = PixelRect(x: 5 * factor, y: 3 * factor, width: 7 * factor, height: 9 * factor)
        #expect(
            try await render(region, to: PixelSize(width: 7, height: 9))
                == cropped(level, x: 5, y: 3, width: 7, height: 9))
        // The last column and row are of pixels that reach beyond the image.
        let columns = level[0].count / 3
        let rows = level.count
        let corner = PixelRect(
            x: 3 * factor, y: 2 * factor, width: size.width - 3 * factor, height: size.height - 2 * factor)
        #expect(
            try await render(corner, to: PixelSize(width: columns - 3, height: rows - 2))
                == cropped(level, x: 3, y: 2, width: columns - 3, height: rows - 2))
    }

    @Test(arguments: [1, 3]) func `tiles that overlap give the same pixels`(_ overlap: Int) async throws {
        try await served.addPyramid("image.dzi", size.width, size.height, as: .deepZoom) { $0.overlap = overlap }
        let region = PixelRect(x: 20, y: 10, width: 90, height: 70)
        #expect(
            try await render(region, to: region.size)
                == cropped(ServedFolder.rows(size), x: 20, y: 10, width: 90, height: 70))
    }

    @Test func `padded tiles give the same pixels`() async throws {
        try await served.addPyramid("image.pmtiles", size.width, size.height, as: .pmtiles)
        let region = PixelRect(x: 150, y: 90, width: 53, height: 59)
        // What pads tiles is transparent, so that all of them have alpha.
        let result = try await render(region, to: region.size)
        #expect(result.allSatisfy { row in stride(from: 3, to: row.count, by: 4).allSatisfy { row[$0] == 255 } })
        let colors = result.map { row in row.indices.filter { $0 % 4 < 3 }.map { row[$0] } }
        #expect(colors == cropped(ServedFolder.rows(size), x: 150, y: 90, width: 53, height: 59))
    }

    @Test func `a smaller size is the mean of areas`() async throws {
        try await served.addPyramid("image.szi", 6, 3) { $0.levelCount = 1 }
        let rows = ServedFolder.rows(PixelSize(width: 6, height: 3))
        let result = try await render(PixelRect(x: 0, y: 0, width: 6, height: 3), to: PixelSize(width: 2, height: 1))
        for column in 0..<2 {
            for channel in 0..<3 {
                let samples = (0..<9).map { Int(rows[$0 / 3][(column * 3 + $0 % 3) * 3 + channel]) }
                let mean = Double(samples.reduce(0, +)) / 9
                #expect(abs(Double(result[0][column * 3 + channel]) - mean) <= 0.51)
            }
        }
    }

    @Test func `a larger size is interpolated between the pixels, and ends with them`() async throws {
        try await served.addPyramid("image.szi", 2, 1)
        let rows = ServedFolder.rows(PixelSize(width: 2, height: 1))
        let result = try await render(PixelRect(x: 0, y: 0, width: 2, height: 1), to: PixelSize(width: 4, height: 2))
        let left = Double(rows[0][0])
        let right = Double(rows[0][3])
        let expected = [left, 0.75 * left + 0.25 * right, 0.25 * left + 0.75 * right, right]
        #expect(result.count == 2)
        for row in result {
            for x in 0..<4 { #expect(abs(Double(row[3 * x]) - expected[x]) <= 0.5001) }
        }
    }

    @Test(arguments: [false, true], 0...3)
    func `an image is mirrored first and then rotated clockwise`(_ isMirrored: Bool, _ turns: Int) async throws {
        try await served.addPyramid("image.szi", 40, 35)
        var expected = ServedFolder.rows(PixelSize(width: 40, height: 35)).map { row in
            (0..<40).map { Array(row[3 * $0..<3 * $0 + 3]) }
        }
        if isMirrored { expected = expected.map { $0.reversed() } }
        for _ in 0..<turns {
            let width = expected[0].count
            let height = expected.count
            expected = (0..<width).map { x in (0..<height).map { y in expected[height - 1 - y][x] } }
        }
        var options = OutputOptions()
        options.isMirrored = isMirrored
        options.quarterTurns = turns
        let whole = PixelRect(x: 0, y: 0, width: 40, height: 35)
        #expect(try await render(whole, to: whole.size, options: options) == expected.map { $0.flatMap { $0 } })
    }

    @Test func `gray is the luma, and black and white its upper and lower half`() async throws {
        try await served.addPyramid("image.szi", 40, 35)
        let whole = PixelRect(x: 0, y: 0, width: 40, height: 35)
        var options = OutputOptions()
        options.quality = .gray
        let gray = try await render(whole, to: whole.size, options: options)
        let rows = ServedFolder.rows(whole.size)
        for y in 0..<35 {
            for x in 0..<40 {
                let red = Double(rows[y][3 * x])
                let green = Double(rows[y][3 * x + 1])
                let blue = Double(rows[y][3 * x + 2])
                #expect(abs(Double(gray[y][x]) - (0.299 * red + 0.587 * green + 0.114 * blue)) <= 1)
            }
        }
        options.quality = .bitonal
        #expect(
            try await render(whole, to: whole.size, options: options) == gray.map { $0.map { $0 < 128 ? 0 : 255 } })
    }

    @Test func `coarse regions of JPEG tiles are decoded at a smaller scale`() async throws {
        try await served.addPyramid("image.szi", size.width, size.height) {
            $0.levelCount = 1
            $0.format = .fixed(.jpeg)
            $0.tileSize = 64
        }
        let pixels = try #require(try open("image").pixels)
        let whole = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
        for (scale, factor) in [(DecodeScale.full, 1), (.half, 2), (.quarter, 4), (.eighth, 8), (.eighth, 16)] {
            let wanted = PixelSize(width: (202 / factor) + 1, height: (148 / factor) + 1)
            let plan = RegionPlan(RegionRequest(whole, size: wanted), of: pixels)
            #expect(plan.scale == scale, "\(factor)")
            let output = try RegionRenderer(tiles: pixels).render(plan, OutputOptions()).pixels
            #expect(output.size == wanted)
        }
    }

    @Test(arguments: [2, 4, 8]) func `tiles of another format among JPEGs are reduced like a level`(
        _ factor: Int
    ) async throws {
        try await served.addPyramid("image.dzi", size.width, size.height, as: .deepZoom) {
            $0.levelCount = 1
            $0.format = .fixed(.jpeg)
            $0.tileSize = 64
        }
        try await served.addPyramid("other.dzi", size.width, size.height, as: .deepZoom) {
            $0.levelCount = 1
            $0.tileSize = 64
        }
        for tile in ["1_1", "3_2"] {
            try served.folder.write(
                served.folder.bytes(of: "other_files/8/\(tile).png"), to: "image_files/8/\(tile).jpg")
        }
        let pixels = try #require(try open("image").pixels)
        let level = ServedFolder.halved(size, times: factor.trailingZeroBitCount)
        for (x, y) in [(64, 64), (192, 128)] {
            let region = PixelRect(x: x, y: y, width: min(64, size.width - x), height: min(64, size.height - y))
            let wanted = PixelSize(
                width: (region.size.width - 1) / factor + 1, height: (region.size.height - 1) / factor + 1)
            #expect(RegionPlan(RegionRequest(region, size: wanted), of: pixels).scale.rawValue == factor)
            #expect(
                try await render(region, to: wanted)
                    == cropped(level, x: x / factor, y: y / factor, width: wanted.width, height: wanted.height))
        }
    }

    /// Tiles with alpha of which only the geometry is used.
    private struct UndecodedTiles: DecodedTiles {
        let pyramid: Pyramid
        let layout = PixelLayout(.rgba)
        let ownBytes = 0
        var fullSize: PixelSize { pyramid.size }
        func supports(_ scale: DecodeScale, level: Int) -> Bool { scale == .full }
        func tile(_ index: TileIndex, scale: DecodeScale, part: PixelRect) throws -> PixelMemory {
            throw CancellationError()
        }
    }

    @Test(arguments: [(16_000, 2000), (16_383, 16_383), (1400, 16_383), (31_000, 3000), (100_000, 100_000)])
    func `the largest image that is allowed fits into the default memory`(_ width: Int, _ height: Int) {
        let tiles = UndecodedTiles(pyramid: Pyramid(size: PixelSize(width: width, height: height), tileSize: 256))
        let whole = PixelRect(x: 0, y: 0, width: width, height: height)
        let largest = ServingLimits().largest(of: whole.size, upscales: false)
        let plan = RegionPlan(RegionRequest(whole, size: largest), of: tiles)
        #expect(plan.memory <= ServerOptions().regionMemory)
        #expect(plan.decodedPixels <= ServingLimits().decodedPixels)
    }

    @Test func `a region that nobody waits for is not rendered`() async throws {
        try await served.addPyramid("image.szi", size.width, size.height)
        let pixels = try #require(try open("image").pixels)
        let whole = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
        let plan = RegionPlan(RegionRequest(whole, size: size), of: pixels)
        let cancellation = Cancellation()
        cancellation.cancel()
        #expect(throws: CancellationError.self) {
            try Cancellation.$current.withValue(cancellation) {
                try RegionRenderer(tiles: pixels).render(plan, OutputOptions())
            }
        }
    }

    @Test(arguments: [(150, 109), (119, 80), (300, 218), (75, 55), (38, 28)])
    func `a region of parts of tiles is that of whole tiles, which the next request decodes`(
        _ width: Int, _ height: Int
    ) async throws {
        try await served.addPyramid("image.dzi", size.width, size.height, as: .deepZoom) {
            $0.levelCount = 1
            $0.format = .fixed(.jpeg)
            $0.tileSize = 64
        }
        let handler = served.handler()
        let image = try handler.images.image(try #require(handler.catalog.entry(named: "image")))
        let pixels = try #require(image.pixels)
        let region = PixelRect(x: 21, y: 30, width: 150, height: 109)
        let plan = RegionPlan(RegionRequest(region, size: PixelSize(width: width, height: height)), of: pixels)
        // Of three rows of three tiles, only the one in the middle lies in the region with more than three quarters.
        var images: [[UInt8]] = []
        var kept: [Int] = []
        for _ in 0..<2 {
            let output = try RegionRenderer(tiles: pixels).render(plan, OutputOptions()).pixels
            images.append(Array(UnsafeRawBufferPointer(start: output.base, count: output.byteCount)))
            kept.append(handler.images.decodedTiles.counts.values)
        }
        #expect(images[0] == images[1])
        #expect(kept == [1, 9])
    }

    @Test func `a reduction by thousands of pixels keeps white white`() async throws {
        let width = 1500
        let height = 700
        let writer = try ImageFileFormat.png.makeWriter(
            served.folder.path("white.png"), size: PixelSize(width: width, height: height), layout: PixelLayout(.rgb))
        try [UInt8](repeating: 255, count: width * height * 3).withUnsafeBytes { memory in
            let base = try #require(memory.baseAddress)
            try writer.write(PixelBand(base: base, stride: width * 3, rows: 0..<height))
        }
        try writer.finish()
        let whole = PixelRect(x: 0, y: 0, width: width, height: height)
        #expect(try await render(whole, to: PixelSize(width: 1, height: 1), name: "white") == [[255, 255, 255]])
    }

    @Test func `a plan with an overlap decodes tiles at full scale`() async throws {
        try await served.addPyramid("image.dzi", size.width, size.height, as: .deepZoom) {
            $0.levelCount = 1
            $0.format = .fixed(.jpeg)
            $0.tileSize = 64
            $0.overlap = 1
        }
        let pixels = try #require(try open("image").pixels)
        let whole = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
        let plan = RegionPlan(RegionRequest(whole, size: PixelSize(width: 26, height: 19)), of: pixels)
        #expect(plan.scale == .full)
    }

    @Test func `the coarsest level with enough pixels is chosen, and only the tiles of the region`() async throws {
        try await served.addPyramid("image.szi", size.width, size.height)
        let pixels = try #require(try open("image").pixels)
        let region = PixelRect(x: 64, y: 32, width: 64, height: 64)
        func plan(_ side: Int) -> RegionPlan {
            RegionPlan(RegionRequest(region, size: PixelSize(width: side, height: side)), of: pixels)
        }
        let finest = pixels.pyramid.finestLevel.index
        #expect(plan(64).level == finest)
        #expect(plan(64).tileColumns == 2..<4)
        #expect(plan(64).tileRows == 1..<3)
        #expect(plan(33).level == finest)
        #expect(plan(32).level == finest - 1)
        #expect(plan(32).tileColumns == 1..<2)
        #expect(plan(17).level == finest - 1)
        #expect(plan(16).level == finest - 2)
        #expect(plan(128).level == finest)
    }

    @Test func `transparent pixels stay so in PNG and are white in JPEG`() async throws {
        try await served.addPyramid("image.szi", 40, 35, layout: PixelLayout(.rgba))
        let pixels = try #require(try open("image").pixels)
        let whole = PixelRect(x: 0, y: 0, width: 40, height: 35)
        let plan = RegionPlan(RegionRequest(whole, size: whole.size), of: pixels)
        var options = OutputOptions()
        options.format = .png
        #expect(try RegionRenderer(tiles: pixels).render(plan, options).pixels.layout == PixelLayout(.rgba))
        options.format = .jpeg
        let output = try RegionRenderer(tiles: pixels).render(plan, options).pixels
        #expect(output.layout == PixelLayout(.rgb))
        for x in 0..<40 {
            let sample = ServedFolder.sample(x, 9, 0)
            let alpha = ServedFolder.sample(x, 9, 3)
            let expected = Double(sample * alpha + 255 * (255 - alpha)) / 255
            #expect(abs(Double(output.row(9).load(fromByteOffset: 3 * x, as: UInt8.self)) - expected) <= 0.5001)
        }
    }
}
