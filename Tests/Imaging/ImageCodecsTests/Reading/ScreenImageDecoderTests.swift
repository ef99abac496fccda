import ImageMetadata
import ImageSources
import PixelKernels
import TestLimits
import Testing
import TilePyramid

@testable import ImageCodecs

@Suite(.timeLimited)
struct ScreenImageDecoderTests {
    private func encoded(_ format: TileFormat, _ tile: TestTile, exif: [UInt8]? = nil) throws -> [UInt8] {
        var encoding = TileEncoding()
        encoding.format = format
        encoding.quality = 95
        encoding.exif = exif
        return try encoding.makeEncoder(for: tile.layout).encode(tile)
    }

    private func decoded(
        _ bytes: [UInt8], _ shown: PixelSize? = nil
    ) throws -> (decoder: ScreenImageDecoder, pixels: [UInt32], isOpaque: Bool) {
        let decoder = try ScreenImageDecoder(.bytes(bytes, name: "image")) { shown ?? $0 }
        var pixels = [UInt32](repeating: 0, count: decoder.size.area)
        let isOpaque = try pixels.withUnsafeMutableBufferPointer { try decoder.write(to: $0) }
        return (decoder, pixels, isOpaque)
    }

    private static func greatestDifference(_ pixels: [UInt32], _ others: [UInt32]) -> Int {
        var greatest = 0
        for (pixel, other) in zip(pixels, others) {
            for shift: UInt32 in [0, 8, 16, 24] {
                let sample = Int(pixel >> shift & 255)
                let otherSample = Int(other >> shift & 255)
                greatest = max(greatest, abs(sample - otherSample))
            }
        }
        return greatest
    }

    @Test func `a large JPEG is decoded at an eighth and filtered once to the size at which it is shown`() throws {
        let tile = TestTile(.smooth, width: 4000, height: 3000, layout: PixelLayout(.gray))
        let (decoder, pixels, isOpaque) = try decoded(
            encoded(.jpeg, tile), PixelSize(width: 400, height: 300))
        #expect(decoder.size == PixelSize(width: 400, height: 300) && 4 * pixels.count == 480_000)
        #expect(decoder.fullSize == PixelSize(width: 4000, height: 3000))
        #expect(decoder.reduction == 8 && isOpaque)
    }

    @Test(arguments: [
        (PixelSize(width: 40, height: 30), 1), (PixelSize(width: 32, height: 24), 1),
        (PixelSize(width: 20, height: 15), 2), (PixelSize(width: 10, height: 8), 4),
        (PixelSize(width: 5, height: 4), 8), (PixelSize(width: 1, height: 1), 8), (PixelSize(width: 5, height: 30), 1),
    ])
    func `the largest reduction that is not smaller than the size is decoded`(
        shown: PixelSize, reduction: Int
    ) throws {
        let tile = TestTile(.solid, width: 40, height: 30, layout: PixelLayout(.rgb))
        let (decoder, pixels, _) = try decoded(encoded(.jpeg, tile), shown)
        #expect(decoder.size == shown && decoder.reduction == reduction)
        // One color stays what it is, to within JPEG's rounding.
        for pixel in pixels {
            let solid: UInt32 = 0xFFC8_9664
            #expect(Self.greatestDifference([pixel], [solid]) <= 2)
        }
    }

    @Test(arguments: [TileFormat.png, .jpeg, .webp, .jpng, .ktx2])
    func `at its own size an image has the pixels of a tile`(format: TileFormat) throws {
        let tile = TestTile(.smooth, width: 50, height: 31, layout: PixelLayout(format == .jpeg ? .rgb : .rgba))
        let bytes = try encoded(format, tile)
        let (decoder, pixels, isOpaque) = try decoded(bytes)
        let expected = try ScreenTile(bytes)
        #expect(decoder.reduction == 1 && decoder.size == expected.size)
        // Straight samples of a premultiplied file are rounded.
        let greatest = Self.greatestDifference(pixels, expected.pixels)
        #expect(greatest <= (format == .ktx2 ? 1 : 0))
        #expect(isOpaque == expected.isOpaque.after)
    }

    @Test func `transparent pixels do not color their neighbors, and sizes beyond the image's are its own`() throws {
        var tile = TestTile(.solid, width: 64, height: 64, layout: PixelLayout(.rgba))
        for pixel in 0..<64 * 64 {
            // Red and opaque on the left, green and transparent on the right.
            let isLeft = pixel % 64 < 32
            tile.bytes.replaceSubrange(4 * pixel..<4 * pixel + 4, with: isLeft ? [255, 0, 0, 255] : [0, 255, 0, 0])
        }
        let bytes = try encoded(.png, tile)
        let (_, pixels, isOpaque) = try decoded(bytes, PixelSize(width: 9, height: 1000))
        #expect(pixels.count == 9 * 64 && !isOpaque)
        #expect(pixels.allSatisfy { $0 & 0xFFFF == 0 })
        #expect(pixels[0] == 0xFFFF_0000 && pixels[8] == 0)
    }

    @Test func `an image of too many pixels is refused at full size and decoded at a smaller one`() throws {
        let tile = TestTile(.solid, width: 8200, height: 8200, layout: PixelLayout(.gray))
        let bytes = try encoded(.png, tile)
        let error = #expect(throws: CodecError.self) { try ScreenImageDecoder(.bytes(bytes, name: "image")) }
        #expect(error?.message.hasPrefix("the image is too large: it has 8200×8200 pixels") == true)
        let (_, pixels, _) = try decoded(bytes, PixelSize(width: 3, height: 2))
        #expect(pixels.allSatisfy { $0 == 0xFFC8_C8C8 })
    }
}
