internal import CVips
internal import ImageMetadata
internal import PixelKernels
internal import TestLimits
internal import TestSupport
internal import Testing
internal import TilePyramid

@testable internal import ImageCodecs

@Suite(.timeLimited, .enabled(if: JPEGXLLibrary.functions != nil, "libjxl cannot be loaded"))
struct `JPEG XL images` {
    static let options: [[String: String]] = [["Q": "80", "effort": "3"], ["lossless": "true", "effort": "3"]]

    private static func fixture(_ width: Int, _ height: Int, bands: Int = 3) -> VipsFixture {
        VipsFixture(width, height, bands: bands) { x, y, channel in
            (x * 5 + y * 3 + (x * y) % (31 + 4 * channel) + 60 * channel) % 256
        }
    }

    private static func open(
        _ bytes: [UInt8], _ change: (inout DecodeOptions) -> Void = { _ in }
    ) throws -> JPEGXLImageSource? {
        var options = DecodeOptions()
        change(&options)
        return try JPEGXLImageSource.open(.bytes(bytes, name: "a.jxl"), options: options)
    }

    private static func decode(
        _ bytes: [UInt8], _ change: (inout DecodeOptions) -> Void = { _ in }
    ) throws -> DecodedImage {
        #expect(try open(bytes) != nil)
        var options = DecodeOptions()
        change(&options)
        return try DecodedImage(openImage(.bytes(bytes, name: "a.jxl"), options: options))
    }

    @Test(arguments: options, [1, 3, 4])
    func `Pixels are those of libvips, whatever the number of threads`(options: [String: String], bands: Int) throws {
        for (width, height) in [(1, 1), (1, 9), (9, 1), (17, 15), (300, 260)] {
            let bytes = try Self.fixture(width, height, bands: bands).encoded("jxlsave_buffer", options)
            let expected = try DecodedImage.throughVips(bytes)
            for threads in [1, 2, 8] {
                let image = try Self.decode(bytes) { $0.threads = threads }
                #expect(image.info == expected.info)
                #expect(image.samples == expected.samples, "\(width)×\(height), \(threads) threads")
                #expect(image.warnings.isEmpty)
            }
        }
    }

    @Test func `EXIF and orientation are those of libvips`() throws {
        for orientation in Orientation.allCases {
            var fixture = VipsFixture.quadrants(64, 48)
            fixture.integers = ["orientation": orientation.rawValue]
            let bytes = try fixture.encoded("jxlsave_buffer", ["lossless": "true"])
            let image = try DecodedImage(openImage(.bytes(bytes, name: "a.jxl")))
            let expected = try DecodedImage.throughVips(bytes)
            #expect(image.info == expected.info)
            #expect(image.samples == expected.samples)
        }
    }

    @Test(arguments: options)
    func `A truncated image is an error, or is delivered with a warning`(options: [String: String]) throws {
        let bytes = try Self.fixture(600, 500).encoded("jxlsave_buffer", options)
        let whole = try Self.decode(bytes)
        for part in [0.3, 0.6, 0.9] {
            let start = Array(bytes.prefix(Int(Double(bytes.count) * part)))
            #expect(
                throws: CodecError(
                    .truncated, file: "a.jxl",
                    "the file ends before the image does. Get a complete copy, or cut what there is.")
            ) { try Self.decode(start) }
            let image = try Self.decode(start) { $0.allowTruncated = true }
            #expect(image.info == whole.info)
            #expect(image.samples != whole.samples)
            #expect(image.warnings == ["the file ends before the image does; parts of it are blurred or black."])
        }
    }

    @Test func `Colors are converted as libvips does`() throws {
        for (profile, bands) in [(ProfileFixture.adobeRGB.bytes, 3), (ProfileFixture.adobeRGB.bytes, 4), (nil, 4)] {
            var fixture = Self.fixture(60, 50, bands: bands)
            fixture.profile = profile
            let bytes = try fixture.encoded("jxlsave_buffer", ["lossless": "true"])
            for change in Self.changes {
                let image = try Self.decode(bytes, change)
                let expected = try DecodedImage.throughVips(bytes, change)
                #expect(image.info == expected.info)
                #expect(zip(image.samples, expected.samples).allSatisfy { abs($0 - $1) <= 1 })
                #expect(image.warnings == expected.warnings)
            }
        }
    }

    private static let changes: [@Sendable (inout DecodeOptions) -> Void] = [
        { _ in }, { $0.keepProfile = true },
        { $0.alpha = .flatten(RGBColor(red: 200, green: 100, blue: 0)) }, { $0.range = .values(10, 200) },
    ]

    @Test func `Damaged data is an error`() throws {
        var bytes = try Self.fixture(300, 200).encoded("jxlsave_buffer", ["lossless": "true"])
        let middle = bytes.count / 2
        bytes.replaceSubrange(middle..<middle + 40, with: repeatElement(0xA5, count: 40))
        let error = #expect(throws: CodecError.self) { try Self.decode(bytes) }
        #expect(error?.code == .damaged)
    }

    @Test func `Other kinds of images are left to libvips`() throws {
        var deep = Self.fixture(16, 16)
        deep.format = VIPS_FORMAT_USHORT
        deep.interpretation = VIPS_INTERPRETATION_RGB16
        #expect(try Self.open(deep.encoded("jxlsave_buffer", ["lossless": "true"])) == nil)
        #expect(try Self.open([0xFF, 0x0A, 1, 2, 3]) == nil)
        #expect(try Self.open([1, 2, 3]) == nil)
    }
}
