import ImageMetadata
import ImageSources
import PixelKernels
import TestLimits
import TestSupport
import Testing

@testable import ImageCodecs

/// The conversion of a page's stored samples from its profile, compared with libvips.
@Suite(.timeLimited) struct TIFFProfileTests {
    private static func page(_ colors: Int, bits: Int, profile: [UInt8]?, alpha: Int? = nil) -> TIFFFixture {
        var page = TIFFFixture(width: 61, height: 43) { x, y, channel in
            let value = [x * 4, y * 5, (x + y) * 2, x * y / 11, 255 - x][channel] & 255
            return UInt64(bits == 16 ? value * 257 : value)
        }
        page.bits = bits
        page.samplesPerPixel = colors + (alpha == nil ? 0 : 1)
        page.photometric = colors == 1 ? 1 : colors == 4 ? 5 : 2
        page.extraSamples = alpha.map { [$0] } ?? []
        if let profile { page.tags[34675] = .bytes(profile) }
        return page
    }

    private static func open(
        _ bytes: [UInt8], _ change: (inout DecodeOptions) -> Void = { _ in }
    ) throws -> any ImageSource {
        var options = DecodeOptions()
        change(&options)
        return try openImage(.bytes(bytes, name: "page"), options: options)
    }

    private static func expectEqual(
        _ page: TIFFFixture, within tolerance: Int, _ change: (inout DecodeOptions) -> Void = { _ in },
        location: SourceLocation = #_sourceLocation
    ) throws {
        var tiled = page
        tiled.tile = (16, 32)
        for bytes in [page.encoded(), tiled.encoded()] {
            let source = try Self.open(bytes, change)
            #expect(source is ColorConvertedSource, sourceLocation: location)
            let own = try DecodedImage(source)
            let other = try DecodedImage.throughVips(bytes, change)
            #expect(own.info.layout == other.info.layout, sourceLocation: location)
            #expect(own.warnings == other.warnings, sourceLocation: location)
            #expect(own.samples.count == other.samples.count, sourceLocation: location)
            let largest = zip(own.samples, other.samples).map { abs($0 - $1) }.max() ?? 0
            #expect(largest <= tolerance, sourceLocation: location)
        }
    }

    @Test func `8-bit RGB and gray are converted, with alpha`() throws {
        for profile in [ProfileFixture.displayP3, .adobeRGB] {
            try Self.expectEqual(Self.page(3, bits: 8, profile: profile.bytes), within: 1)
            try Self.expectEqual(Self.page(3, bits: 8, profile: profile.bytes, alpha: 2), within: 1)
            try Self.expectEqual(Self.page(3, bits: 8, profile: profile.bytes, alpha: 2), within: 1) {
                $0.alpha = .flatten(.white)
            }
        }
        for profile in [ProfileFixture.gray, .gray22, .adobeRGB] {
            try Self.expectEqual(Self.page(1, bits: 8, profile: profile.bytes), within: 0)
            try Self.expectEqual(Self.page(1, bits: 16, profile: profile.bytes), within: 0)
            try Self.expectEqual(Self.page(1, bits: 16, profile: profile.bytes), within: 0) { $0.depth = .sixteen }
        }
    }

    @Test func `16-bit RGB is converted to 8 and 16 bits by the formula`() throws {
        for profile in [ProfileFixture.displayP3, .adobeRGB, .proPhoto] {
            let page = Self.page(3, bits: 16, profile: profile.bytes)
            for depth in [PixelLayout.Depth.eight, .sixteen] {
                let image = try DecodedImage(Self.open(page.encoded()) { $0.depth = depth })
                #expect(image.info.layout == PixelLayout(.rgb, depth))
                let full = depth == .sixteen ? 65535.0 : 255
                for (x, y) in [(0, 0), (5, 40), (60, 3), (33, 22), (17, 17), (59, 42)] {
                    let color = (0..<3).map { Double(page.sample(x, y, $0)) / 65535 }
                    let wanted = profile.toSRGB(color).map { Int(($0 * full).rounded()) }
                    // The primaries of the fixture have five digits.
                    #expect(difference([image.pixel(x, y)], [wanted]) <= (depth == .sixteen ? 80 : 1))
                }
            }
        }
    }

    @Test func `8-bit CMYK is converted, with and without a profile`() throws {
        let cmyk = try VipsFixture.profile("cmyk")
        for profile in [nil, cmyk, ProfileFixture.adobeRGB.bytes] {
            try Self.expectEqual(Self.page(4, bits: 8, profile: profile), within: 1)
            try Self.expectEqual(Self.page(4, bits: 8, profile: profile), within: 1) { $0.keepProfile = true }
        }
        // 16 bits, five samples, damage that is allowed, and ranges take the general path.
        let bytes = Self.page(4, bits: 8, profile: cmyk).encoded()
        #expect(try Self.open(Self.page(4, bits: 8, profile: cmyk, alpha: 2).encoded()) is VipsImageSource)
        #expect(try Self.open(Self.page(4, bits: 16, profile: cmyk).encoded()) is VipsImageSource)
        #expect(try Self.open(bytes) { $0.allowTruncated = true } is VipsImageSource)
        #expect(try Self.open(bytes) { $0.range = .values(0, 100) } is VipsImageSource)
    }

    @Test func `a damaged profile is left out with the warning of the general path`() throws {
        var broken = ProfileFixture.adobeRGB.bytes
        broken.replaceSubrange(128..., with: Array(repeating: 0xAB, count: broken.count - 128))
        for colors in [1, 3] {
            try Self.expectEqual(Self.page(colors, bits: 8, profile: broken), within: 0)
        }
        try Self.expectEqual(Self.page(3, bits: 8, profile: ProfileFixture.gray.bytes), within: 0)
        try Self.expectEqual(Self.page(4, bits: 8, profile: broken), within: 1)
    }
}
