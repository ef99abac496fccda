import ImageMetadata
import ImageSources
import PixelKernels
import TestSupport
import TestLimits
import Testing
import TilePyramid

@testable import ImageCodecs

@Suite(.timeLimited)
struct ReducedImageTests {
    private func encoded(
        _ format: TileFormat, width: Int, height: Int, channels: PixelLayout.Channels = .rgb, exif: [UInt8]? = nil,
        profile: [UInt8]? = nil
    ) throws -> [UInt8] {
        var encoding = TileEncoding()
        encoding.format = format
        encoding.exif = exif
        encoding.profile = profile
        let tile = TestTile(.smooth, width: width, height: height, layout: PixelLayout(channels))
        return try encoding.makeEncoder(for: tile.layout).encode(tile)
    }

    /// Reads the pixels, and checks that rows arrive in order.
    private func pixels(_ image: ReducedImage) throws -> [UInt32] {
        var pixels: [UInt32] = []
        try image.readRows { row, values in
            #expect(pixels.count == row * image.size.width)
            pixels += UnsafeBufferPointer(start: values, count: image.size.width)
        }
        #expect(pixels.count == image.size.area)
        return pixels
    }

    private func reduced(_ bytes: [UInt8], limit: Int) throws -> ReducedImage {
        try ReducedImage(.bytes(bytes, name: "picture"), pixelLimit: limit)
    }

    @Test(arguments: [(100, 61, 6100, 0), (100, 61, 6099, 1), (100, 61, 400, 2), (67, 41, 1, 7), (1, 9, 3, 2)])
    func `an image is halved until it is small enough, and each pixel is the mean of four`(
        width: Int, height: Int, limit: Int, halvings: Int
    ) throws {
        for channels in [PixelLayout.Channels.rgb, .rgba, .gray, .grayAlpha] {
            let bytes = try encoded(.png, width: width, height: height, channels: channels)
            var expected = try ScreenTile(cutting: bytes)
            for _ in 0..<halvings {
                expected = expected.halved()
            }
            let image = try reduced(bytes, limit: limit)
            #expect(image.info.size == PixelSize(width: width, height: height))
            #expect(image.halvings == halvings && image.size == expected.size)
            #expect(try pixels(image) == expected.pixels)
        }
    }

    @Test(arguments: [1000, 300, 100, 20], [nil, 6, 3] as [Int?])
    func `a reduced JPEG is close to the means of its pixels, upright and in sRGB`(limit: Int, orientation: Int?) throws
    {
        for profile in [nil, ProfileFixture.adobeRGB.bytes] as [[UInt8]?] {
            var exif = TestMetadata.exif
            exif[18] = UInt8(orientation ?? 1)
            let bytes = try encoded(.jpeg, width: 256, height: 128, exif: exif, profile: profile)
            let image = try reduced(bytes, limit: limit)
            var expected = try ScreenTile(cutting: bytes)
            for _ in 0..<image.halvings {
                expected = expected.halved()
            }
            #expect(image.size == expected.size && image.size.area <= limit)
            let differences = try zip(pixels(image), expected.pixels).flatMap { pair -> [Int] in
                [UInt32(0), 8, 16].map { shift in
                    abs(Int(pair.0 >> shift & 255) - Int(pair.1 >> shift & 255))
                }
            }
            #expect(Double(differences.reduce(0, +)) / Double(differences.count) < 2)
        }
    }

    @Test func `the readable part of a truncated image is delivered if that is allowed`() throws {
        let whole = try encoded(.jpeg, width: 800, height: 800)
        let bytes = Array(whole.prefix(whole.count / 2))
        #expect(throws: CodecError.self) { try pixels(reduced(bytes, limit: 10_000)) }
        var options = DecodeOptions()
        options.allowTruncated = true
        let image = try ReducedImage(.bytes(bytes, name: "picture"), pixelLimit: 10_000, options: options)
        let rows = try pixels(image)
        #expect(rows.count == image.size.area)
        #expect(image.warnings.count == 1)
        #expect(image.warnings.first?.contains("of 800; the rest is gray.") == true)
        #expect(throws: CodecError.self) { try reduced([1, 2, 3], limit: 1) }
    }

    @Test func `an error of the receiver ends the decoding`() throws {
        struct Enough: Error {}
        let image = try reduced(encoded(.png, width: 64, height: 64), limit: 300)
        var rows = 0
        #expect(throws: Enough.self) {
            try image.readRows { _, _ in
                rows += 1
                if rows == 3 { throw Enough() }
            }
        }
        #expect(rows == 3)
    }

    @Test func `the smallest stored resolution that suffices is decoded`() throws {
        let full = JPEG2000TIFFFixture(width: 100, height: 60, compression: 33005)
        var half = JPEG2000TIFFFixture(width: 50, height: 30, compression: 33005)
        // Other samples than those of the full size show which of them are decoded.
        half.page.sample = { x, y, channel in UInt64((x * 7 + y + channel) % 256) }
        let file = TIFFFixture.encode([full.encodedPage(), half.encodedPage()])
        func expected(_ fixture: JPEG2000TIFFFixture, limit: Int) throws -> [UInt32] {
            try pixels(reduced(TIFFFixture.encode([fixture.encodedPage()]), limit: limit))
        }
        #expect(try pixels(reduced(file, limit: 6000)) == expected(full, limit: 6000))
        #expect(try pixels(reduced(file, limit: 1500)) == expected(half, limit: 1500))
        let quarter = try reduced(file, limit: 1499)
        #expect(quarter.info.size == PixelSize(width: 100, height: 60) && quarter.halvings == 2)
        #expect(try pixels(quarter) == expected(half, limit: 1499))
    }
}
