internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
internal import TestLimits
internal import TestSupport
internal import Testing
internal import TilePyramid

@testable internal import ImageCodecs

/// Color spaces and profiles.
@Suite(.timeLimited) struct JPEG2000ColorTests {
    private typealias Opening = JPEG2000Opening

    private static func fixture(_ components: Int, bits: Int = 8) -> OpenJPEGFixture {
        var fixture = OpenJPEGFixture(
            width: 60, height: 40, sampling: Array(repeating: (1, 1), count: components)
        ) { x, y, component in ((x * 3 + y * 5 * (component + 1)) << (bits - 8) + x * y % 7) % (1 << bits) }
        fixture.bits = bits
        return fixture
    }

    private static func pixels(_ fixture: OpenJPEGFixture) -> [[Int]] {
        let planes = fixture.sampling.indices.map(fixture.samples)
        return planes[0].indices.map { index in planes.map { $0[index] } }
    }

    @Test(arguments: [8, 12, 16])
    func `sYCC becomes sRGB at every precision, with reordered channels too`(bits: Int) throws {
        let fixture = Self.fixture(3, bits: bits)
        let file = JP2Fixture(
            try fixture.encoded(), [JP2Fixture.color(18), JP2Fixture.definitions([(0, 0, 3), (1, 0, 1), (2, 0, 2)])])
        let top = Double((1 << bits) - 1)
        let full = bits == 8 ? 255.0 : 65535
        let expected = Self.pixels(fixture).flatMap { pixel in
            let middle = Double(1 << (bits - 1))
            let y = Double(pixel[1])
            let b = Double(pixel[2]) - middle
            let r = Double(pixel[0]) - middle
            return [y + 1.402 * r, y - 0.344136 * b - 0.714136 * r, y + 1.772 * b].map {
                Int((min(max($0, 0), top) * full / top).rounded())
            }
        }
        let samples = try Opening.samples(file.bytes)
        #expect(samples.count == expected.count)
        // In 16 bits, chroma of 12 bits reaches a little below 0.
        #expect(zip(samples, expected).allSatisfy { abs($0 - $1) <= (bits == 12 ? 16 : 3) })
    }

    @Test func `CMYK and CMY without a profile are light that ink does not absorb`() throws {
        let fixture = Self.fixture(4)
        let cmyk = try Opening.source(JP2Fixture(try fixture.encoded(), [JP2Fixture.color(12)]).bytes)
        #expect(cmyk.info.layout == PixelLayout(.rgb, .eight))
        let expected = Self.pixels(fixture).flatMap { pixel in
            pixel[0..<3].map { ((255 - $0) * (255 - pixel[3]) + 127) / 255 }
        }
        #expect(try DeliveredImage(cmyk).samples == expected)
        #expect(cmyk.warnings.isEmpty)
        let three = Self.fixture(3)
        let cmy = JP2Fixture(try three.encoded(), [JP2Fixture.color(11)]).bytes
        #expect(try Opening.samples(cmy) == three.interleaved.map { 255 - $0 })
    }

    @Test func `bilevel images are black on white or white on black, as their color space says`() throws {
        var fixture = Self.fixture(1)
        fixture.bits = 1
        fixture.sample = { x, y, _ in (x / 3 + y) % 2 }
        let codestream = try fixture.encoded()
        let samples = fixture.samples(of: 0)
        #expect(try Opening.samples(codestream) == samples.map { $0 * 255 })
        #expect(try Opening.samples(JP2Fixture(codestream, [JP2Fixture.color(15)]).bytes) == samples.map { $0 * 255 })
        #expect(
            try Opening.samples(JP2Fixture(codestream, [JP2Fixture.color(0)]).bytes) == samples.map { 255 - $0 * 255 })
    }

    @Test func `e-sRGB is clipped to the range of sRGB`() throws {
        let fixture = Self.fixture(3, bits: 10)
        let samples = try Opening.samples(JP2Fixture(try fixture.encoded(), [JP2Fixture.color(20)]).bytes)
        #expect(
            samples
                == fixture.interleaved.map {
                    Int((min(max(Double($0 - 384) / 510, 0), 1) * 65535).rounded())
                })
    }

    @Test(arguments: [8, 16])
    func `colors of an embedded profile are converted to sRGB, or kept with it`(bits: Int) throws {
        let fixture = Self.fixture(3, bits: bits)
        let full = Double((1 << bits) - 1)
        let file = JP2Fixture(try fixture.encoded(), [JP2Fixture.profile(ProfileFixture.adobeRGB.bytes)]).bytes
        let source = try Opening.source(file)
        #expect(source.info.profile == nil && source.warnings.isEmpty)
        let expected = Self.pixels(fixture).flatMap { pixel in
            ProfileFixture.adobeRGB.toSRGB(pixel.map { Double($0) / full }).map { Int(($0 * full).rounded()) }
        }
        let samples = try DeliveredImage(source).samples
        #expect(samples.count == expected.count)
        #expect(zip(samples, expected).allSatisfy { abs($0 - $1) <= 1 << (bits - 8) })

        let kept = try Opening.source(file) { $0.keepProfile = true }
        #expect(kept.info.profile == ProfileFixture.adobeRGB.bytes)
        #expect(try DeliveredImage(kept).samples == fixture.interleaved)
        let plain = JP2Fixture(try fixture.encoded(), [JP2Fixture.profile(ProfileFixture.roundedSRGB.bytes)]).bytes
        #expect(try Opening.samples(plain) == fixture.interleaved)
    }

    @Test func `grays of an embedded profile become those of sRGB`() throws {
        let fixture = Self.fixture(1)
        let file = JP2Fixture(try fixture.encoded(), [JP2Fixture.profile(ProfileFixture.gray.bytes)]).bytes
        let source = try Opening.source(file)
        #expect(source.info.layout == PixelLayout(.gray, .eight))
        let expected = fixture.interleaved.map { value in
            Int((ProfileFixture.gray.toSRGB([Double(value) / 255])[0] * 255).rounded())
        }
        let samples = try DeliveredImage(source).samples
        #expect(zip(samples, expected).allSatisfy { abs($0 - $1) <= 1 } && samples != fixture.interleaved)
        // With an RGB profile, a gray stands for three equal samples.
        let colored = JP2Fixture(try fixture.encoded(), [JP2Fixture.profile(ProfileFixture.sRGB.bytes)]).bytes
        #expect(try Opening.samples(colored) == fixture.interleaved)
    }

    @Test func `a damaged profile is left out, with a warning`() throws {
        let fixture = Self.fixture(3)
        for profile in [[1, 2, 3], Array(ProfileFixture.adobeRGB.bytes.prefix(140))] {
            let source = try Opening.source(JP2Fixture(try fixture.encoded(), [JP2Fixture.profile(profile)]).bytes)
            #expect(try DeliveredImage(source).samples == fixture.interleaved)
            #expect(
                source.warnings == [
                    "the embedded color profile is damaged or does not fit the image; sRGB is assumed."
                ])
        }
    }

    @Test func `the first color space that is supported is used, and without any the image is refused`() throws {
        let fixture = Self.fixture(3)
        let codestream = try fixture.encoded()
        let error = try #require(throws: CodecError.self) {
            try Opening.source(JP2Fixture(codestream, [JP2Fixture.color(19)]).bytes)
        }
        #expect(error.code == .unsupported)
        #expect(
            error.message == "its colors are in color space 19 (EnumCS), which is not supported. Convert it to sRGB.")
        let both = JP2Fixture(codestream, [JP2Fixture.color(19), ("colr", [4, 0, 0, 1]), JP2Fixture.color(16)]).bytes
        #expect(try Opening.samples(both) == fixture.interleaved)
    }

    @Test func `of several codestreams the first is read, with a warning`() throws {
        let fixture = Self.fixture(3)
        var file = JP2Fixture(try fixture.encoded(), [JP2Fixture.color(16)])
        file.codestreams.append(try Self.fixture(1).encoded())
        let source = try Opening.source(file.bytes)
        #expect(try DeliveredImage(source).samples == fixture.interleaved)
        #expect(source.warnings == ["it has 2 codestreams; the first is read."])
        let error = try #require(throws: CodecError.self) { try Opening.source(file.bytes) { $0.page = 2 } }
        #expect(error.code == .invalidRequest)
    }
}
