internal import CVips
internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
internal import TestLimits
internal import TestSupport
internal import Testing
internal import TilePyramid

@testable internal import ImageCodecs

@Suite(.timeLimited) struct `Colors of JPEGs` {
    private static func fixture(_ bands: Int, _ width: Int = 67, _ height: Int = 45) -> VipsFixture {
        var fixture = VipsFixture(width, height, bands: bands) { x, y, channel in
            [x * 3, y * 5, (x + y) * 2, x * y / 12][channel] & 255
        }
        if bands == 4 { fixture.interpretation = VIPS_INTERPRETATION_CMYK }
        return fixture
    }

    private static func jpeg(
        _ bands: Int, profile: [UInt8]? = nil, orientation: Int? = nil, _ options: [String: String] = ["Q": "95"]
    ) throws -> [UInt8] {
        var fixture = fixture(bands)
        fixture.profile = profile
        if let orientation { fixture.integers["orientation"] = orientation }
        return try fixture.encoded("jpegsave_buffer", options)
    }

    private static func open(
        _ bytes: [UInt8], _ change: (inout DecodeOptions) -> Void = { _ in }
    ) throws -> any ImageSource {
        var options = DecodeOptions()
        change(&options)
        return try openImage(.bytes(bytes, name: "fixture"), options: options)
    }

    /// Compares an image with what libvips makes of it.
    private static func expectEqual(
        _ bytes: [UInt8], within tolerance: Int = 1, mean: Double = 0.1,
        _ change: (inout DecodeOptions) -> Void = { _ in }, location: SourceLocation = #_sourceLocation
    ) throws {
        let own = try DecodedImage(open(bytes, change))
        let other = try DecodedImage.throughVips(bytes, change)
        #expect(own.info.layout == other.info.layout, sourceLocation: location)
        #expect(own.info.size == other.info.size, sourceLocation: location)
        #expect(own.info.profile == other.info.profile, sourceLocation: location)
        #expect(own.warnings == other.warnings, sourceLocation: location)
        let differences = zip(own.samples, other.samples).map { abs($0 - $1) }
        #expect(own.samples.count == other.samples.count, sourceLocation: location)
        #expect((differences.max() ?? 0) <= tolerance, sourceLocation: location)
        #expect(Double(differences.reduce(0, +)) <= mean * Double(differences.count), sourceLocation: location)
    }

    @Test(arguments: [ProfileFixture.displayP3, .adobeRGB, .proPhoto])
    func `colors of a profile are those of libvips, at every quality of chroma`(profile: ProfileFixture) throws {
        for options in [["Q": "95"], ["Q": "95", "subsample-mode": "off"], ["Q": "80", "interlace": "true"]] {
            let bytes = try Self.jpeg(3, profile: profile.bytes, options)
            #expect(try Self.open(bytes) is ColorConvertedSource)
            try Self.expectEqual(bytes)
        }
    }

    @Test(arguments: [ProfileFixture.gray, .gray22, .adobeRGB])
    func `gray stays gray, with a gray or a color profile`(profile: ProfileFixture) throws {
        let bytes = try Self.jpeg(1, profile: profile.bytes)
        #expect(try Self.open(bytes).info.layout == PixelLayout(.gray))
        try Self.expectEqual(bytes, within: 0)
    }

    @Test func `profiles that are damaged or do not fit are left out with a warning`() throws {
        var broken = ProfileFixture.adobeRGB.bytes
        broken.replaceSubrange(128..., with: Array(repeating: 0xAB, count: broken.count - 128))
        let cmyk = try VipsFixture.profile("cmyk")
        for profile in [broken, Array(broken.prefix(60)), ProfileFixture.gray.bytes, cmyk] {
            try Self.expectEqual(Self.jpeg(3, profile: profile), within: 0)
        }
        for profile in [broken, cmyk] { try Self.expectEqual(Self.jpeg(1, profile: profile), within: 0) }
        for profile in [broken, ProfileFixture.gray.bytes, ProfileFixture.adobeRGB.bytes] {
            try Self.expectEqual(Self.jpeg(4, profile: profile))
        }
    }

    @Test(arguments: [false, true])
    func `CMYK and YCCK are those of libvips, with and without Adobe's marker and a profile`(hasProfile: Bool) throws {
        let profile = hasProfile ? try VipsFixture.profile("cmyk") : nil
        let adobe = Array("Adobe".utf8)
        let bytes = try Self.jpeg(4, profile: profile, ["Q": "95", "subsample-mode": "off"])
        let name = try #require(bytes.indices.first { bytes[$0...].starts(with: adobe) })
        #expect(bytes[name + 11] == 0)
        for transform in [0, 1, 2] as [UInt8] {
            var changed = bytes
            changed[name + 11] = transform
            try Self.expectEqual(changed)
        }
        var unmarked = bytes
        unmarked.removeSubrange(name - 4..<name + 12)
        try Self.expectEqual(unmarked)
        try Self.expectEqual(bytes) { $0.keepProfile = true }
    }

    @Test(arguments: 1...8) func `all orientations are applied after the conversion`(orientation: Int) throws {
        for (bands, profile) in [
            (3, ProfileFixture.displayP3.bytes), (4, nil), (1, ProfileFixture.gray.bytes),
        ] as [(Int, [UInt8]?)] {
            let bytes = try Self.jpeg(bands, profile: profile, orientation: orientation)
            try Self.expectEqual(bytes)
            try Self.expectEqual(bytes) { $0.autorotate = false }
        }
    }

    @Test(arguments: [DecodeScale.half, .quarter, .eighth])
    func `reduced scales are converted`(scale: DecodeScale) throws {
        for (bands, profile) in [(3, ProfileFixture.adobeRGB.bytes), (4, nil)] as [(Int, [UInt8]?)] {
            // libvips rounds other sizes down.
            var fixture = Self.fixture(bands, 64, 48)
            fixture.profile = profile
            let input = ImageInput.bytes(try fixture.encoded("jpegsave_buffer"), name: "fixture")
            let own = try DecodedImage(openImage(input, options: DecodeOptions(), scale: scale))
            let other = try DecodedImage(VipsImageSource(input: input, options: DecodeOptions(), scale: scale))
            #expect(own.info.size == other.info.size)
            #expect(zip(own.samples, other.samples).allSatisfy { abs($0 - $1) <= 1 })
        }
    }

    @Test func `damage gives the errors and warnings of the same image in sRGB`() throws {
        func outcome(_ bytes: [UInt8], allowed: Bool) throws -> (error: CodecError?, warnings: [String]) {
            do {
                let source = try Self.open(bytes) { $0.allowTruncated = allowed }
                try source.readBands { _ in }
                return (nil, source.warnings)
            } catch let error as CodecError {
                return (error, [])
            }
        }
        for options in [["Q": "95"], ["Q": "95", "interlace": "true"]] {
            let plain = try Self.jpeg(3, options)
            let wide = try Self.jpeg(3, profile: ProfileFixture.adobeRGB.bytes, options)
            for part in [0.7, 0.8, 0.9, 0.99] {
                let missing = Int(Double(plain.count) * (1 - part))
                for allowed in [false, true] {
                    let first = try outcome(Array(plain.dropLast(missing)), allowed: allowed)
                    let second = try outcome(Array(wide.dropLast(missing)), allowed: allowed)
                    #expect(first.error?.code == second.error?.code)
                    #expect(first.error?.message == second.error?.message)
                    #expect(first.warnings == second.warnings)
                    #expect(allowed == (second.error == nil))
                }
            }
        }
        let inks = try Self.jpeg(4)
        #expect(try outcome(Array(inks.dropLast(inks.count / 3)), allowed: false).error?.code == .truncated)
        #expect(try outcome(Array(inks.dropLast(inks.count / 3)), allowed: true).warnings.count == 1)
    }

    @Test func `the number of threads does not change the pixels`() throws {
        for (bands, profile) in [(3, ProfileFixture.displayP3.bytes), (4, nil)] as [(Int, [UInt8]?)] {
            var fixture = Self.fixture(bands, 700, 400)
            fixture.profile = profile
            let bytes = try fixture.encoded("jpegsave_buffer")
            let images = try [1, 2, 8].map { threads in
                try DecodedImage(Self.open(bytes) { $0.threads = threads }).samples
            }
            #expect(images[0] == images[1])
            #expect(images[0] == images[2])
        }
    }
}
