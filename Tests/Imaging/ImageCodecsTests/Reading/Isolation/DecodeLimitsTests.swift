import ImageMetadata
import TestLimits
import Testing
import TilePyramid

@testable import ImageCodecs

@Suite(.timeLimited) struct `Limits of decoding` {
    @Test func `Time and memory grow with the bytes of a file and its pixels`() {
        let limits = DecodeLimits()
        #expect(
            limits.budget(bytes: 0, pixels: 0, isDecodedWhole: true) == DecoderBudget(memory: 512 << 20, seconds: 10))
        #expect(
            limits.budget(bytes: 10_000_000, pixels: 100_000_000, isDecodedWhole: false)
                == DecoderBudget(memory: 512 << 20 + 320_000_000, seconds: 10 + 80 + 5))
        #expect(
            limits.budget(bytes: 0, pixels: 1_000_000, isDecodedWhole: true)
                == DecoderBudget(memory: 512 << 20 + 24_000_000, seconds: 10))
        #expect(limits.budget(bytes: .max, pixels: .max, isDecodedWhole: true).seconds > 1 << 30)
    }

    @Test func `Limits that are set are used as they are`() {
        var limits = DecodeLimits()
        limits.memory = 7
        limits.seconds = 8
        #expect(
            limits.budget(bytes: 1 << 30, pixels: 1 << 30, isDecodedWhole: true)
                == DecoderBudget(memory: 7, seconds: 8))
    }

    @Test func `Formats that are decoded row by row have no limit of pixels unless one is set`() throws {
        var limits = DecodeLimits()
        try limits.check(pixels: 200_000_000_000, bytes: 1000, least: nil, file: "a.tif")
        limits.pixels = 10
        #expect(
            throws: CodecError(
                .unsupported, file: "a.tif",
                "the image is too large: the image has 11 pixels, and up to 10 are allowed. If you trust it, raise the "
                    + "limit of pixels to 11.")
        ) { try limits.check(pixels: 11, bytes: 1000, least: nil, file: "a.tif") }
        try limits.check(pixels: 10, bytes: 1, least: 1, file: "a.tif")
    }

    @Test func `A resolution that is asked for does not count as declared by the file`() {
        var options = DecodeOptions()
        let size = PixelSize(width: 9600, height: 9600)
        let svg = ImageFormat.svg.traits
        #expect(size.declaredArea(options, svg) == 92_160_000)
        options.dpi = 960
        #expect(size.declaredArea(options, svg) == 921_600)
        options.dpi = 10
        #expect(size.declaredArea(options, svg) == 92_160_000)
        #expect(size.declaredArea(options, ImageFormat.avif.traits) == 92_160_000)
    }
}
