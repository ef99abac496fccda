internal import ImageSources
internal import PixelKernels
internal import TestSupport
internal import TestLimits
internal import Testing

@testable internal import ImageCodecs

@Suite(.timeLimited) struct `Alpha through libvips` {
    private static let orange = RGBColor(red: 255, green: 128, blue: 1)

    private static func png(colorType: Int, bits: Int) -> PNGFixture {
        let scale = bits == 16 ? 257 : 1
        let last = colorType == 4 ? 1 : 3
        var fixture = PNGFixture(width: 64, height: 64) { x, y, channel in
            scale * (channel == last ? y * 4 + 3 * (y % 2) : x * 4 + channel)
        }
        fixture.bits = bits
        fixture.colorType = colorType
        return fixture
    }

    @Test(arguments: [8, 16])
    func `Gray keeps straight alpha`(bits: Int) throws {
        let fixture = Self.png(colorType: 4, bits: bits)
        let image = try DecodedImage.throughVips(fixture.encoded()) { $0.depth = .sixteen }
        #expect(image.info.layout == PixelLayout(.grayAlpha, bits == 16 ? .sixteen : .eight))
        #expect(image.difference(fixture.sample) == 0)
    }

    @Test(arguments: [8, 16], [PixelLayout.Depth.eight, .sixteen])
    func `Color is composited over the background, rounded to nearest`(bits: Int, depth: PixelLayout.Depth) throws {
        let fixture = Self.png(colorType: 6, bits: bits)
        let image = try DecodedImage.throughVips(fixture.encoded()) {
            $0.alpha = .flatten(Self.orange)
            $0.depth = depth
        }
        let top = bits == 16 && depth == .sixteen ? 65535.0 : 255
        #expect(image.info.layout == PixelLayout(.rgb, top > 255 ? .sixteen : .eight))
        let background = [255.0, 128, 1]
        let difference = image.difference { x, y, channel in
            let full = bits == 16 ? 65535.0 : 255
            let alpha = Double(fixture.sample(x, y, 3)) / full
            let value = Double(fixture.sample(x, y, channel)) / full
            return Int(((value * alpha + background[channel] / 255 * (1 - alpha)) * top).rounded())
        }
        // Reducing 16 bits to 8 rounds a value near a half twice.
        #expect(difference <= (bits == 16 && depth == .eight ? 1 : 0))
    }

    @Test func `Gray over a gray background stays gray, over a color becomes color`() throws {
        let bytes = Self.png(colorType: 4, bits: 8).encoded()
        let white = try DecodedImage.throughVips(bytes) { $0.alpha = .flatten(.white) }
        #expect(white.info.layout == PixelLayout(.gray))
        #expect(white.pixel(10, 0) == [255])
        let color = try DecodedImage.throughVips(bytes) { $0.alpha = .flatten(Self.orange) }
        #expect(color.info.layout == PixelLayout(.rgb))
        #expect(color.pixel(10, 0) == [255, 128, 1])
        #expect(color.pixel(10, 63) == [40, 40, 40])
    }

    @Test func `Colors of fully transparent pixels are kept with the alpha`() throws {
        let image = try DecodedImage.throughVips(Self.png(colorType: 6, bits: 8).encoded())
        #expect(image.pixel(20, 0) == [80, 81, 82, 0])
    }

    @Test func `An opaque image is not changed by a background`() throws {
        let image = try DecodedImage.throughVips(VipsFixture.quadrants(32, 32).encoded("pngsave_buffer")) {
            $0.alpha = .flatten(Self.orange)
        }
        #expect(image.info.layout == PixelLayout(.rgb))
        #expect(difference(image.quarters, VipsFixture.colors) == 0)
    }

    @Test(arguments: [UInt64(255), 65535])
    func `Truncated division by alpha is corrected`(maximum: UInt64) {
        for alpha in stride(from: UInt64(1), through: maximum, by: maximum == 255 ? 1 : 257) {
            for stored in stride(from: UInt64(0), through: alpha, by: maximum == 255 ? 1 : 61) {
                // As libvips calculates it: an exact integer quotient can become one less, and one just below can
                // become the integer.
                let cut = UInt64(Float(maximum) / Float(alpha) * Float(stored))
                let nearest = (stored * maximum * 2 + alpha) / (2 * alpha)
                let rounded = SampleConverter.rounded(cut, alpha, maximum)
                if rounded != nearest {
                    Issue.record("\(stored) of \(alpha): \(rounded) instead of \(nearest)")
                    return
                }
            }
        }
    }
}
