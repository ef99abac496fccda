import CTIFF
import ImageMetadata
import ImageSources
import PixelKernels
import TestLimits
import TestSupport
import Testing

@testable import ImageCodecs

/// The treatment of alpha, ranges and profiles, and the choice of the general path.
@Suite(.timeLimited) struct TIFFColorTests {
    private func open(_ page: LibTIFFFixture, _ options: DecodeOptions = DecodeOptions()) throws -> TIFFImageSource? {
        try TIFFImageSource.open(.bytes(page.file(), name: "test.tif"), options: options)
    }

    private func page(_ pixels: [[Int]], bits: Int = 8, extra: [Int32] = []) -> LibTIFFFixture {
        var page = LibTIFFFixture(width: pixels.count, height: 1, bits: bits, samplesPerPixel: pixels[0].count)
        page.photometric = Int(pixels[0].count - extra.count == 3 ? PHOTOMETRIC_RGB : PHOTOMETRIC_MINISBLACK)
        page.extraSamples = extra.map { UInt16($0) }
        page.samples = pixels.flatMap { $0 }
        return page
    }

    private func samples(_ page: LibTIFFFixture, _ options: DecodeOptions = DecodeOptions()) throws -> [Int] {
        try DeliveredImage(try #require(try open(page, options))).samples
    }

    @Test func `unassociated alpha is delivered as it is`() throws {
        let page = page([[1, 2, 3, 0], [200, 100, 50, 128], [9, 8, 7, 255]], extra: [EXTRASAMPLE_UNASSALPHA])
        #expect(try open(page)?.info.layout == PixelLayout(.rgba))
        #expect(try samples(page) == page.samples)
    }

    @Test func `premultiplied colors are divided by alpha`() throws {
        let page = page(
            [[0, 0, 0, 0], [100, 50, 1, 128], [9, 8, 7, 255], [200, 3, 3, 3]], extra: [EXTRASAMPLE_ASSOCALPHA])
        #expect(
            try samples(page) == [0, 0, 0, 0, 199, 100, 2, 128, 9, 8, 7, 255, 255, 255, 255, 3])
        let deep = self.page([[32768, 65535], [100, 200]], bits: 16, extra: [EXTRASAMPLE_ASSOCALPHA])
        var options = DecodeOptions()
        options.depth = .sixteen
        #expect(try open(deep, options)?.info.layout == PixelLayout(.grayAlpha, .sixteen))
        #expect(try samples(deep, options) == [32768, 65535, 32768, 200])
    }

    @Test func `unspecified extra samples are ignored, with a warning`() throws {
        let page = page([[1, 2, 3, 77], [4, 5, 6, 88]], extra: [EXTRASAMPLE_UNSPECIFIED])
        let source = try #require(try open(page))
        #expect(source.info.layout == PixelLayout(.rgb))
        #expect(source.warnings == ["channels that are neither color nor declared as transparency are left out."])
        #expect(try samples(page) == [1, 2, 3, 4, 5, 6])
        let both = self.page(
            [[1, 2, 3, 77, 9], [4, 5, 6, 88, 10]], extra: [EXTRASAMPLE_UNSPECIFIED, EXTRASAMPLE_UNASSALPHA])
        #expect(try samples(both) == [1, 2, 3, 9, 4, 5, 6, 10])
    }

    @Test func `a fourth sample of RGB is alpha where the file declares nothing`() throws {
        for bits in [8, 16] {
            var page = page([[1, 2, 3, 77], [4, 5, 6, 0]], bits: bits)
            page.photometric = Int(PHOTOMETRIC_RGB)
            var options = DecodeOptions()
            options.depth = .sixteen
            let source = try #require(try open(page, options))
            #expect(source.info.layout.channels == .rgba && source.warnings.isEmpty)
            #expect(try samples(page, options) == [1, 2, 3, 77, 4, 5, 6, 0])
            options.range = .full
            let general = try VipsImageSource(input: .bytes(page.file(), name: "test.tif"), options: options)
            #expect(general.info.layout == source.info.layout && general.warnings.isEmpty)
            #expect(try DeliveredImage(general).samples == page.samples)
        }
        // Of two more samples, nobody knows.
        var page = page([[1, 2, 3, 77, 8]])
        page.photometric = Int(PHOTOMETRIC_RGB)
        #expect(try samples(page) == [1, 2, 3])
    }

    @Test func `an image with alpha is composited over a color`() throws {
        var options = DecodeOptions()
        options.alpha = .flatten(RGBColor(red: 255, green: 0, blue: 128))
        let page = page([[1, 2, 3, 255], [1, 2, 3, 0], [100, 100, 100, 128]], extra: [EXTRASAMPLE_UNASSALPHA])
        #expect(try open(page, options)?.info.layout == PixelLayout(.rgb))
        #expect(try samples(page, options) == [1, 2, 3, 255, 0, 128, 177, 50, 114])
        let gray = self.page([[100, 51]], extra: [EXTRASAMPLE_UNASSALPHA])
        #expect(try samples(gray, options) == [224, 20, 122])
        options.alpha = .flatten(.white)
        #expect(try open(gray, options)?.info.layout == PixelLayout(.gray))
        #expect(try samples(gray, options) == [224])
    }

    @Test func `deep samples are blended before they are rounded to 8 bits`() throws {
        var options = DecodeOptions()
        options.alpha = .flatten(.white)
        let page = page([[1000, 32768], [65535, 1], [0, 65535]], bits: 16, extra: [EXTRASAMPLE_UNASSALPHA])
        // (1000 · 32768 + 65535 · 32767) ÷ 65535 = 33267.0 and 33267 ÷ 257 = 129.4.
        #expect(try samples(page, options) == [129, 255, 0])
        options.depth = .sixteen
        #expect(try open(page, options)?.info.layout == PixelLayout(.gray, .sixteen))
        #expect(try samples(page, options) == [33267, 65535, 0])
    }

    @Test func `the declared range is used, the full one, or a given one`() throws {
        var page = page([[0], [1000], [2000], [4095], [5000]], bits: 16)
        page.range = (nil, 4095)
        var options = DecodeOptions()
        #expect(try samples(page) == [0, 62, 125, 255, 255])
        page.range = (1000, 3000)
        #expect(try samples(page) == [0, 0, 128, 255, 255])
        options.range = .full
        #expect(try samples(page, options) == [0, 4, 8, 16, 19])
        options.range = .values(2000, 4000)
        #expect(try samples(page, options) == [0, 0, 0, 255, 255])
        options.range = .values(4000, 0)
        #expect(try samples(page, options) == [255, 191, 128, 0, 0])
        options.range = .auto
        page.range = (3000, 3000)
        #expect(try samples(page, options) == [0, 4, 8, 16, 19])
    }

    @Test func `where 0 is white, ranges are in stored values`() throws {
        var page = page([[0], [1000], [4095]], bits: 16)
        page.photometric = Int(PHOTOMETRIC_MINISWHITE)
        page.range = (0, 4095)
        #expect(try samples(page) == [255, 193, 0])
    }

    @Test func `an empty range is refused`() throws {
        var options = DecodeOptions()
        options.range = .values(5, 5)
        let error = try #require(throws: CodecError.self) { try open(page([[1]]), options) }
        #expect(error.code == .invalidRequest)
    }

    @Test func `an sRGB profile needs no conversion, another one does unless it is kept`() throws {
        var page = page([[1, 2, 3]])
        page.profile = try TestMetadata.profile("srgb")
        #expect(try open(page)?.info.profile == nil)
        #expect(try samples(page) == [1, 2, 3])
        let other = try TestMetadata.profile("p3")
        page.profile = other
        #expect(try open(page) == nil)
        var options = DecodeOptions()
        options.keepProfile = true
        #expect(try open(page, options)?.info.profile == other)
        #expect(try samples(page, options) == [1, 2, 3])
    }

    @Test(arguments: [1, 2, 4, 8, 16])
    func `the general path delivers the same pixels`(bits: Int) throws {
        for (samples, extra) in [
            (1, []), (2, [EXTRASAMPLE_UNASSALPHA]), (2, [EXTRASAMPLE_ASSOCALPHA]), (3, []),
            (4, [EXTRASAMPLE_UNASSALPHA]), (4, [EXTRASAMPLE_ASSOCALPHA]), (4, [EXTRASAMPLE_UNSPECIFIED]),
        ] as [(Int, [Int32])] where samples == 1 || bits >= 8 {
            var page = LibTIFFFixture(width: 31, height: 9, bits: bits, samplesPerPixel: samples)
            page.extraSamples = extra.map { UInt16($0) }
            if extra == [EXTRASAMPLE_ASSOCALPHA] {
                // Premultiplied colors above alpha are invalid, and decoders may differ there.
                for pixel in stride(from: 0, to: page.samples.count, by: samples) {
                    let alpha = page.samples[pixel + samples - 1]
                    for channel in 0..<samples - 1 {
                        page.samples[pixel + channel] %= alpha + 1
                    }
                }
            }
            for isInverted in samples == 1 ? [false, true] : [false] {
                page.photometric = isInverted ? Int(PHOTOMETRIC_MINISWHITE) : page.photometric
                for range in [(nil, nil), (nil, 200), (10, 100)] as [(Double?, Double?)] {
                    page.range = range
                    for (depth, alpha) in [(8, false), (16, false), (8, true), (16, true)] {
                        var options = DecodeOptions()
                        options.depth = depth == 8 ? .eight : .sixteen
                        options.alpha = alpha ? .flatten(RGBColor(red: 20, green: 20, blue: 20)) : .keep
                        let bytes = ImageInput.bytes(try page.file(), name: "test.tif")
                        let ours = try #require(try TIFFImageSource.open(bytes, options: options))
                        let general = try VipsImageSource(input: bytes, options: options)
                        #expect(ours.info == general.info)
                        #expect(ours.warnings == general.warnings)
                        let pairs = zip(
                            try DeliveredImage(ours).samples, try DeliveredImage(general).samples)
                        let worst = pairs.map { abs($0 - $1) }.max() ?? .max
                        #expect(
                            worst == 0,
                            "\(samples) samples, \(extra), inverted \(isInverted), \(range), \(options)")
                    }
                }
            }
        }
    }

    @Test func `pages that need the general path are not opened`() throws {
        func isLeft(_ samples: Int, bits: Int = 8, _ change: (inout LibTIFFFixture) -> Void) throws -> Bool {
            var page = LibTIFFFixture(width: 20, height: 20, bits: bits, samplesPerPixel: samples)
            change(&page)
            return try open(page) == nil
        }
        #expect(try !isLeft(3) { _ in })
        #expect(try !isLeft(3) { $0.isPlanar = true })
        #expect(try !isLeft(1) { $0.isPlanar = true })
        #expect(try isLeft(4) { $0.photometric = Int(PHOTOMETRIC_SEPARATED) })
        #expect(try isLeft(3) { $0.photometric = Int(PHOTOMETRIC_CIELAB) })
        #expect(try !isLeft(3) { $0.photometric = Int(PHOTOMETRIC_YCBCR) })
        #expect(try !isLeft(1) { $0.photometric = Int(PHOTOMETRIC_PALETTE) })
        #expect(
            try isLeft(1) {
                $0.photometric = Int(PHOTOMETRIC_PALETTE)
                $0.profile = ProfileFixture.adobeRGB.bytes
            })
        #expect(try !isLeft(1) { $0.sampleFormat = Int(SAMPLEFORMAT_INT) })
        #expect(
            try isLeft(1) {
                $0.sampleFormat = Int(SAMPLEFORMAT_INT)
                $0.photometric = Int(PHOTOMETRIC_MINISWHITE)
            })
        #expect(try !isLeft(1, bits: 16) { $0.sampleFormat = Int(SAMPLEFORMAT_IEEEFP) })
        #expect(try !isLeft(1, bits: 32) { $0.sampleFormat = Int(SAMPLEFORMAT_IEEEFP) })
        #expect(try !isLeft(1, bits: 32) { _ in })
        #expect(try isLeft(4, bits: 32) { $0.extraSamples = [UInt16(EXTRASAMPLE_ASSOCALPHA)] })
    }
}
