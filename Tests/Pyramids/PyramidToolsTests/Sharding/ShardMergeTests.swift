import Foundation
import Georeferencing
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

@testable import PyramidTools

@Suite(.timeLimited) struct ShardMergeTests {
    /// Every kind of pyramid.
    static let targets = [
        PyramidTarget(.deepZoom), PyramidTarget(.zoomify), PyramidTarget(.iiif), PyramidTarget(.iiif2),
        PyramidTarget(.xyz), PyramidTarget(.tms), PyramidTarget(.google), PyramidTarget(.flat),
        PyramidTarget(.deepZoom, in: .zip), PyramidTarget(.iiif, in: .zip), PyramidTarget(.szi),
        PyramidTarget(.pmtiles), PyramidTarget(.mbtiles), PyramidTarget(.tiff), cloudOptimized,
    ]

    private static let cloudOptimized = {
        var target = PyramidTarget(.tiff)
        target.tiff.isCloudOptimized = true
        return target
    }()

    @Test(arguments: targets, [1, 2, 3, 4, 16])
    func `merged shards are the pyramid of a single run, byte for byte`(target: PyramidTarget, count: Int) async throws
    {
        var cut = try ShardedCut(ShardedCut.image(83, 277), target)
        // The single run has one thread.
        cut.threads = 1 + count % 3
        try await cut.cutWhole()
        try await cut.cutShards(count)
        try await cut.merge()
        #expect(try cut.differences() == [])
    }

    @Test(arguments: targets.filter { $0.container != nil })
    func `equal tiles of several shards are stored as in a single run`(target: PyramidTarget)
        async throws
    {
        let png = PNGFixture(width: 64, height: 512) { x, y, channel in
            (x % 16 + y % 32 + channel) % 256
        }
        let cut = try ShardedCut(.bytes(png.encoded(), name: "test.png"), target)
        let whole = try await cut.cutWhole()
        try await cut.cutShards(4)
        let summary = try await cut.merge()
        #expect(summary.deduplication == whole.deduplication)
        #expect(try cut.differences() == [])
    }

    @Test(arguments: [0, 1, 2], [17, 24, 30])
    func `every overlap, odd tile, rounding and number of shard levels gives the same bytes`(
        overlap: Int, tileSize: Int
    ) async throws {
        for rounding in PyramidShape.Rounding.allCases {
            for (height, levels) in [(255, 0), (256, 1), (301, 2), (301, 3)] {
                var target = PyramidTarget(.deepZoom)
                target.rounding = rounding
                var cut = try ShardedCut(ShardedCut.image(67, height), target, tileSize: tileSize)
                cut.options.overlap = overlap
                try await cut.cutWhole()
                try await cut.cutShards(2, levels: levels)
                try await cut.merge()
                #expect(try cut.differences() == [], "\(rounding) \(height) \(levels)")
            }
        }
    }

    @Test(arguments: [(1, 8), (2, 8), (3, 8), (4, 8), (1, 16), (3, 16), (4, 16)])
    func `every layout of pixels gives the same bytes`(channels: Int, bits: Int) async throws {
        var cut = try ShardedCut(ShardedCut.image(61, 203, channels: channels, bits: bits), PyramidTarget(.xyz))
        if bits == 16 { cut.options.decoding.depth = .sixteen }
        try await cut.cutWhole()
        try await cut.cutShards(3)
        try await cut.merge()
        #expect(try cut.differences() == [])
    }

    @Test(arguments: [1, 3])
    func `a centered image gives the same bytes`(count: Int) async throws {
        var target = PyramidTarget(.google)
        target.isCentered = true
        for (width, height) in [(61, 203), (203, 61), (150, 151)] {
            let cut = try ShardedCut(ShardedCut.image(width, height), target)
            try await cut.cutWhole()
            try await cut.cutShards(count)
            try await cut.merge()
            #expect(try cut.differences() == [], "\(width)×\(height)")
        }
    }

    @Test func `a georeferenced image gives the same bytes`() async throws {
        var cut = try ShardedCut(ShardedCut.image(90, 130), PyramidTarget(.mbtiles), tileSize: 32)
        cut.options.bounds = GeoBounds(west: 8.3, south: 47.1, east: 8.7, north: 47.5, crs: .wgs84)
        try await cut.cutWhole()
        try await cut.cutShards(3)
        try await cut.merge()
        #expect(try cut.differences() == [])
    }

    @Test(
        arguments: [
            PyramidTarget(.deepZoom), PyramidTarget(.szi), PyramidTarget(.tiff), cloudOptimized,
        ], [1, 2])
    func `blank tiles are left out as in a single run`(target: PyramidTarget, threads: Int)
        async throws
    {
        let png = PNGFixture(width: 64, height: 256) { x, y, channel in
            y / 32 % 2 == 0 ? 255 : (x + y + channel) % 256
        }
        var cut = try ShardedCut(.bytes(png.encoded(), name: "test.png"), target)
        cut.options.blankTolerance = 0
        cut.threads = threads
        let whole = try await cut.cutWhole()
        try await cut.cutShards(4)
        let summary = try await cut.merge()
        // Padded tiles get alpha, and what is white is not transparent.
        #expect(whole.skippedTiles > 0 || target.shape.padsTiles)
        #expect(summary.skippedTiles == whole.skippedTiles)
        #expect(summary.tiles == whole.tiles)
        #expect(try cut.differences() == [])
    }

    /// A JPEG with a little texture.
    private func jpeg(
        _ width: Int, _ height: Int, _ chroma: TileEncoding.ChromaSubsampling = .halved, exif: [UInt8]? = nil
    ) throws -> ImageInput {
        var encoding = TileEncoding()
        encoding.chroma = chroma
        encoding.exif = exif
        let source = try openImage(ShardedCut.image(width, height))
        let encoder = try encoding.makeEncoder(for: source.info.layout)
        var jpeg: [UInt8] = []
        var samples: [UInt8] = []
        try source.readBands { band in
            for y in band.rows { samples += UnsafeRawBufferPointer(start: band.row(y), count: 3 * width) }
        }
        try samples.withUnsafeBytes { samples in
            let base = try #require(samples.baseAddress)
            try (0..<height).map { base + $0 * 3 * width }.withUnsafeBufferPointer { rows in
                try encoder.encode(
                    TilePixels(size: source.info.size, layout: source.info.layout, rows: rows)
                ) { bytes in jpeg = bytes.withUnsafeBytes { Array($0) } }
            }
        }
        return .bytes(jpeg, name: "test.jpg")
    }

    @Test(arguments: [TileEncoding.ChromaSubsampling.halved, .full], CutOptions.Lossless.allCases.dropLast())
    func `JPEG tiles, passed through and re-encoded, are the same`(
        chroma: TileEncoding.ChromaSubsampling, lossless: CutOptions.Lossless
    ) async throws {
        for (target, tileSize) in [
            (PyramidTarget(.deepZoom), 18), (PyramidTarget(.deepZoom), 32), (Self.cloudOptimized, 32),
        ] {
            var cut = try ShardedCut(try jpeg(121, 333, chroma), target, tileSize: tileSize)
            cut.options.format = .fixed(.jpeg)
            cut.options.lossless = lossless
            let whole = try await cut.cutWhole()
            var passed = 0
            for number in 1...3 {
                passed += try await cut.cutShard(number, of: 3).passthroughTiles
            }
            #expect(passed == whole.passthroughTiles)
            try await cut.merge()
            #expect(try cut.differences() == [], "\(target) \(tileSize)")
        }
    }

    @Test(arguments: [3, 6, 8]) func `rotated JPEGs give the same bytes`(orientation: UInt8) async throws {
        let exif: [UInt8] = [
            0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0,
        ]
        var cut = try ShardedCut(try jpeg(320, 256, exif: exif), tileSize: 32)
        cut.options.format = .fixed(.jpeg)
        try await cut.cutWhole()
        try await cut.cutShards(3)
        try await cut.merge()
        #expect(try cut.differences() == [])
    }

    @Test(arguments: [TileFormat.jpeg, .png]) func `tiles of a tiled TIFF give the same bytes`(format: TileFormat)
        async throws
    {
        var first = try ShardedCut(try jpeg(150, 290), PyramidTarget(.tiff), tileSize: 32)
        first.options.format = .fixed(format)
        first.options.lossless = .never
        try await first.cutWhole()
        for target in [PyramidTarget(.pmtiles), PyramidTarget(.deepZoom), PyramidTarget(.tiff)] {
            var cut = try ShardedCut(.file(first.path(in: "one")), target, tileSize: 32)
            cut.options.format = .fixed(format)
            let whole = try await cut.cutWhole()
            #expect(format != .jpeg || whole.passthroughTiles > 0)
            try await cut.cutShards(4)
            try await cut.merge()
            #expect(try cut.differences() == [], "\(target)")
        }
    }

    @Test func `a shard holds no more tiles in memory than a single run`() async throws {
        var cut = try ShardedCut(ShardedCut.image(300, 600), tileSize: 32)
        cut.options.overlap = 1
        let whole = try await cut.cutWhole()
        for number in 1...4 {
            let shard = try await cut.cutShard(number, of: 4)
            #expect(shard.peakBufferedBytes <= whole.peakBufferedBytes)
        }
    }

    @Test func `an existing pyramid is not replaced unless that is asked for`() async throws {
        let cut = try ShardedCut(ShardedCut.image(40, 80), PyramidTarget(.pmtiles))
        try await cut.cutShards(2)
        try await cut.merge(removesShards: false)
        await #expect { try await cut.merge() } throws: { ($0 as? StoreError)?.code == .exists }
    }
}
