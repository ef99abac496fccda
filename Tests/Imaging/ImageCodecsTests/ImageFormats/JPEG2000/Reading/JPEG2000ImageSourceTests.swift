internal import CVips
internal import ImageMetadata
internal import ImageSources
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

    private func open(
        _ bytes: [UInt8], whole: Bool = true, _ change: (inout DecodeOptions) -> Void = { _ in }
    ) throws -> JPEG2000ImageSource {
        try JPEG2000Opening.source(bytes, whole: whole, change)
    }

    private static func samples(_ fixture: VipsFixture) -> [Int] {
        (0..<fixture.height).flatMap { y in
            (0..<fixture.width).flatMap { x in (0..<fixture.bands).map { fixture.sample(x, y, $0) } }
        }
    }

    @Test(arguments: [32, 64, 100, 512], [1, 3])
    func `lossless images decode exactly, tiled or not`(tile: Int, threads: Int) throws {
        for (bands, bits) in [(1, 8), (3, 8), (1, 16), (3, 16)] {
            let fixture = Self.fixture(201, 130, bands: bands, bits: bits)
            let source = try open(try Self.encode(fixture, tile: tile)) { $0.threads = threads }
            #expect(source.info.size == PixelSize(width: 201, height: 130))
            #expect(source.info.layout == PixelLayout(bands == 3 ? .rgb : .gray, bits == 16 ? .sixteen : .eight))
            let image = try DeliveredImage(source)
            #expect(image.covers(130))
            #expect(image.samples == Self.samples(fixture))
            #expect(source.warnings.isEmpty)
        }
    }

    @Test(arguments: [2, 4])
    func `files of libvips with alpha are decoded exactly`(bands: Int) throws {
        let fixture = Self.fixture(61, 47, bands: bands)
        let source = try open(try Self.encode(fixture, tile: 512))
        #expect(source.info.layout == PixelLayout(bands == 2 ? .grayAlpha : .rgba))
        #expect(try DeliveredImage(source).samples == Self.samples(fixture))
    }

    @Test
    func `an image of one tile comes in bands of two code-blocks' rows, or higher ones if there would be too many`()
        throws
    {
        for (height, rows) in [(100, 100), (300, 128), (96 * 130, 130)] {
            let fixture = Self.fixture(10, height, bands: 1)
            for whole in [true, false] {
                let source = try open(try Self.encode(fixture, tile: 16384), whole: whole)
                #expect(
                    whole ? source.plan == .whole : source.plan == .bands(rows: max(128, rows), reusesDecoder: true))
                let image = try DeliveredImage(source)
                #expect(image.samples == Self.samples(fixture))
                #expect(image.covers(height))
                #expect(image.bands.dropLast().allSatisfy { $0.rows.count == rows })
                #expect(image.bands.count == (height + rows - 1) / rows)
            }
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
        let source = try open(try Self.encode(smooth, tile: tile))
        var size = source.info.size.halved
        var level = 1
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
            size = size.halved
            level = level + 1
        }
        #expect(level > 1)
        #expect(try source.reduced(to: PixelSize(width: 150, height: 101)) == nil)
        #expect(try source.reduced(to: source.info.size) == nil)
    }

    @Test(arguments: [32, 512], [0.3, 0.6, 0.9])
    func `a truncated file is an error, or is read as far as it goes`(tile: Int, part: Double) throws {
        let fixture = VipsFixture(200, 150, bands: 3) { x, y, channel in
            (x * x * 7 + y * y * 13 + channel * x * y) % 256
        }
        let bytes = try Self.encode(fixture, tile: tile)
        let cut = Array(bytes.prefix(Int(Double(bytes.count) * part)))
        let source = try open(cut)
        let error = try #require(throws: CodecError.self) { try DeliveredImage(source) }
        #expect(error.code == .damaged && error.file == "test.jp2")

        let lenient = try open(cut) { $0.allowTruncated = true }
        let image = try DeliveredImage(lenient)
        #expect(image.covers(150))
        #expect(lenient.warnings.count == 1)
        if tile == 32 {
            let whole = Self.samples(fixture)
            #expect(image.samples.prefix(200 * 3 * 32) == whole.prefix(200 * 3 * 32))
        }
    }

    @Test func `damaged files give an error or an image, whatever the damage`() throws {
        var files = try [32, 512].map { try Self.encode(Self.fixture(90, 70), tile: $0) }
        var chroma = OpenJPEGFixture(width: 90, height: 70, sampling: [(1, 1), (2, 2), (2, 2), (1, 1)]) {
            x, y, channel in
            (x * 5 + y * (channel + 1)) % 16
        }
        chroma.origin = (4, 6)
        chroma.tile = 40
        let definitions = JP2Fixture.definitions([(0, 0, 1), (1, 0, 2), (2, 0, 3), (3, 2, 0)])
        files.append(JP2Fixture(try chroma.encoded(), [JP2Fixture.color(18), definitions]).bytes)
        chroma.sampling = [(1, 1)]
        let palette = JP2Fixture.palette(bits: [8, 8, 8], (0..<16).map { [$0, $0 * 2, $0 * 3] })
        let mapping = JP2Fixture.mapping([(0, 0), (0, 1), (0, 2)])
        files.append(JP2Fixture(try chroma.encoded(), [palette, mapping, JP2Fixture.color(16)]).bytes)
        let fuzzing = Fuzzing("JPEG 2000", seed: 20_260_402)
        var decoded = 0
        try fuzzing.run(
            prepare: { number, damage in damage.damaged(files[number % 4], borders: [20, 60, 100, 200]) },
            isExpected: { $0 is CodecError }
        ) { file in
            for whole in [true, false] {
                let source = try open(file, whole: whole) { $0.threads = 1 }
                guard source.info.size.area < 1 << 20 else { return }
                decoded += whole ? 1 : 0
                try source.readBands { _ in }
            }
        }
        fuzzing.expect(reached: decoded, atLeast: 5)
    }

    /// The headers of a codestream of one tile without data, of which 300 bytes can declare anything.
    private static func header(_ width: Int, _ height: Int, components: Int, tile: Int) -> [UInt8] {
        JPEG2000HeaderFixture(width: width, height: height, tile: tile, components: components).bytes
            + [UInt8](repeating: 0, count: 60)
    }

    @Test func `a header that claims far more than the data can fill is refused before memory is taken`() throws {
        let claims = [
            (60000, 60000, 3, 60000), (60000, 60000, 1, 60000), (65000, 65000, 3, 255),
            (2_000_000, 2_000_000, 1, 1 << 30),
            (0x7FFF_FFFF, 0x7FFF_FFFF, 16000, 0x7FFF_FFFF),
        ]
        for (width, height, components, tile) in claims {
            let bytes = Self.header(width, height, components: components, tile: tile)
            let count = ((width - 1) / tile + 1) * ((height - 1) / tile + 1)
            let error = try #require(throws: CodecError.self) { try open(bytes) { $0.allowTruncated = true } }
            #expect(error.code == .damaged)
            #expect(
                error.message == "its header declares \(width)×\(height) pixels of \(components) component"
                    + "\(components == 1 ? "" : "s") in \(count) tile\(count == 1 ? "" : "s"), with more code-blocks than its "
                    + "\(bytes.count) bytes can hold. Get a good copy.")
        }
        let few = try #require(throws: CodecError.self) {
            try open(Self.header(60000, 60000, components: 3, tile: 4096)) { $0.allowTruncated = true }
        }
        #expect(few.message == "it has only 1 of the 225 tiles that its header declares. Get a good copy.")
    }

    @Test func `large HTJ2K tiles, which cannot be decoded in parts, are refused`() throws {
        var bytes = Self.header(30000, 20000, components: 1, tile: 30000)
        let style = try #require(bytes.indices.first { bytes[$0...].starts(with: [0xFF, 0x52]) })
        bytes[style + 12] |= 0x40
        let error = try #require(throws: CodecError.self) { try open(bytes) }
        #expect(error.code == .unsupported)
        #expect(
            error.message == "its HTJ2K tiles of 30000×30000 pixels can only be decoded as a whole, which would take "
                + "4800 MB of memory. Encode the image with smaller tiles.")
    }
}
