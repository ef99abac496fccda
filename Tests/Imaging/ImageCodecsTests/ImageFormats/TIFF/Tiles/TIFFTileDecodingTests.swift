import CTIFF
import ImageMetadata
import ImageSources
import PixelKernels
import TestSupport
import TestLimits
import Testing
import TilePyramid

@testable import ImageCodecs
@testable import JPEGLossless

/// Tiles decoded by several threads, and files with faulty tiles.
@Suite(.timeLimited) struct TIFFTileDecodingTests {
    private static func open(
        _ file: [UInt8], threads: Int? = nil, allowTruncated: Bool = false
    ) throws -> TIFFImageSource {
        var options = DecodeOptions()
        options.threads = threads
        options.allowTruncated = allowTruncated
        return try #require(try TIFFImageSource.open(.bytes(file, name: "test.tif"), options: options))
    }

    static let compressions = [
        Int(COMPRESSION_NONE), Int(COMPRESSION_LZW), Int(COMPRESSION_ADOBE_DEFLATE), Int(COMPRESSION_PACKBITS),
    ]

    @Test(arguments: compressions, [1, 2, 5])
    func `several threads decode the same as one`(compression: Int, threads: Int) throws {
        for bits in [8, 16] {
            var page = LibTIFFFixture(width: 133, height: 70, bits: bits)
            page.compression = compression
            page.tile = (32, 16)
            var options = DecodeOptions()
            options.threads = threads
            options.depth = .sixteen
            let source = try #require(
                try TIFFImageSource.open(.bytes(page.file(), name: "test.tif"), options: options))
            let image = try DeliveredImage(source)
            #expect(image.samples == page.samples)
            #expect(image.covers(70))
        }
    }

    @Test(arguments: TIFFPassthroughTests.storages, [1, 3])
    func `JPEG tiles have the pixels that libtiff decodes`(storage: Libjpeg.Storage, threads: Int) throws {
        var fixture = TiledJPEGFixture(width: 97, height: 66)
        fixture.storage = storage
        fixture.hasSharedTables = !storage.isProgressive
        let file = fixture.file()
        let image = try DeliveredImage(try Self.open(file, threads: threads))
        #expect(image.covers(66))
        let blocks = try #require(try Self.open(file).tiles?.blocks)
        let channels = storage.sampling.count
        for number in 0..<blocks.count {
            var tile = [UInt8](repeating: 0, count: 32 * 32 * channels)
            let count = blocks.file.withHandle { TIFFReadEncodedTile($0, UInt32(number), &tile, tmsize_t(tile.count)) }
            #expect(count == tile.count)
            let left = number % 4 * 32
            let top = number / 4 * 32
            for y in top..<min(top + 32, 66) {
                let width = min(32, 97 - left) * channels
                let start = (y * 97 + left) * channels
                #expect(
                    image.samples[start..<start + width].elementsEqual(
                        tile[(y - top) * 32 * channels..<(y - top) * 32 * channels + width].map { Int($0) }))
            }
        }
    }

    @Test(arguments: [(64, 64), (97, 66), (31, 1)])
    func `planes are those of the decoded tiles`(width: Int, height: Int) throws {
        let fixture = TiledJPEGFixture(width: width, height: height)
        let source = try Self.open(fixture.file())
        #expect(source.hasPlanes)
        var planes: [[UInt8]] = [[], [], []]
        var rows = 0
        try source.readPlanes { band in
            #expect(band.planes[0].rows.lowerBound == rows)
            rows = band.planes[0].rows.upperBound
            for (number, plane) in band.planes.enumerated() {
                for y in plane.rows {
                    planes[number] += UnsafeRawBufferPointer(
                        start: plane.row(y), count: number == 0 ? width : (width + 1) / 2)
                }
            }
        }
        #expect(planes[0].count == width * height)
        #expect(planes[1].count == (width + 1) / 2 * ((height + 1) / 2))
        let first = try #require(
            try JPEGImageSource.open(.bytes(fixture.jpeg(0), name: "tile"), options: DecodeOptions()))
        var isFirst = true
        try first.readPlanes { band in
            guard isFirst else { return }
            isFirst = false
            for (number, plane) in band.planes.enumerated() {
                let count = number == 0 ? min(32, width) : (min(32, width) + 1) / 2
                #expect(
                    planes[number].prefix(count).elementsEqual(
                        UnsafeRawBufferPointer(start: plane.row(0), count: count)))
            }
        }
    }

    @Test func `an image whose tiles do not fit the pyramid is decoded`() throws {
        let source = try Self.open(TiledJPEGFixture(width: 97, height: 66).file())
        #expect(
            source.passthroughBlocker(for: Pyramid(size: source.info.size, tileSize: 48), encoding: TileEncoding())
                != nil)
        #expect(try DeliveredImage(source).samples.count == 97 * 66 * 3)
    }

    // MARK: Damage

    /// Faults of one of six tiles, and the words that report them.
    static let flaws: [(name: String, change: @Sendable (inout TiledJPEGFixture) -> Void, words: String)] = [
        ("cut short", { $0.change = { if $0 == 1 { $1.removeLast($1.count / 3) } } }, "it ends early"),
        ("no JPEG", { $0.change = { if $0 == 1 { $1 = Array(repeating: 1, count: $1.count) } } }, "it is not a JPEG"),
        (
            "another size",
            { fixture in
                let small = Libjpeg.encode(width: 16, height: 32, as: fixture.storage)
                fixture.change = { if $0 == 1 { $1 = small } }
            }, "it has 16×32 pixels where the page says 32×32"
        ),
        (
            "another sampling",
            { fixture in
                let other = Libjpeg.encode(
                    width: 32, height: 32, as: Libjpeg.Storage(name: "", sampling: [(1, 1), (1, 1), (1, 1)]))
                fixture.change = { if $0 == 1 { $1 = other } }
            }, "its sampling factors differ from those of the other tiles"
        ),
        (
            "no tables",
            { fixture in
                fixture.hasSharedTables = false
                fixture.tags = [:]
                let shared = TiledJPEGFixture(width: 96, height: 64).stored(1)
                fixture.change = { if $0 == 1 { $1 = shared } }
            }, "quantization or Huffman tables are missing"
        ),
        ("beyond the end", { $0.move = { if $0 == 1 { $1.offset = 1 << 30 } } }, "the file ends before row 1 of 64"),
        ("too long", { $0.move = { if $0 == 5 { $1.count = 1 << 30 } } }, "the file ends before row 33 of 64"),
        (
            "absent", { $0.move = { if $0 == 1 { $1 = (0, 0) } } },
            "its data at row 1 of 64 (tile 1, 0) was never written"
        ),
    ]

    @Test(arguments: flaws.indices)
    func `a faulty tile is named in the error, or left gray`(flaw: Int) throws {
        var fixture = TiledJPEGFixture(width: 96, height: 64)
        Self.flaws[flaw].change(&fixture)
        let file = fixture.file()
        func expect(_ read: (TIFFImageSource) throws -> Void) throws {
            let error = try #require(throws: CodecError.self) { try read(try Self.open(file)) }
            #expect(error.file == "test.tif")
            #expect(error.message.contains(Self.flaws[flaw].words), "\(error.message)")
            #expect(error.message.contains(flaw == 6 ? "(tile 2, 1)" : "(tile 1, 0)"), "\(error.message)")
        }
        try expect { _ = try DeliveredImage($0) }
        try expect { _ = try TIFFTileCollector($0) }
        try expect { try $0.readPlanes { _ in } }

        let lenient = try Self.open(file, allowTruncated: true)
        let image = try DeliveredImage(lenient)
        #expect(image.covers(64))
        #expect(lenient.warnings.count == 1)
        let whole = try DeliveredImage(try Self.open(TiledJPEGFixture(width: 96, height: 64).file()))
        for y in 0..<64 {
            for x in 0..<96 {
                let isLost = flaw == 6 ? x >= 64 && y >= 32 : (32..<64).contains(x) && y < 32
                let place = 3 * (y * 96 + x)
                #expect(image.samples[place] == (isLost ? 128 : whole.samples[place]))
            }
        }
        let copies = try TIFFTileCollector(try Self.open(file, allowTruncated: true))
        #expect(copies.tiles.count == 6)
        #expect(copies.encoded.count == 1)
        let blank = Libjpeg.samples(of: try #require(copies.encoded.first.flatMap { copies.tiles[$0] }))
        #expect(blank.samples.allSatisfy { $0 == 128 })
    }

    @Test func `invalid tables are reported as such`() throws {
        var fixture = TiledJPEGFixture(width: 96, height: 64)
        let file = fixture.file()
        fixture.hasSharedTables = false
        let tables = TiledJPEGFixture(width: 96, height: 64).tables
        let start = try #require(
            file.indices.first { file[$0...].starts(with: tables.prefix(20)) })
        var damaged = file
        damaged[start + 2] = 0
        let error = try #require(throws: CodecError.self) { try TIFFTileCollector(try Self.open(damaged)) }
        #expect(error.message.contains("it is not a JPEG, or the tables of its page are invalid"), "\(error.message)")
    }

    @Test func `damaged files give an error or an image, whatever the damage`() throws {
        let shared = TiledJPEGFixture(width: 96, height: 64).file()
        var own = TiledJPEGFixture(width: 97, height: 50)
        own.hasSharedTables = false
        let files = [shared, own.file()]
        let fuzzing = Fuzzing("tiled TIFF", seed: 20_260_401)
        var decoded = 0
        try fuzzing.run(
            prepare: { number, damage in damage.damaged(files[number % 2], borders: [8, 200, 900]) },
            isExpected: { $0 is CodecError }
        ) { file in
            for allowTruncated in [false, true] {
                var options = DecodeOptions()
                options.allowTruncated = allowTruncated
                guard
                    let source = try TIFFImageSource.open(.bytes(file, name: "test.tif"), options: options),
                    source.info.size.area < 1 << 20
                else { continue }
                decoded += allowTruncated ? 0 : 1
                let pyramid = Pyramid(size: source.info.size, tileSize: 32)
                if source.passthroughBlocker(for: pyramid, encoding: TileEncoding()) == nil {
                    _ = try TIFFTileCollector(source, asPlanes: source.hasHalfScalePlanes)
                } else {
                    try source.readBands { _ in }
                }
            }
        }
        fuzzing.expect(reached: decoded, atLeast: 5)
    }
}
