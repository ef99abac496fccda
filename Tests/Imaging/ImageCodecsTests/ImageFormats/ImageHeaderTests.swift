import TestSupport
import TestLimits
import Testing
import TilePyramid

@testable import ImageCodecs
@testable import ImageMetadata

@Suite(.timeLimited) struct ImageHeaderTests {
    private static let size = PixelSize(width: 300, height: 2)

    private static func big(_ number: Int, _ count: Int = 4) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    private static func little(_ number: Int, _ count: Int = 4) -> [UInt8] { big(number, count).reversed() }

    private static let png =
        PNGHeader.signature + big(13) + Array("IHDR".utf8) + big(300) + big(2) + [8, 6, 0, 0, 0] + big(0)
    private static let jpeg: [UInt8] =
        [0xFF, 0xD8, 0xFF, 0xC0] + big(11, 2) + [8] + big(2, 2) + big(300, 2) + [1, 1, 0x11, 0] + [0xFF, 0xDA]
    private static let lossyWebP =
        Array("RIFF".utf8) + little(22) + Array("WEBPVP8 ".utf8) + little(10) + [0, 0, 0, 0x9D, 0x01, 0x2A]
        + little(300, 2) + little(2, 2)
    private static let losslessWebP =
        Array("RIFF".utf8) + little(22) + Array("WEBPVP8L".utf8) + little(10) + [0x2F] + little(299 | 1 << 14 | 1 << 28)
        + [0, 0, 0, 0, 0]
    private static let extendedWebP =
        Array("RIFF".utf8) + little(22) + Array("WEBPVP8X".utf8) + little(10) + [0x10, 0, 0, 0] + little(299, 3)
        + little(1, 3)
    /// A codestream of one component of 8 bits in one tile.
    private static let codestream: [UInt8] =
        [0xFF, 0x4F, 0xFF, 0x51] + big(41, 2) + big(0, 2) + big(300) + big(2) + big(0) + big(0) + big(300) + big(2)
        + big(0) + big(0) + big(1, 2) + [7, 1, 1]
    private static let jp2 =
        big(12) + Array("jP  \r\n".utf8) + [0x87, 0x0A] + big(0) + Array("jp2c".utf8) + codestream

    private static func tiff(isBigTIFF: Bool) -> [UInt8] {
        var directory = TIFFDirectoryBuilder()
        directory[.imageWidth] = .longs([300])
        directory[.imageLength] = .shorts([2])
        let header = TIFFHeader.bytes(firstDirectory: 24, isBigTIFF: isBigTIFF)
        return header + Array(repeating: 0, count: 24 - header.count)
            + directory.bytes(at: 24, next: 0, isBigTIFF: isBigTIFF)
    }

    private static let images: [(ImageFormat, [UInt8])] = [
        (.png, png), (.jpeg, jpeg), (.webP, lossyWebP), (.webP, losslessWebP), (.webP, extendedWebP),
        (.jpeg2000, codestream), (.jpeg2000, jp2), (.tiff, tiff(isBigTIFF: false)), (.tiff, tiff(isBigTIFF: true)),
    ]

    @Test func `format and size are those of the header, without any pixels`() {
        for (format, bytes) in Self.images {
            #expect(ImageFormats.standard.header(of: bytes)?.format.name == format.name)
            #expect(ImageFormats.standard.size(of: bytes) == Self.size, "\(format.name)")
        }
    }

    @Test func `a header that is cut short at any byte has no size, and says so without reading further`() {
        for (format, bytes) in Self.images {
            let needed =
                bytes.indices.first { ImageFormats.standard.size(of: Array(bytes[...$0])) != nil } ?? bytes.count
            for end in 0..<needed {
                #expect(ImageFormats.standard.size(of: Array(bytes[..<end])) == nil, "\(format.name), \(end) bytes")
            }
        }
    }

    @Test func `other bytes are of no format`() {
        for bytes in [[], [0], Array("GIF89a".utf8), Array(repeating: 0xFF, count: 100)] as [[UInt8]] {
            #expect(ImageFormats.standard.size(of: bytes) == nil)
        }
    }

    @Test func `a PNG of no pixels, of an unknown color type or of a wrong depth has no header`() {
        for (offset, value) in [(19, 0), (25, 5), (24, 3), (26, 1), (28, 2)] {
            var bytes = Self.png
            bytes[offset] = UInt8(value)
            if offset == 19 { bytes[18] = 0 }
            #expect(ImageFormats.standard.size(of: bytes) == nil, "byte \(offset)")
        }
    }

    @Test func `a JPEG 2000 image has the size of its finest channel, wherever it begins`() {
        func codestream(_ components: [UInt8]) -> [UInt8] {
            let count = components.count / 3
            let grid = [300, 200, 5, 9, 300, 200, 0, 0].flatMap { Self.big($0) }
            return [0xFF, 0x4F, 0xFF, 0x51] + Self.big(38 + 3 * count, 2) + Self.big(0, 2) + grid + Self.big(count, 2)
                + components
        }
        func size(_ components: [UInt8]) -> PixelSize? { ImageFormats.standard.size(of: codestream(components)) }
        #expect(size([7, 1, 1]) == PixelSize(width: 295, height: 191))
        #expect(size([7, 2, 3]) == PixelSize(width: 147, height: 64))
        #expect(size([7, 1, 1, 7, 2, 2, 7, 2, 2]) == PixelSize(width: 295, height: 191))
        // A second component of undeclared meaning is not shown.
        #expect(size([7, 4, 4, 7, 1, 1]) == PixelSize(width: 73, height: 47))
        #expect(size([7, 0, 1]) == nil)
    }

    @Test func `alpha is declared by the headers of PNG and WebP`() {
        #expect(Self.png.withUnsafeBytes { PNGHeader(file: $0)?.hasAlpha } == true)
        #expect(Self.lossyWebP.withUnsafeBytes { WebPHeader($0)?.hasAlpha } == false)
        #expect(Self.losslessWebP.withUnsafeBytes { WebPHeader($0)?.hasAlpha } == true)
        #expect(Self.extendedWebP.withUnsafeBytes { WebPHeader($0)?.hasAlpha } == true)
    }

    @Test func `damaged headers are refused or read, and nothing else`() throws {
        let fuzzing = Fuzzing("image headers", seed: 11)
        var parsed = 0
        try fuzzing.run(
            prepare: { number, mutator in mutator.damaged(Self.images[number % Self.images.count].1) },
            isExpected: { _ in false }
        ) { bytes in
            guard let size = ImageFormats.standard.size(of: bytes) else { return }
            parsed += 1
            #expect(size.width > 0 && size.height > 0)
        }
        fuzzing.expect(reached: parsed, atLeast: 5)
    }
}
