internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
internal import TestLimits
internal import TestSupport
internal import Testing
internal import TilePyramid

@testable internal import ImageCodecs

@Suite(.timeLimited) struct `WebP images` {
    /// The options of encoded images: lossy, lossless, and lossy with alpha that is compressed or not.
    static let options: [[String: String]] = [
        ["Q": "80"], ["lossless": "true"], ["Q": "80", "alpha-q": "0"], ["Q": "30", "smart-subsample": "true"],
    ]

    private static func fixture(_ width: Int, _ height: Int, bands: Int = 3) -> VipsFixture {
        VipsFixture(width, height, bands: bands) { x, y, channel in
            (x * 5 + y * 3 + (x * y) % (31 + 4 * channel) + 60 * channel) % 256
        }
    }

    private static func open(
        _ bytes: [UInt8], portionBytes: Int = WebPImageSource.portionBytes,
        _ change: (inout DecodeOptions) -> Void = { _ in }
    ) throws -> WebPImageSource? {
        var options = DecodeOptions()
        change(&options)
        return try WebPImageSource.open(
            .bytes(bytes, name: "a.webp"), options: options, portionBytes: portionBytes)
    }

    private static func decode(
        _ bytes: [UInt8], portionBytes: Int = WebPImageSource.portionBytes,
        _ change: (inout DecodeOptions) -> Void = { _ in }
    ) throws -> DecodedImage {
        try DecodedImage(#require(try open(bytes, portionBytes: portionBytes, change)))
    }

    @Test(arguments: options, [3, 4])
    func `Pixels are those of libvips in every size`(options: [String: String], bands: Int) throws {
        for (width, height) in [(1, 1), (1, 9), (9, 1), (15, 17), (16, 16), (33, 31), (200, 130)] {
            let bytes = try Self.fixture(width, height, bands: bands).encoded("webpsave_buffer", options)
            let image = try Self.decode(bytes)
            let expected = try DecodedImage.throughVips(bytes)
            #expect(image.info == expected.info)
            #expect(image.samples == expected.samples, "\(width)×\(height)")
            #expect(image.warnings.isEmpty)
        }
    }

    @Test(arguments: options, [3, 4])
    func `Pixels do not depend on the portions that are read, or on threads`(
        options: [String: String], bands: Int
    ) throws {
        let bytes = try Self.fixture(200, 130, bands: bands).encoded("webpsave_buffer", options)
        let expected = try Self.decode(bytes).samples
        for portionBytes in [1, 7, 100, 1021, 1 << 20] {
            for threads in [1, 2] {
                let image = try Self.decode(bytes, portionBytes: portionBytes) { $0.threads = threads }
                #expect(image.samples == expected, "\(portionBytes) bytes, \(threads) threads")
            }
        }
    }

    @Test func `Rows are delivered before the whole file is read`() throws {
        let bytes = try Self.fixture(64, 640).encoded("webpsave_buffer", ["Q": "90"])
        let source = try #require(try Self.open(bytes, portionBytes: bytes.count / 20))
        var bands = 0
        try source.readBands { band in
            #expect(band.rows.count < 640 / 4)
            bands += 1
        }
        #expect(bands >= 10)
    }

    @Test(arguments: [0, 1, 2])
    func `A truncated image is an error that names the first missing row`(kind: Int) throws {
        let bytes = try Self.fixture(120, 200).encoded("webpsave_buffer", Self.options[kind])
        var rows: Set<String> = []
        for count in stride(from: 60, to: bytes.count - 1, by: max(1, bytes.count / 40)) {
            let error = #expect(throws: CodecError.self) { try Self.decode(Array(bytes.prefix(count))) }
            #expect(error?.code == .truncated)
            let message = error?.message ?? ""
            #expect(message.hasPrefix("the file ends before row "))
            #expect(message.hasSuffix(" of 200. Get a complete copy, or cut what there is."))
            rows.insert(message)
        }
        #expect(rows.count >= 5)
    }

    @Test(arguments: [3, 4])
    func `The rows before the end of a truncated image are delivered with a warning`(bands: Int) throws {
        let bytes = try Self.fixture(120, 200, bands: bands).encoded("webpsave_buffer", ["Q": "80"])
        let whole = try Self.decode(bytes).samples
        let image = try Self.decode(Array(bytes.prefix(bytes.count * 2 / 3))) { $0.allowTruncated = true }
        let same = zip(whole, image.samples).prefix { $0 == $1 }.count / (120 * bands)
        #expect(same >= 40 && same < 200)
        #expect(image.pixel(60, 199) == (bands == 3 ? [128, 128, 128] : [0, 0, 0, 0]))
        let blank = bands == 3 ? "gray" : "transparent"
        #expect(image.warnings.count == 1)
        #expect(image.warnings[0].hasPrefix("the file ends before row "))
        #expect(image.warnings[0].hasSuffix(" of 200; what is missing is \(blank)."))
    }

    @Test func `Damaged data is an error`() throws {
        var bytes = try Self.fixture(120, 200).encoded("webpsave_buffer", ["lossless": "true"])
        let start = bytes.count / 3
        bytes.replaceSubrange(start..<bytes.count, with: repeatElement(0xFF, count: bytes.count - start))
        let error = #expect(throws: CodecError.self) { try Self.decode(bytes) }
        #expect(error?.message.hasPrefix("the data is damaged near row ") ?? false)
    }

    @Test func `Bytes after the image are ignored`() throws {
        let bytes = try Self.fixture(20, 30).encoded("webpsave_buffer", ["Q": "80"])
        let image = try Self.decode(bytes + [UInt8](repeating: 7, count: 1000))
        #expect(try image.samples == Self.decode(bytes).samples)
    }

    @Test func `Colors are converted as libvips does`() throws {
        for (profile, bands) in [(ProfileFixture.adobeRGB.bytes, 3), (ProfileFixture.adobeRGB.bytes, 4), (nil, 4)] {
            var fixture = Self.fixture(60, 50, bands: bands)
            fixture.profile = profile
            let bytes = try fixture.encoded("webpsave_buffer", ["Q": "90"])
            for change in Self.changes {
                var options = DecodeOptions()
                change(&options)
                let image = try DecodedImage(openImage(.bytes(bytes, name: "a.webp"), options: options))
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

    @Test func `Animations are left to libvips`() throws {
        var frames = Self.fixture(16, 20)
        frames.integers = ["page-height": 10]
        #expect(try Self.open(frames.encoded("webpsave_buffer", ["lossless": "true"])) == nil)
    }

    @Test(arguments: Orientation.allCases)
    func `The EXIF orientation is that of libvips`(orientation: Orientation) throws {
        var fixture = VipsFixture.quadrants(24, 16)
        fixture.integers = ["orientation": orientation.rawValue]
        let bytes = try fixture.encoded("webpsave_buffer", ["lossless": "true"])
        #expect(try Self.open(bytes)?.orientation == orientation)
        let image = try DecodedImage(openImage(.bytes(bytes, name: "a.webp")))
        #expect(try image.samples == DecodedImage.throughVips(bytes).samples)
        #expect(try image.info == DecodedImage.throughVips(bytes).info)
    }
}
