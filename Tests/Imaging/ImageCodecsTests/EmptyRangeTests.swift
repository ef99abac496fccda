internal import ImageMetadata
internal import ImageSources
internal import TestLimits
internal import TestSupport
internal import Testing

@testable internal import ImageCodecs

/// Ranges in which no sample can be.
@Suite(.timeLimited) struct EmptyRangeTests {
    private static func tiff(bits: Int, format: Int) -> [UInt8] {
        var page = TIFFFixture(width: 4, height: 2) { x, _, _ in UInt64(x % 2) }
        page.bits = bits
        page.sampleFormat = format
        return page.encoded()
    }

    private static func jpeg2000(bits: Int, isSigned: Bool) throws -> [UInt8] {
        var fixture = OpenJPEGFixture(width: 8, height: 8, sampling: [(1, 1)]) { x, _, _ in x % 2 }
        fixture.bits = bits
        fixture.isSigned = isSigned
        return try fixture.encoded()
    }

    private static func options(_ low: Double, _ high: Double) -> DecodeOptions {
        var options = DecodeOptions()
        options.range = .values(low, high)
        return options
    }

    private static func warnings(_ bytes: [UInt8], _ low: Double, _ high: Double) throws -> [String] {
        try openImage(.bytes(bytes, name: "gray"), options: options(low, high)).warnings
    }

    /// The warning about a gray image.
    private static func warning(_ type: String, _ range: String) -> String {
        "no value of \(type) is from \(range), so that the image has one color. Choose the range that is shown."
    }

    @Test(arguments: [(1, false), (8, false), (16, false), (32, false), (8, true), (16, true), (32, true)])
    func `a range beside the samples of a TIFF is a warning, whatever their type`(bits: Int, isSigned: Bool) throws {
        let bytes = Self.tiff(bits: bits, format: isSigned ? 2 : 1)
        let least = isSigned ? -(1 << (bits - 1)) : 0
        let greatest = least + (1 << bits) - 1
        let type = "\(isSigned ? "int" : "uint")\(bits)"
        #expect(
            try Self.warnings(bytes, Double(greatest + 1), Double(greatest + 9))
                == [Self.warning(type, "\(greatest + 1) to \(greatest + 9)")])
        // White may be below black.
        #expect(
            try Self.warnings(bytes, Double(least - 1), Double(least - 9))
                == [Self.warning(type, "\(least - 9) to \(least - 1)")])
        #expect(try Self.warnings(bytes, Double(greatest), Double(greatest + 9)).isEmpty)
        #expect(try Self.warnings(bytes, Double(least - 9), Double(least)).isEmpty)
    }

    @Test func `any number can be a sample of floating point`() throws {
        #expect(try Self.warnings(Self.tiff(bits: 32, format: 3), 70000, 80000).isEmpty)
    }

    @Test(arguments: [8, 16]) func `libvips' reader and that of PNG warn alike`(bits: Int) throws {
        let beyond = Double(1 << bits)
        let expected = [Self.warning("uint\(bits)", "\(1 << bits) to \((1 << bits) + 9)")]
        let png = PNGFixture((0, bits, false), width: 5, height: 3).encoded()
        for bytes in [png, Self.tiff(bits: bits, format: 1)] {
            let image = try DecodedImage.throughVips(bytes) { $0.range = .values(beyond, beyond + 9) }
            #expect(image.warnings == expected)
        }
        #expect(try Self.warnings(png, beyond, beyond + 9) == expected)
        #expect(try Self.warnings(png, beyond - 1, beyond + 9).isEmpty)
    }

    @Test func `samples of fewer than 8 bits of a PNG have ranges of 8 bits`() throws {
        let bytes = PNGFixture((0, 2, false), width: 5, height: 3).encoded()
        #expect(try Self.warnings(bytes, 200, 300).isEmpty)
        #expect(try Self.warnings(bytes, 300, 400) == [Self.warning("uint8", "300 to 400")])
    }

    @Test func `a range beyond the greatest value of a Netpbm file is a warning`() throws {
        let bytes = Array("P5\n3 1\n100\n".utf8) + [0, 50, 100]
        let image = try DecodedImage.throughVips(bytes) { $0.range = .values(150, 200) }
        #expect(image.warnings == [Self.warning("uint8", "150 to 200")])
    }

    @Test(arguments: [false, true]) func `a range beside the samples of a JPEG 2000 is a warning`(isSigned: Bool) throws
    {
        let bytes = try Self.jpeg2000(bits: 12, isSigned: isSigned)
        let beyond = isSigned ? 2048 : 4096
        #expect(
            try Self.warnings(bytes, Double(beyond), Double(beyond + 9))
                == [Self.warning("\(isSigned ? "int" : "uint")12", "\(beyond) to \(beyond + 9)")])
        #expect(try Self.warnings(bytes, Double(beyond - 1), Double(beyond + 9)).isEmpty)
    }
}
