internal import CVips
internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
internal import TestSupport
internal import TestLimits
internal import Testing

@testable internal import ImageCodecs

@Suite(.timeLimited) struct `Colors through libvips` {
    /// A different color for each pixel.
    private static func color(_ x: Int, _ y: Int, _ channel: Int) -> Int { [x * 17, y * 17, (x + y) * 8][channel] }

    private static func png(_ profile: ProfileFixture, bits: Int = 8) -> [UInt8] {
        var fixture = PNGFixture(width: 16, height: 16) { color($0, $1, $2) * (bits == 16 ? 257 : 1) }
        fixture.bits = bits
        fixture.chunks = [PNGFixture.profile(profile.bytes)]
        return fixture.encoded()
    }

    private static func expected(_ profile: ProfileFixture, _ x: Int, _ y: Int) -> [Double] {
        profile.toSRGB((0..<3).map { Double(color(x, y, $0)) / 255 })
    }

    @Test func `A wider space is converted to sRGB`() throws {
        let image = try DecodedImage.throughVips(Self.png(.adobeRGB))
        #expect(image.info.profile == nil)
        #expect(image.warnings.isEmpty)
        let difference = image.difference { x, y, channel in
            Int((Self.expected(.adobeRGB, x, y)[channel] * 255).rounded())
        }
        #expect(difference <= 1)
        #expect(image.difference(Self.color) > 20, "the colors must have been converted")
    }

    @Test func `16-bit colors are converted with 16 bits`() throws {
        let image = try DecodedImage.throughVips(Self.png(.adobeRGB, bits: 16)) { $0.depth = .sixteen }
        #expect(image.info.layout == PixelLayout(.rgb, .sixteen))
        // Not near black, where the curves are steep and the library uses tables.
        for (x, y) in [(15, 15), (8, 8), (4, 12), (12, 6), (10, 10)] {
            let wanted = Self.expected(.adobeRGB, x, y).map { Int(($0 * 65535).rounded()) }
            #expect(difference([image.pixel(x, y)], [wanted]) <= 60)
        }
    }

    @Test(arguments: [ProfileFixture.sRGB, .roundedSRGB])
    func `A profile that equals sRGB leaves values unchanged, whatever its name`(profile: ProfileFixture) throws {
        let image = try DecodedImage.throughVips(Self.png(profile))
        #expect(image.difference(Self.color) == 0)
        #expect(image.info.profile == nil)
    }

    @Test func `A kept profile leaves the pixels unchanged and is reported`() throws {
        let image = try DecodedImage.throughVips(Self.png(.adobeRGB)) { $0.keepProfile = true }
        #expect(image.difference(Self.color) == 0)
        #expect(image.info.profile == ProfileFixture.adobeRGB.bytes)
    }

    @Test func `A damaged profile is ignored, with a warning`() throws {
        var broken = ProfileFixture.adobeRGB.bytes
        broken.replaceSubrange(128..., with: Array(repeating: 0xAB, count: broken.count - 128))
        for profile in [broken, Array(broken.prefix(60)), ProfileFixture.gray.bytes] {
            var fixture = VipsFixture(16, 16, bands: 3, sample: Self.color)
            fixture.profile = profile
            let image = try DecodedImage.throughVips(fixture.encoded("tiffsave_buffer"))
            #expect(image.difference(Self.color) == 0)
            #expect(image.warnings.count == 1)
            #expect(image.info.profile == nil)
        }
    }

    @Test(arguments: [8, 16])
    func `A profile with tables for the perceptual intent only is applied, without a warning`(bits: Int) throws {
        var fixture = PNGFixture(width: 3, height: 1) { x, _, channel in
            (channel == 0 ? [0, 128, 255][x] : 77) * (bits == 16 ? 257 : 1)
        }
        fixture.bits = bits
        fixture.chunks = [PNGFixture.profile(ProfileFixture.perceptualOnly)]
        let image = try DecodedImage.throughVips(fixture.encoded())
        #expect(image.warnings == [])
        #expect((0..<3).map { image.pixel($0, 0) } == [[0, 0, 0], [119, 119, 119], [255, 255, 255]])
    }

    @Test(arguments: [8, 16])
    func `Gray with a gray profile is converted and stays gray`(bits: Int) throws {
        var fixture = PNGFixture(width: 256, height: 1) { x, _, _ in x * (bits == 16 ? 257 : 1) }
        fixture.bits = bits
        fixture.colorType = 0
        fixture.chunks = [PNGFixture.profile(ProfileFixture.gray.bytes)]
        let image = try DecodedImage.throughVips(fixture.encoded())
        #expect(image.info.layout == PixelLayout(.gray))
        let difference = image.difference { x, _, _ in
            Int((ProfileFixture.gray.toSRGB([Double(x) / 255])[0] * 255).rounded())
        }
        #expect(difference <= 1)
        #expect(image.difference { x, _, _ in x } > 5)
        let kept = try DecodedImage.throughVips(fixture.encoded()) { $0.keepProfile = true }
        #expect(kept.difference { x, _, _ in x } == 0)
        #expect(kept.info.profile == ProfileFixture.gray.bytes)
    }

    @Test func `Gray with a color profile is converted and stays gray`() throws {
        var fixture = VipsFixture(256, 1, bands: 1) { x, _, _ in x }
        fixture.profile = ProfileFixture.adobeRGB.bytes
        let image = try DecodedImage.throughVips(fixture.encoded("tiffsave_buffer")) { $0.keepProfile = true }
        #expect(image.info.layout == PixelLayout(.gray))
        #expect(image.info.profile == nil)
        let difference = image.difference { x, _, _ in
            Int((ProfileFixture.adobeRGB.toSRGB(Array(repeating: Double(x) / 255, count: 3))[1] * 255).rounded())
        }
        #expect(difference <= 1)
    }

    @Test(arguments: [8, 16])
    func `Alpha is unchanged when colors are converted`(bits: Int) throws {
        var fixture = PNGFixture(width: 16, height: 16) { x, y, channel in
            (channel == 3 ? x * 16 + y : Self.color(x, y, channel)) * (bits == 16 ? 257 : 1)
        }
        fixture.bits = bits
        fixture.colorType = 6
        fixture.chunks = [PNGFixture.profile(ProfileFixture.adobeRGB.bytes)]
        for depth in [PixelLayout.Depth.eight, .sixteen] {
            let image = try DecodedImage.throughVips(fixture.encoded()) { $0.depth = depth }
            let isDeep = bits == 16 && depth == .sixteen
            #expect(image.info.layout == PixelLayout(.rgba, isDeep ? .sixteen : .eight))
            for (x, y) in [(0, 0), (3, 9), (15, 15)] {
                #expect(image.pixel(x, y)[3] == (x * 16 + y) * (isDeep ? 257 : 1))
            }
            let wanted = Self.expected(.adobeRGB, 12, 6).map { Int(($0 * (isDeep ? 65535 : 255)).rounded()) }
            #expect(difference([Array(image.pixel(12, 6).prefix(3))], [wanted]) <= (isDeep ? 60 : 1))
        }
    }

    /// CMYK colors, and their sRGB values through the profile built into libvips.
    static let inks: [(cmyk: [Int], rgb: [Int])] = [
        ([0, 0, 0, 0], [255, 255, 255]), ([255, 0, 0, 0], [0, 153, 228]), ([0, 255, 0, 0], [234, 0, 130]),
        ([0, 0, 255, 0], [255, 240, 0]), ([0, 0, 0, 255], [12, 0, 19]), ([0, 255, 255, 0], [232, 0, 17]),
    ]

    private static var cmyk: VipsFixture {
        var fixture = VipsFixture(96, 16, bands: 4) { x, _, channel in inks[x / 16].cmyk[channel] }
        fixture.interpretation = VIPS_INTERPRETATION_CMYK
        return fixture
    }

    private static func middles(_ image: DecodedImage) -> [[Int]] { inks.indices.map { image.pixel($0 * 16 + 8, 8) } }

    @Test func `CMYK of every format becomes sRGB through the built-in profile`() throws {
        var deep = TIFFFixture(width: 96, height: 16) { UInt64(Self.cmyk.sample($0, $1, $2) * 257) }
        deep.bits = 16
        deep.photometric = 5
        deep.samplesPerPixel = 4
        var flat = deep
        flat.bits = 8
        flat.sample = { UInt64(Self.cmyk.sample($0, $1, $2)) }
        let files = [
            try Self.cmyk.encoded("jpegsave_buffer", ["Q": "98"]), try Self.ycck(),
            try Self.cmyk.encoded("tiffsave_buffer"), deep.encoded(), flat.encoded(),
        ]
        for (index, file) in files.enumerated() {
            let image = try DecodedImage.throughVips(file)
            #expect(image.info.layout == PixelLayout(.rgb))
            let colors = Self.middles(image)
            #expect(difference(colors, Self.inks.map(\.rgb)) <= 3, "\(index): \(colors)")
        }
    }

    /// A JPEG in Adobe's YCCK: the same colors, with C, M and Y coded as luma and chroma.
    ///
    /// It is made from a CMYK JPEG with other samples, by changing the transform in its Adobe segment from 0 to 2.
    private static func ycck() throws -> [UInt8] {
        var fixture = cmyk
        fixture.sample = { x, y, channel in
            let inks = (0..<4).map { Double(cmyk.sample(x, y, $0)) }
            // Adobe stores inverted CMYK, and YCCK inverts C, M and Y again to treat them as RGB.
            let r = inks[0]
            let g = inks[1]
            let b = inks[2]
            let coded = [
                0.299 * r + 0.587 * g + 0.114 * b, 128 - 0.168736 * r - 0.331264 * g + 0.5 * b,
                128 + 0.5 * r - 0.418688 * g - 0.081312 * b, 255 - inks[3],
            ]
            // libvips inverts the samples it is given.
            return 255 - Int(min(255, max(0, coded[channel].rounded())))
        }
        var bytes = try fixture.encoded("jpegsave_buffer", ["Q": "98", "subsample-mode": "off"])
        let adobe = Array("Adobe".utf8)
        let start = try #require(bytes.indices.first { bytes[$0...].starts(with: adobe) })
        #expect(bytes[start + 11] == 0)
        bytes[start + 11] = 2
        return bytes
    }

    @Test func `CMYK with a profile for another color space uses the built-in one and warns`() throws {
        var fixture = Self.cmyk
        fixture.profile = ProfileFixture.adobeRGB.bytes
        let image = try DecodedImage.throughVips(fixture.encoded("tiffsave_buffer")) { $0.keepProfile = true }
        #expect(difference(Self.middles(image), Self.inks.map(\.rgb)) <= 1)
        #expect(image.warnings.count == 1)
        #expect(image.info.profile == nil)
    }

    @Test(arguments: [false, true])
    func `CMYK is converted through its own profile, with a warning if that was to be kept`(keeps: Bool) throws {
        // The built-in profile, embedded, is the only CMYK profile available.
        let profile = try VipsFixture.profile("cmyk")
        var fixture = Self.cmyk
        fixture.profile = profile
        let image = try DecodedImage.throughVips(fixture.encoded("tiffsave_buffer")) { $0.keepProfile = keeps }
        #expect(difference(Self.middles(image), Self.inks.map(\.rgb)) <= 1)
        #expect(image.warnings.count == (keeps ? 1 : 0))
        #expect(image.info.profile == nil)
    }

    @Test(arguments: [8, 16])
    func `CIELAB becomes sRGB`(bits: Int) throws {
        // L*, a*, b* relative to D50, and the sRGB color (CIE 15, IEC 61966-2-1).
        let colors: [([Double], [Int])] = [
            ([100, 0, 0], [255, 255, 255]), ([0, 0, 0], [0, 0, 0]), ([50, 0, 0], [119, 119, 119]),
            ([54.29, 80.81, 69.89], [255, 0, 0]), ([87.82, -79.29, 80.99], [0, 255, 0]),
            ([29.57, 68.30, -112.03], [0, 0, 255]),
        ]
        var page = TIFFFixture(width: 6, height: 4) { x, _, channel in
            let value = colors[x].0[channel]
            if bits == 8 {
                return UInt64(UInt8(truncatingIfNeeded: Int((channel == 0 ? value * 2.55 : value).rounded())))
            }
            return UInt64(UInt16(truncatingIfNeeded: Int((channel == 0 ? value * 655.35 : value * 256).rounded())))
        }
        page.bits = bits
        page.photometric = 8
        page.samplesPerPixel = 3
        let image = try DecodedImage.throughVips(page.encoded())
        #expect(image.info.layout == PixelLayout(.rgb))
        for (x, (_, rgb)) in colors.enumerated() {
            #expect(difference([image.pixel(x, 2)], [rgb]) <= (bits == 8 ? 4 : 1), "\(x): \(image.pixel(x, 2))")
        }
        let deep = try DecodedImage.throughVips(page.encoded()) { $0.depth = .sixteen }
        #expect(deep.info.layout.depth == (bits == 8 ? .eight : .sixteen))
    }

    @Test func `Linear light of Radiance files is converted to sRGB`() throws {
        var fixture = VipsFixture(32, 8, bands: 3) { x, _, _ in Int((x < 16 ? Float(0.5) : 1).bitPattern) }
        fixture.format = VIPS_FORMAT_FLOAT
        fixture.interpretation = VIPS_INTERPRETATION_scRGB
        let image = try DecodedImage.throughVips(fixture.encoded("radsave_buffer"))
        #expect(difference([image.pixel(4, 4), image.pixel(24, 4)], [[188, 188, 188], [255, 255, 255]]) <= 1)
    }

    @Test(arguments: [ProfileFixture.sRGB, .adobeRGB])
    func `A profile in a JPEG is applied`(profile: ProfileFixture) throws {
        var fixture = VipsFixture.quadrants(64, 64)
        fixture.sample = { x, y, channel in
            [[200, 80, 60], [60, 160, 90], [70, 90, 150], [128, 128, 128]][y / 32 * 2 + x / 32][channel]
        }
        fixture.profile = profile.bytes
        let image = try DecodedImage(
            openImage(.bytes(fixture.encoded("jpegsave_buffer", ["Q": "98"]), name: "fixture")))
        let wanted = [(0, 0), (63, 0), (0, 63), (63, 63)].map { x, y in
            profile.toSRGB((0..<3).map { Double(fixture.sample(x, y, $0)) / 255 }).map { Int(($0 * 255).rounded()) }
        }
        #expect(difference(image.quarters, wanted) <= 4)
    }
}
