import ChannelImages
import ImageMetadata
import TestLimits
import TestSupport
import Testing
import TilePyramid

@testable import ImageCodecs

@Suite(.timeLimited) struct OpenChannelImageTests {
    private func open(_ bytes: [UInt8], _ options: DecodeOptions = DecodeOptions()) throws -> (any ChannelImage)? {
        try openChannelImage(.bytes(bytes, name: "image"), options: options)
    }

    @Test func `a TIFF is read by its strips`() throws {
        var page = TIFFFixture(width: 3, height: 2) { x, y, _ in UInt64(x + 10 * y) }
        page.bits = 32
        let image = try #require(try open(page.encoded()))
        #expect(image is TIFFChannelImage)
        #expect(image.description.sampleType == .uint32)
        #expect(try image.samples(UInt32.self) == [0, 1, 2, 10, 11, 12])
    }

    @Test func `a palette is shown in its colors`() throws {
        var page = TIFFFixture(width: 4, height: 1) { x, _, _ in UInt64(x) }
        page.photometric = 3
        page.tags[320] = .shorts((0..<3).flatMap { channel in (0..<256).map { ($0 * 10 + channel) % 256 * 257 } })
        let image = try #require(try open(page.encoded()))
        #expect(image is DecodedChannelImage)
        #expect(image.description.isColorPicture)
        for channel in 0..<3 {
            #expect(try image.bytes(ChannelPlane(channel: channel)) == (0..<4).map { UInt8($0 * 10 + channel) })
        }
    }

    @Test(arguments: [8, 16]) func `images of other formats are decoded to gray or RGB`(bits: Int) throws {
        let factor = bits == 8 ? 1 : 200
        for (colorType, channels) in [(0, 1), (2, 3), (6, 3)] {
            var fixture = PNGFixture(width: 30, height: 11) { x, y, channel in
                channel == 3 ? (1 << bits) - 1 : (x * 5 + y * 7 + channel * 9) * factor
            }
            fixture.bits = bits
            fixture.colorType = colorType
            let image = try #require(try open(fixture.encoded()))
            #expect(image.description.channels.count == channels)
            #expect(image.description.isColorPicture == (channels == 3))
            #expect(image.description.sampleType == (bits == 8 ? .uint8 : .uint16))
            #expect(image.description.levels == [PixelSize(width: 30, height: 11)])
            for channel in 0..<channels {
                for rect in [PixelRect(x: 0, y: 0, width: 30, height: 11), PixelRect(x: 4, y: 9, width: 5, height: 2)] {
                    let expected = rect.rows.flatMap { y in
                        rect.columns.map { ($0 * 5 + y * 7 + channel * 9) * factor }
                    }
                    let plane = ChannelPlane(channel: channel)
                    var read = try bits == 8 ? image.samples(UInt8.self, plane, rect).map { Int($0) } : []
                    if bits == 16 { read = try image.samples(UInt16.self, plane, rect).map { Int($0) } }
                    #expect(read == expected, "color type \(colorType), channel \(channel)")
                }
            }
        }
    }

    @Test func `the alpha of a decoded image is read apart`() throws {
        var fixture = PNGFixture(width: 5, height: 2) { x, y, channel in channel == 3 ? x * 60 + y : 99 }
        #expect(try open(fixture.encoded())?.alpha() == nil)
        fixture.colorType = 6
        let image = try #require(try open(fixture.encoded()))
        #expect(image.description.channels.count == 3)
        #expect(try image.alpha() == [0, 60, 120, 180, 240, 1, 61, 121, 181, 241])
    }

    @Test func `vector images have no samples, and damage is an error`() throws {
        let svg = #"<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="4" height="4"/></svg>"#
        #expect(try open(Array(svg.utf8)) == nil)
        #expect(throws: CodecError.self) { try open([1, 2, 3]) }
        let cut = Array(PNGFixture(width: 30, height: 11) { _, _, _ in 3 }.encoded().prefix(300))
        #expect(throws: CodecError.self) { try open(cut)?.bytes() }
    }
}
