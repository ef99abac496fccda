import ChannelImages
import Foundation
import ImageMetadata
import TestLimits
import TestSupport
import Testing
import TilePyramid

@testable import ImageCodecs

/// Images of formats without channels of their own that hold more than colors.
@Suite(.timeLimited) struct StoredSampleTests {
    private func open(_ bytes: [UInt8], _ options: DecodeOptions = DecodeOptions()) throws -> any ChannelImage {
        try #require(try openChannelImage(.bytes(bytes, name: "image"), options: options))
    }

    private static func jpeg2000(components: Int, bits: Int) -> OpenJPEGFixture {
        var fixture = OpenJPEGFixture(
            width: 45, height: 33, sampling: Array(repeating: (1, 1), count: components)
        ) { x, y, component in (x * 97 + y * 31 + component * 500) & (1 << bits - 1) }
        fixture.bits = bits
        return fixture
    }

    @Test(arguments: [(bits: 12, tile: 0), (bits: 16, tile: 16), (bits: 8, tile: 16)])
    func `JPEG 2000 has all of its components, as they are stored`(bits: Int, tile: Int) throws {
        var fixture = Self.jpeg2000(components: 5, bits: bits)
        fixture.tile = tile
        let image = try open(fixture.encoded())
        #expect(image.description.channels.count == 5)
        #expect(image.description.sampleType == (bits == 8 ? .uint8 : .uint16))
        #expect(image.description.significantBits == (bits == 12 ? 12 : nil))
        for channel in 0..<5 {
            let plane = ChannelPlane(channel: channel)
            let samples =
                bits == 8
                ? try image.samples(UInt8.self, plane).map { Int($0) }
                : try image.samples(UInt16.self, plane).map { Int($0) }
            #expect(samples == fixture.samples(of: channel))
        }
    }

    @Test func `JPEG 2000 keeps the sign of its samples`() throws {
        var fixture = OpenJPEGFixture(width: 21, height: 9, sampling: [(1, 1)]) { x, y, _ in x * 40 + y * 11 - 500 }
        fixture.bits = 11
        fixture.isSigned = true
        let image = try open(fixture.encoded())
        #expect(image.description.sampleType == .int16 && image.description.significantBits == 11)
        #expect(try image.samples(Int16.self).map { Int($0) } == fixture.samples(of: 0))
    }

    @Test func `JPEG 2000 of plain colors is converted, and samples of more than 16 bits are refused`() throws {
        let colors = try open(Self.jpeg2000(components: 3, bits: 8).encoded())
        #expect(colors.description.isColorPicture && colors.description.channels.count == 3)
        let error = #expect(throws: CodecError.self) { try open(Self.jpeg2000(components: 1, bits: 20).encoded()) }
        #expect(error?.code == .unsupported && error?.message.contains("20 bits") == true)
    }

    @Test func `PGM of 12 bits and PFM keep their values`() throws {
        let numbers = [0, 1, 700, 4095, 2000, 9]
        let gray = try open(
            Array("P5\n3 2\n4095\n".utf8) + numbers.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] })
        #expect(gray.description.sampleType == .uint16 && gray.description.significantBits == 12)
        #expect(try gray.samples(UInt16.self).map { Int($0) } == numbers)
        let values: [Float] = [-1.5, 0, 1e9]
        let floats = try open(
            Array("Pf\n3 1\n-1.0\n".utf8)
                + values.flatMap { value in
                    (0..<4).map { UInt8(truncatingIfNeeded: value.bitPattern >> (8 * UInt32($0))) }
                })
        #expect(floats.description.sampleType == .float32 && floats.description.channels.count == 1)
        #expect(try floats.samples(Float.self) == values)
    }

    @Test func `a mask beside an image says which pixels are valid`() throws {
        let folder = try TemporaryFolder()
        try folder.write(Data(Array("P5\n4 2\n255\n".utf8) + [1, 2, 3, 4, 5, 6, 7, 8]), to: "a.pgm")
        func open(_ mask: TIFFFixture, _ change: (inout DecodeOptions) -> Void = { _ in }) throws -> any ChannelImage {
            try folder.write(Data(mask.encoded()), to: "a.pgm.msk")
            var options = DecodeOptions()
            change(&options)
            return try #require(try openChannelImage(.file(folder.path("a.pgm")), options: options))
        }
        for bits in [1, 8, 16] {
            var mask = TIFFFixture(width: 4, height: 2) { x, y, _ in y == 0 && x > 0 ? 1 : 0 }
            mask.bits = bits
            let image = try open(mask)
            #expect(image.alphaMeaning(ofLevel: 0) == .validity && image.warnings == [])
            #expect(try alpha(of: image) == [0, 255, 255, 255, 0, 0, 0, 0])
            #expect(try image.samples(UInt8.self) == [1, 2, 3, 4, 5, 6, 7, 8])
            #expect(try open(mask) { $0.nodata = .none }.alphaMeaning(ofLevel: 0) == nil)
        }
        let wide = TIFFFixture(width: 5, height: 2) { _, _, _ in 1 }
        let error = #expect(throws: CodecError.self) { try open(wide) }
        #expect(error?.message.hasPrefix("its mask, a.pgm.msk, has 5×2 pixels, and the image 4×2.") == true)
        let image = try open(wide) { $0.allowedLoss = [.validity] }
        #expect(image.alphaMeaning(ofLevel: 0) == nil && image.warnings.count == 1)
    }

    /// The alpha of all pixels.
    private func alpha(of image: any ChannelImage) throws -> [UInt8] {
        let size = image.description.size
        var alpha = [UInt8](repeating: 7, count: size.area)
        try alpha.withUnsafeMutableBytes {
            try image.readAlpha(
                PixelRect(x: 0, y: 0, width: size.width, height: size.height), of: ChannelPlane(), into: $0)
        }
        return alpha
    }

    @Test func `FITS has all of its bands, with signs and no-data values`() throws {
        let cards = [
            "SIMPLE  =                    T", "BITPIX  =                   16", "NAXIS   =                    3",
            "NAXIS1  =                    3", "NAXIS2  =                    1", "NAXIS3  =                    5", "END",
        ]
        func padded(_ text: String, to length: Int) -> String {
            text + String(repeating: " ", count: length - text.count)
        }
        let header = padded(cards.map { padded($0, to: 80) }.joined(), to: 2880)
        let numbers = (0..<15).map { Int16($0 * 300 - 2000) }
        let data = numbers.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
        let folder = try TemporaryFolder()
        // libvips reads FITS only from files.
        try folder.write(Data(Array(header.utf8) + data + Array(repeating: 0, count: 2880 - data.count)), to: "a.fits")
        var options = DecodeOptions()
        options.nodata = .value(NodataValue(-200))
        let image = try #require(try openChannelImage(.file(folder.path("a.fits")), options: options))
        #expect(image.description.sampleType == .int16 && image.description.channels.count == 5)
        #expect(image.description.channels.allSatisfy { $0.nodata == NodataValue(-200) })
        for channel in 0..<5 {
            #expect(
                try image.samples(Int16.self, ChannelPlane(channel: channel))
                    == Array(numbers[3 * channel..<3 * channel + 3]))
        }
    }
}
