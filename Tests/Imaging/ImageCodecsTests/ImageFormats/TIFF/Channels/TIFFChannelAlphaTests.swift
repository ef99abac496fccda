import ChannelImages
import Foundation
import ImageMetadata
import TestLimits
import TestSupport
import Testing
import TilePyramid

@testable import ImageCodecs

/// Alpha beside the channels of a TIFF: samples, and masks in the file and beside it.
@Suite(.timeLimited) struct TIFFChannelAlphaTests {
    private func open(
        _ pages: [TIFFFixture], _ options: DecodeOptions = DecodeOptions()
    ) throws -> TIFFChannelImage {
        let bytes = TIFFFixture.encode(pages)
        return try #require(try TIFFChannelImage.open(.bytes(bytes, name: "test.tif"), options: options))
    }

    /// A mask of 4×2 pixels, of which the first three are valid.
    private func mask(bits: Int = 1, width: Int = 4) -> TIFFFixture {
        var mask = TIFFFixture(width: width, height: 2) { x, y, _ in x < 3 && y == 0 ? 1 << UInt64(bits - 1) : 0 }
        mask.bits = bits
        mask.photometric = bits == 1 ? 4 : 1
        if bits == 1 { mask.tags[254] = .longs([4]) }
        return mask
    }

    @Test func `alpha and masks state which pixels are opaque`() throws {
        var page = TIFFFixture(width: 4, height: 2) { x, _, channel in UInt64(channel == 1 ? x * 21845 : 7) }
        page.bits = 16
        #expect(try open([page]).alpha() == nil)
        page.samplesPerPixel = 2
        page.extraSamples = [2]
        for isPlanar in [false, true] {
            page.isPlanar = isPlanar
            #expect(try open([page]).alpha() == [0, 85, 170, 255, 0, 85, 170, 255])
        }
        page.samplesPerPixel = 1
        page.extraSamples = []
        page.isPlanar = false
        page.tags[274] = .shorts([2])
        let image = try open([page, mask()])
        #expect(image.description.sectionCount == 1)
        #expect(try image.alpha() == [0, 255, 255, 255, 0, 0, 0, 0])
    }

    @Test func `a mask beside the file is read, and counts before that in the file`() throws {
        let folder = try TemporaryFolder()
        let page = TIFFFixture(width: 4, height: 2) { x, _, _ in UInt64(x) }
        var other = mask()
        other.sample = { _, _, _ in 1 }
        func open(_ mask: TIFFFixture, _ change: (inout DecodeOptions) -> Void = { _ in }) throws -> TIFFChannelImage {
            try folder.write(Data(TIFFFixture.encode([page, other])), to: "page.tif")
            try folder.write(Data(mask.encoded()), to: "page.tif.msk")
            var options = DecodeOptions()
            change(&options)
            return try #require(try TIFFChannelImage.open(.file(folder.path("page.tif")), options: options))
        }
        for bits in [1, 8, 16] {
            let image = try open(mask(bits: bits))
            #expect(image.alphaMeaning(ofLevel: 0) == .validity)
            #expect(try image.alpha() == [255, 255, 255, 0, 0, 0, 0, 0])
        }
        #expect(try open(mask()) { $0.nodata = .none }.alpha() == nil)
        let error = #expect(throws: CodecError.self) { try open(mask(width: 5)) }
        #expect(error?.message.hasPrefix("its mask, page.tif.msk, has 5×2 pixels, and the image 4×2.") == true)
        #expect(try open(mask(width: 5)) { $0.allowedLoss = [.validity] }.alpha() == nil)
    }

    @Test func `samples of a pixel are interleaved unless they lie in planes`() throws {
        var page = TIFFFixture(width: 4, height: 2) { x, _, _ in UInt64(x) }
        #expect(try !open([page]).hasInterleavedChannels)
        page.samplesPerPixel = 3
        page.extraSamples = [0, 0]
        #expect(try open([page]).hasInterleavedChannels)
        page.isPlanar = true
        #expect(try !open([page]).hasInterleavedChannels)
    }

    @Test func `alpha may be a channel as well, with all of its bits`() throws {
        var page = TIFFFixture(width: 4, height: 2) { x, _, channel in UInt64(channel == 1 ? x * 1000 : 7) }
        page.bits = 16
        page.samplesPerPixel = 2
        for (extra, warnings) in [(2, 0), (1, 1)] {
            page.extraSamples = [extra]
            let input = ImageInput.bytes(page.encoded(), name: "test.tif")
            let image = try #require(try openChannelImageWithAlpha(input))
            #expect(image.description.channels == [ChannelDescription(), ChannelDescription(alpha: .opacity)])
            #expect(
                try image.samples(UInt16.self, ChannelPlane(channel: 1)) == [0, 1000, 2000, 3000, 0, 1000, 2000, 3000])
            #expect(try image.alpha() == [0, 4, 8, 12, 0, 4, 8, 12])
            #expect(image.warnings.count == warnings)
            #expect(try openChannelImage(input)?.description.channels.count == 1)
        }
    }
}
