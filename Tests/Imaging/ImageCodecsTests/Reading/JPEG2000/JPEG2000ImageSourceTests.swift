internal import CVips
internal import PixelKernels
internal import TestSupport
internal import TestLimits
internal import Testing
internal import TilePyramid

@testable internal import ImageCodecs

@Suite(.timeLimited) struct JPEG2000ImageSourceTests {
    private static func fixture(_ width: Int, _ height: Int, bands: Int = 3, bits: Int = 8) -> VipsFixture {
        var fixture = VipsFixture(width, height, bands: bands) { x, y, channel in
            ((x * 5 + y * 3 * (channel + 1)) << (bits - 8) + (x * y) % 7) % (1 << bits)
        }
        if bits > 8 {
            fixture.format = VIPS_FORMAT_USHORT
            fixture.interpretation = bands == 3 ? VIPS_INTERPRETATION_RGB16 : VIPS_INTERPRETATION_GREY16
        }
        return fixture
    }

    private static func encode(_ fixture: VipsFixture, tile: Int) throws -> [UInt8] {
        try fixture.encoded(
            "jp2ksave_buffer", ["lossless": "true", "tile-width": "\(tile)", "tile-height": "\(tile)"])
    }

    private func open(_ bytes: [UInt8], _ change: (inout DecodeOptions) -> Void = { _ in }) throws
        -> JPEG2000ImageSource?
    {
        var options = DecodeOptions()
        options.depth = .sixteen
        change(&options)
        return try JPEG2000ImageSource.open(.bytes(bytes, name: "test.jp2"), options: options)
    }

    private static func samples(_ fixture: VipsFixture) -> [Int] {
        (0..<fixture.height).flatMap { y in
            (0..<fixture.width).flatMap { x in (0..<fixture.bands).map { fixture.sample(x, y, $0) } }
        }
    }

    /// A JP2 file with the codestream of another one (ISO 15444-1, annex I) and the given boxes in its header.
    private static func jp2(_ codestream: [UInt8], boxes: [(String, [UInt8])]) -> [UInt8] {
        func box(_ kind: String, _ content: [UInt8]) -> [UInt8] {
            let size = content.count + 8
            return [24, 16, 8, 0].map { UInt8(size >> $0 & 255) } + Array(kind.utf8) + content
        }
        // libvips writes a JP2 file too.
        let start = codestream.indices.first { codestream[$0...].starts(with: [0xFF, 0x4F, 0xFF, 0x51]) } ?? 0
        let header = boxes.flatMap { box($0.0, $0.1) }
        return box("jP  ", [0x0D, 0x0A, 0x87, 0x0A]) + box("ftyp", Array("jp2 \0\0\0\0jp2 ".utf8))
            + box("jp2h", header) + box("jp2c", Array(codestream[start...]))
    }

    @Test(arguments: [32, 64, 100, 512], [1, 3])
    func `lossless images decode exactly, tiled or not`(tile: Int, threads: Int) throws {
        for (bands, bits) in [(1, 8), (3, 8), (1, 16), (3, 16)] {
            let fixture = Self.fixture(201, 130, bands: bands, bits: bits)
            let source = try #require(try open(try Self.encode(fixture, tile: tile)) { $0.threads = threads })
            #expect(source.info.size == PixelSize(width: 201, height: 130))
            #expect(source.info.layout == PixelLayout(bands == 3 ? .rgb : .gray, bits == 16 ? .sixteen : .eight))
            let image = try DeliveredImage(source)
            #expect(image.covers(130))
            #expect(image.samples == Self.samples(fixture))
            #expect(source.warnings.isEmpty)
        }
    }

    @Test
    func `an image of one tile comes in bands of two code-blocks' rows, or higher ones if there would be too many`()
        throws
    {
        for (height, rows) in [(100, 100), (300, 128), (96 * 130, 130)] {
            let fixture = Self.fixture(10, height, bands: 1)
            let source = try #require(try open(try Self.encode(fixture, tile: 16384)))
            let image = try DeliveredImage(source)
            #expect(image.samples == Self.samples(fixture))
            #expect(image.covers(height))
            #expect(image.bands.dropLast().allSatisfy { $0.rows.count == rows })
            #expect(image.bands.count == (height + rows - 1) / rows)
        }
    }

    @Test func `JPEG 2000 is recognized by content, whatever its name`() throws {
        let source = try openImage(.bytes(Self.encode(Self.fixture(50, 40), tile: 32), name: "picture"))
        #expect(source is JPEG2000ImageSource)
        #expect(source.info.container == "JPEG 2000")
    }

    @Test(arguments: [64, 512])
    func `each wavelet resolution is an image of half the size`(tile: Int) throws {
        let smooth = VipsFixture(301, 203, bands: 3) { x, y, channel in (x + y * (channel + 1)) / 5 }
        let source = try #require(try open(try Self.encode(smooth, tile: tile)))
        var (size, level) = (source.info.size.halved, 1)
        while let reduced = try source.reduced(to: size) {
            #expect(reduced.info.size == size)
            let image = try DeliveredImage(reduced)
            #expect(image.covers(size.height))
            for y in stride(from: 0, to: size.height, by: 7) {
                for x in stride(from: 0, to: size.width, by: 5) {
                    let sample = image.samples[3 * (y * size.width + x) + 1]
                    let expected = smooth.sample(min(300, x << level), min(202, y << level), 1)
                    #expect(abs(sample - expected) <= 1 << level)
                }
            }
            (size, level) = (size.halved, level + 1)
        }
        #expect(level > 1)
        #expect(try source.reduced(to: PixelSize(width: 150, height: 101)) == nil)
        #expect(try source.reduced(to: source.info.size) == nil)
    }

    @Test func `files declared as sRGB or gray are read, others are left to the general path`() throws {
        let color = try Self.encode(Self.fixture(40, 30), tile: 32)
        let gray = try Self.encode(Self.fixture(40, 30, bands: 1), tile: 32)
        func colr(_ number: UInt8) -> (String, [UInt8]) { ("colr", [1, 0, 0, 0, 0, 0, number]) }
        #expect(try open(Self.jp2(color, boxes: [colr(16)])) != nil)
        #expect(try open(Self.jp2(gray, boxes: [colr(17)])) != nil)
        #expect(try open(Self.jp2(color, boxes: [colr(18)])) == nil)
        #expect(try open(Self.jp2(color, boxes: [colr(16), ("pclr", [0, 1, 1, 7, 0])])) == nil)
        #expect(try open(Self.jp2(color, boxes: [colr(16), ("cdef", [0, 0])])) == nil)
        let image = try DeliveredImage(try #require(try open(Self.jp2(color, boxes: [colr(16)]))))
        #expect(image.samples == Self.samples(Self.fixture(40, 30)))
    }

    @Test func `samples of fewer bits span black to white`() throws {
        let fixture = Self.fixture(60, 40, bands: 1, bits: 16)
        var narrow = fixture
        narrow.sample = { x, y, _ in (x * 60 + y * 7) % 4096 }
        let bytes = try JPEG2000Fixture.encoded(narrow, bits: 12)
        let image = try DeliveredImage(try #require(try open(bytes) { $0.depth = .eight }))
        #expect(image.samples == Self.samples(narrow).map { ($0 * 255 * 2 + 4095) / (4095 * 2) })
    }

    @Test(arguments: [32, 512], [0.3, 0.6, 0.9])
    func `a truncated file is an error, or is read as far as it goes`(tile: Int, part: Double) throws {
        let fixture = VipsFixture(200, 150, bands: 3) { x, y, channel in
            (x * x * 7 + y * y * 13 + channel * x * y) % 256
        }
        let bytes = try Self.encode(fixture, tile: tile)
        let cut = Array(bytes.prefix(Int(Double(bytes.count) * part)))
        let source = try #require(try open(cut))
        let error = try #require(throws: CodecError.self) { try DeliveredImage(source) }
        #expect(error.code == .damaged && error.file == "test.jp2")

        let lenient = try #require(try open(cut) { $0.allowTruncated = true })
        let image = try DeliveredImage(lenient)
        #expect(image.covers(150))
        #expect(lenient.warnings.count == 1)
        if tile == 32 {
            let whole = Self.samples(fixture)
            #expect(image.samples.prefix(200 * 3 * 32) == whole.prefix(200 * 3 * 32))
        }
    }

    @Test func `damaged files give an error or an image, whatever the damage`() throws {
        let files = try [32, 512].map { try Self.encode(Self.fixture(90, 70), tile: $0) }
        let fuzzing = Fuzzing("JPEG 2000", seed: 20_260_402)
        var decoded = 0
        try fuzzing.run(
            prepare: { number, damage in damage.damaged(files[number % 2], borders: [20, 100, 200]) },
            isExpected: { $0 is CodecError }
        ) { file in
            guard let source = try open(file, { $0.threads = 1 }), source.info.size.area < 1 << 20 else { return }
            decoded += 1
            try source.readBands { _ in }
        }
        fuzzing.expect(reached: decoded, atLeast: 5)
    }
}
