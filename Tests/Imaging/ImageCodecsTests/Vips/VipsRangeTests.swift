internal import CVips
internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
internal import TestSupport
internal import TestLimits
internal import Testing
internal import TilePyramid

@testable internal import ImageCodecs

@Suite(.timeLimited) struct `Range and depth through libvips` {
    /// A gray TIFF with the given samples in each row.
    private static func tiff(_ values: [UInt64], bits: Int, format: Int, tags: [Int: TIFFFixture.Value] = [:])
        -> [UInt8]
    {
        var page = TIFFFixture(width: values.count, height: 2) { x, _, _ in values[x] }
        page.bits = bits
        page.sampleFormat = format
        page.tags = tags
        return page.encoded()
    }

    private static func floats(_ values: [Float]) -> [UInt64] { values.map { UInt64($0.bitPattern) } }

    private static func row(_ bytes: [UInt8], _ change: (inout DecodeOptions) -> Void = { _ in }) throws -> [Int] {
        let image = try DecodedImage.throughVips(bytes, change)
        #expect(image.info.layout.channels == .gray)
        let width = image.info.size.width
        #expect(Array(image.samples[..<width]) == Array(image.samples[width...]))
        return Array(image.samples[..<width])
    }

    @Test func `16 bits are rounded to 8, not truncated`() throws {
        let values = Array(stride(from: 0, through: 65535, by: 17))
        let bytes = Self.tiff(values.map { UInt64($0) }, bits: 16, format: 1)
        #expect(try Self.row(bytes) == values.map { Int((Double($0) * 255 / 65535).rounded()) })
        #expect(try Self.row(bytes) { $0.depth = .sixteen } == values)
    }

    @Test(arguments: [10, 12])
    func `A declared maximum of 10 or 12 bits is white`(bits: Int) throws {
        let top = 1 << bits - 1
        let values = [0, 1, top / 4, top / 2, top]
        let bytes = Self.tiff(values.map { UInt64($0) }, bits: 16, format: 1, tags: [341: .shorts([top])])
        #expect(try Self.row(bytes) == values.map { Int((Double($0) * 255 / Double(top)).rounded()) })
        #expect(
            try Self.row(bytes) { $0.depth = .sixteen }
                == values.map { Int((Double($0) * 65535 / Double(top)).rounded()) })
        #expect(try Self.row(bytes) { $0.range = .full } == values.map { Int((Double($0) * 255 / 65535).rounded()) })
    }

    @Test func `A declared range of signed samples is black to white`() throws {
        let values = [-100, -50, 0, 50, 100, 3000].map { UInt64(UInt16(bitPattern: Int16($0))) }
        let tags: [Int: TIFFFixture.Value] = [340: .shorts([0x1_0000 - 100]), 341: .shorts([100])]
        // As unsigned shorts the minimum is above the maximum: no range is declared, and the full range is used.
        let plain = Self.tiff(values, bits: 16, format: 2, tags: tags)
        #expect(try Self.row(plain) == [127, 127, 128, 128, 128, 139])
        #expect(try Self.row(plain) { $0.range = .values(-100, 100) } == [0, 64, 128, 191, 255, 255])
    }

    @Test func `Signed and 32-bit integers use their full range`() throws {
        #expect(try Self.row(Self.tiff([0x8000, 0, 0x7FFF], bits: 16, format: 2)) == [0, 128, 255])
        #expect(try Self.row(Self.tiff([0x80, 0, 0x7F], bits: 8, format: 2)) == [0, 128, 255])
        #expect(try Self.row(Self.tiff([0, 0x8000_0000, 0xFFFF_FFFF], bits: 32, format: 1)) == [0, 128, 255])
        #expect(try Self.row(Self.tiff([0x8000_0000, 0, 0x7FFF_FFFF], bits: 32, format: 2)) == [0, 128, 255])
    }

    @Test func `Floats from 0 to 1 span black to white`() throws {
        let values: [Float] = [0, 0.25, 0.5, 0.75, 1]
        let bytes = Self.tiff(Self.floats(values), bits: 32, format: 3)
        #expect(try Self.row(bytes) == [0, 64, 128, 191, 255])
        #expect(try Self.row(bytes) { $0.depth = .sixteen } == [0, 16384, 32768, 49151, 65535])
    }

    @Test func `Floats are stretched from their minimum to their maximum`() throws {
        let values: [Float] = [-500, .nan, 0, .infinity, 500, 1500]
        let bytes = Self.tiff(Self.floats(values), bits: 32, format: 3)
        #expect(try Self.row(bytes) == [0, 0, 64, 255, 128, 255])
        #expect(try Self.row(bytes) { $0.range = .full } == [0, 0, 0, 255, 255, 255])
        #expect(try Self.row(bytes) { $0.range = .values(0, 1000) } == [0, 0, 0, 255, 128, 255])
    }

    @Test func `A declared range of floats is used`() throws {
        let tags: [Int: TIFFFixture.Value] = [340: .floats([0]), 341: .floats([200])]
        let bytes = Self.tiff(Self.floats([10, 50, 100]), bits: 32, format: 3, tags: tags)
        #expect(try Self.row(bytes) == [13, 64, 128])
    }

    @Test(arguments: [Float(0), 0.5, 1, 7])
    func `Floats of one value are not stretched`(value: Float) throws {
        let expected = value > 1 ? 255 : Int((value * 255).rounded())
        #expect(try Self.row(Self.tiff(Self.floats([value, value]), bits: 32, format: 3)) == [expected, expected])
    }

    @Test func `Float color keeps its proportions`() throws {
        var page = TIFFFixture(width: 3, height: 2) { x, _, channel in UInt64(Float(x + channel).bitPattern) }
        page.bits = 32
        page.sampleFormat = 3
        page.photometric = 2
        page.samplesPerPixel = 3
        let image = try DecodedImage.throughVips(page.encoded())
        #expect(image.info.layout == PixelLayout(.rgb))
        #expect(image.pixel(0, 0) == [0, 64, 128])
        #expect(image.pixel(2, 1) == [128, 191, 255])
    }

    // AVIF of 10 bits is missing: the encoder that libvips uses cannot write it.
    @Test(arguments: [("av1", 12), ("hevc", 10), ("hevc", 12)])
    func `HEIF and AVIF of 10 and 12 bits span black to white`(compression: String, bits: Int) throws {
        var fixture = VipsFixture(64, 64, bands: 3) { x, _, _ in x < 32 ? 0 : 65535 }
        fixture.format = VIPS_FORMAT_USHORT
        fixture.interpretation = VIPS_INTERPRETATION_RGB16
        let bytes = try fixture.encoded(
            "heifsave_buffer", ["compression": compression, "Q": "90", "bitdepth": "\(bits)"])
        let image = try DecodedImage.throughVips(bytes) { $0.depth = .sixteen }
        #expect(image.info.layout == PixelLayout(.rgb, .sixteen))
        let spread = [image.pixel(8, 32), image.pixel(56, 32)]
        #expect(difference(spread, [[0, 0, 0], [65535, 65535, 65535]]) <= 100, "\(spread)")
        let narrow = try DecodedImage.throughVips(bytes)
        #expect(difference([narrow.pixel(8, 32), narrow.pixel(56, 32)], [[0, 0, 0], [255, 255, 255]]) <= 1)
    }

    @Test(arguments: ["pngsave_buffer", "tiffsave_buffer", "jxlsave_buffer"])
    func `16-bit color is kept at depth 16 and rounded at depth 8`(saver: String) throws {
        var fixture = VipsFixture(50, 40, bands: 3) { x, y, channel in (x * 1301 + y * 977 + channel * 7) % 65536 }
        fixture.format = VIPS_FORMAT_USHORT
        fixture.interpretation = VIPS_INTERPRETATION_RGB16
        let options = saver.hasPrefix("j") ? ["lossless": "true"] : [:]
        let bytes = try fixture.encoded(saver, options)
        // libjxl calculates in single precision even in lossless mode.
        let isExact = saver != "jxlsave_buffer"
        let deep = try DecodedImage.throughVips(bytes) { $0.depth = .sixteen }
        #expect(deep.info.layout == PixelLayout(.rgb, .sixteen))
        #expect(deep.difference(fixture.sample) <= (isExact ? 0 : 16))
        let narrow = try DecodedImage.throughVips(bytes)
        #expect(narrow.info.layout == PixelLayout(.rgb))
        let difference = narrow.difference { Int((Double(fixture.sample($0, $1, $2)) * 255 / 65535).rounded()) }
        #expect(difference <= (isExact ? 0 : 1))
    }

    @Test func `A range stretches 8-bit samples too`() throws {
        let bytes = Self.tiff([0, 50, 100, 150, 255], bits: 8, format: 1)
        #expect(try Self.row(bytes) { $0.range = .values(50, 150) } == [0, 0, 128, 255, 255])
    }

    @Test func `A Netpbm file's maxval is white`() throws {
        let bytes = Array("P5\n# a comment\n3 1\n100\n".utf8) + [0, 50, 100]
        let image = try DecodedImage.throughVips(bytes)
        #expect(image.samples == [0, 128, 255])
    }

    @Test(arguments: [(1.0, 1.0), (.nan, 1), (0, .infinity)])
    func `An impossible range is refused`(low: Double, high: Double) {
        #expect {
            try DecodedImage.throughVips(Self.tiff([0, 1], bits: 8, format: 1)) { $0.range = .values(low, high) }
        } throws: { ($0 as? CodecError)?.code == .invalidRequest }
    }
}
