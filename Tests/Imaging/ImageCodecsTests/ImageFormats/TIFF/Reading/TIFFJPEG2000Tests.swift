import Concurrency
internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
internal import TestSupport
internal import TestLimits
internal import Testing
internal import TilePyramid

@testable internal import ImageCodecs

/// TIFFs and slides with JPEG 2000 tiles.
@Suite(.timeLimited) struct TIFFJPEG2000Tests {
    private static func open(
        _ file: [UInt8], threads: Int? = nil, allowTruncated: Bool = false
    ) throws -> TIFFImageSource {
        var options = DecodeOptions()
        options.threads = threads
        options.allowTruncated = allowTruncated
        options.depth = .sixteen
        return try #require(try TIFFImageSource.open(.bytes(file, name: "test.svs"), options: options))
    }

    // MARK: Pixels

    @Test(arguments: [33005, 34712], [1, 2, 5])
    func `tiles decode to their original pixels, on one thread and on several`(
        compression: Int, threads: Int
    ) throws {
        for (channels, bits) in [(1, 8), (3, 8), (4, 8), (2, 8), (1, 16), (3, 16), (4, 16)] {
            var fixture = JPEG2000TIFFFixture(
                width: 133, height: 70, channels: channels, bits: bits, compression: compression)
            fixture.usesComponentTransform = compression == 34712 && channels == 3
            let source = try Self.open(fixture.file(), threads: threads)
            #expect(source.info.layout.channels.rawValue == channels)
            #expect(source.info.layout.depth == (bits == 16 ? .sixteen : .eight))
            let image = try DeliveredImage(source)
            #expect(image.covers(70))
            #expect(image.samples == fixture.samples, "\(channels) channels of \(bits) bits")
            #expect(source.warnings.isEmpty)
        }
    }

    @Test(arguments: [(1, 1), (31, 33), (32, 32), (64, 95), (65, 1)])
    func `tiles at the edges have full size`(width: Int, height: Int) throws {
        let fixture = JPEG2000TIFFFixture(width: width, height: height)
        #expect(try DeliveredImage(try Self.open(fixture.file())).samples == fixture.samples)
    }

    @Test(arguments: [(1, 1), (2, 1), (2, 2), (1, 2), (4, 4)], [(33003, 2), (33003, 6), (33004, 2), (34712, 6)])
    func `YCbCr becomes RGB, with chroma replicated`(
        sampling: (across: Int, down: Int), kind: (compression: Int, photometric: Int)
    ) throws {
        var fixture = JPEG2000TIFFFixture(width: 67, height: 45, compression: kind.compression)
        fixture.page.photometric = kind.photometric
        fixture.sampling = sampling
        let image = try DeliveredImage(try Self.open(fixture.file()))
        let sample = fixture.page.sample
        let expected = (0..<45).flatMap { y in
            (0..<67).flatMap { x in
                let left = x / sampling.across * sampling.across
                let top = y / sampling.down * sampling.down
                return JPEG2000TIFFFixture.rgb(
                    Int(sample(x, y, 0)), Int(sample(left, top, 1)), Int(sample(left, top, 2)))
            }
        }
        // The factors of the conversion are rounded to 16 bits.
        #expect(zip(image.samples, expected).allSatisfy { abs($0 - $1) <= 1 })
        #expect(zip(image.samples, expected).filter { $0 != $1 }.count * 1000 <= expected.count)
        #expect(image.samples.count == expected.count)
    }

    @Test func `gray is read with either of Aperio's compressions`() throws {
        let fixture = JPEG2000TIFFFixture(width: 40, height: 40, channels: 1, compression: 33003)
        #expect(try DeliveredImage(try Self.open(fixture.file())).samples == fixture.samples)
    }

    @Test func `a tile may be a JP2 file, and may itself be tiled`() throws {
        var fixture = JPEG2000TIFFFixture(width: 70, height: 40)
        fixture.change = { number, bytes in
            guard number > 0 else { return }
            let size = bytes.count + 8
            bytes =
                [0, 0, 0, 12] + Array("jP  \r\n".utf8) + [0x87, 0x0A]
                + [24, 16, 8, 0].map { UInt8(size >> $0 & 255) } + Array("jp2c".utf8) + bytes
        }
        #expect(try DeliveredImage(try Self.open(fixture.file())).samples == fixture.samples)
        fixture.codestreamTileSide = 20
        #expect(try DeliveredImage(try Self.open(fixture.file())).samples == fixture.samples)
    }

    @Test(arguments: [1, 3, 4])
    func `files of libvips are read`(bands: Int) throws {
        let fixture = VipsFixture(300, 170, bands: bands) { x, y, channel in (x * 2 + y * (channel + 1)) % 256 }
        for isLossless in [true, false] {
            let file = try fixture.encoded(
                "tiffsave_buffer",
                ["compression": "jp2k", "tile": "true", "lossless": "\(isLossless)", "Q": "90"])
            let source = try Self.open(file)
            let image = try DeliveredImage(source)
            #expect(source.info.layout == PixelLayout(bands == 1 ? .gray : bands == 3 ? .rgb : .rgba, .eight))
            let given = (0..<170).flatMap { y in
                (0..<300).flatMap { x in (0..<bands).map { fixture.sample(x, y, $0) } }
            }
            #expect(difference([image.samples], [given]) <= (isLossless ? bands == 3 ? 3 : 0 : 40))
        }
    }

    @Test(arguments: [8, 16])
    func `colors of an embedded profile are converted to sRGB`(bits: Int) throws {
        var fixture = JPEG2000TIFFFixture(width: 50, height: 40, bits: bits, compression: 33005)
        fixture.page.tags[34675] = .bytes(ProfileFixture.adobeRGB.bytes)
        let full = Double((1 << bits) - 1)
        var options = DecodeOptions()
        options.depth = .sixteen
        let source = try openImage(.bytes(fixture.file(), name: "test.tif"), options: options)
        #expect(source.info.layout == PixelLayout(.rgb, bits == 8 ? .eight : .sixteen) && source.info.profile == nil)
        let samples = try DeliveredImage(source).samples
        let stored = fixture.samples
        let expected = (0..<stored.count / 3).flatMap { index in
            ProfileFixture.adobeRGB.toSRGB((0..<3).map { Double(stored[3 * index + $0]) / full }).map {
                Int(($0 * full).rounded())
            }
        }
        #expect(samples.count == expected.count)
        #expect(zip(samples, expected).allSatisfy { abs($0 - $1) <= 1 << (bits - 8) })
        options.keepProfile = true
        let kept = try openImage(.bytes(fixture.file(), name: "test.tif"), options: options)
        #expect(kept.info.profile == ProfileFixture.adobeRGB.bytes)
        #expect(try DeliveredImage(kept).samples == stored)
    }

    @Test func `smaller JPEG 2000 pages are reduced resolutions of the image`() throws {
        let full = JPEG2000TIFFFixture(width: 100, height: 60, compression: 33005)
        var half = JPEG2000TIFFFixture(width: 50, height: 30, compression: 33005)
        half.page.sample = { x, y, channel in UInt64((x * 7 + y + channel) % 256) }
        let source = try Self.open(TIFFFixture.encode([full.encodedPage(), half.encodedPage()]))
        let reduced = try #require(try source.reduced(to: PixelSize(width: 50, height: 30)))
        #expect(try DeliveredImage(reduced).samples == half.samples)
    }

    @Test func `JPEG 2000 tiles are not passed through`() throws {
        let source = try Self.open(JPEG2000TIFFFixture(width: 100, height: 60).file())
        #expect(
            source.passthroughBlocker(for: Pyramid(size: source.info.size, tileSize: 32), encoding: TileEncoding())
                == "the image's tiles are neither JPEG nor WebP")
    }

    @Test func `pages with unsupported JPEG 2000 data are refused with the reason, and never opened by libvips`() throws
    {
        func reason(_ change: (inout JPEG2000TIFFFixture) -> Void) throws -> String? {
            var fixture = JPEG2000TIFFFixture(width: 40, height: 40)
            change(&fixture)
            do {
                return try openImage(.bytes(fixture.file(), name: "test.tif")) is TIFFImageSource ? nil : "another path"
            } catch let error as CodecError {
                #expect(error.code == .unsupported)
                return error.message
            }
        }
        func refused(_ words: String) -> String {
            "its page 1 has JPEG 2000 data \(words), which is not supported. Convert it to another compression."
        }
        #expect(try reason { _ in } == nil)
        let other = "with this combination of channels and tile size"
        #expect(
            try reason { $0 = JPEG2000TIFFFixture(width: 40, height: 40, bits: 16, compression: 33003) }
                == refused(other))
        #expect(
            try reason { $0 = JPEG2000TIFFFixture(width: 40, height: 40, channels: 4, compression: 33003) }
                == refused(other))
        #expect(
            try reason { $0.page.photometric = 5 } == refused("in a color space other than gray, RGB and YCbCr"))
    }

    @Test func `all threads together stay within the memory limit`() throws {
        let tile = JPEG2000TileDecoder(size: PixelSize(width: 512, height: 512), bits: 8, channels: 3, isYCbCr: false)
        #expect(tile.workingBytes * 15 <= TIFFTiles.workingBytes && tile.workingBytes > 512 * 512 * 3 * 12)
        let source = try Self.open(JPEG2000TIFFFixture(width: 40, height: 40).file())
        let tiles = try #require(source.tiles)
        #expect(tiles.workers(size: 16).size == 16)
        var page = source.blocks.page
        page.jpeg2000 = tile
        let blocks = TIFFBlocks(source.blocks.file, page: page, allowTruncated: false)
        #expect(try #require(try TIFFTiles(blocks)).workers(size: 16).size == 15)
        #expect(
            TIFFJPEG2000Compression.jp2000.tile(
                PixelSize(width: 4096, height: 4096), page.stored, photometric: 2) == nil)
    }
}
