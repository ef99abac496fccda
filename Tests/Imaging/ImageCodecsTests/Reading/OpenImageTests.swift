import ImageMetadata
import ImageSources
import PixelKernels
import TestSupport
import TestLimits
import Testing
import TilePyramid

@testable import ImageCodecs

/// Malicious headers, for any decoder.
@Suite(.timeLimited) struct OpenImageTests {
    private func jpeg(exif: [UInt8]) throws -> [UInt8] {
        var encoding = TileEncoding()
        encoding.exif = exif
        let tile = TestTile(.smooth, width: 20, height: 10, layout: PixelLayout(.rgb))
        return try encoding.makeEncoder(for: tile.layout).encode(tile)
    }

    /// A TIFF of one directory; its values have 64 bits in a BigTIFF, else 32.
    private func tiff(big: Bool, _ tags: [(tag: Int, type: Int, count: Int, value: UInt64)]) -> [UInt8] {
        func bytes(_ value: UInt64, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        let wide = big ? 8 : 4
        var file: [UInt8] = big ? [0x49, 0x49, 43, 0, 8, 0, 0, 0] : [0x49, 0x49, 42, 0]
        file += bytes(big ? 16 : 8, wide) + bytes(UInt64(tags.count), big ? 8 : 2)
        for tag in tags {
            file += bytes(UInt64(tag.tag), 2) + bytes(UInt64(tag.type), 2) + bytes(UInt64(tag.count), wide)
            file += bytes(tag.value, wide)
        }
        return file + bytes(0, wide)
    }

    @Test(arguments: [3, 4, 12, 16], [1, 9, 100, Int(UInt32.max)])
    func `EXIF with value offsets that overflow declares no orientation`(type: Int, count: Int) throws {
        for offset in [UInt64(Int.max), UInt64(Int.max) - 8, UInt64.max, 1 << 62] {
            let exif = tiff(big: true, [(tag: 274, type: type, count: count, value: offset)])
            let source = try openImage(.bytes(jpeg(exif: exif), name: "test"))
            #expect(source.info.size == PixelSize(width: 20, height: 10))
        }
    }

    @Test(arguments: [(1 << 31 - 8, 1 << 32 - 1), (10_000_001, 1), (1, 10_000_001), (1 << 27, 1 << 32 - 1)])
    func `a side of more than ten million pixels is refused`(width: Int, height: Int) throws {
        let file = tiff(
            big: false,
            [
                (256, 4, 1, UInt64(width)), (257, 4, 1, UInt64(height)), (258, 3, 1, 1), (259, 3, 1, 1),
                (262, 3, 1, 1), (273, 4, 1, 8), (277, 3, 1, 1), (278, 4, 1, UInt64(height)), (279, 4, 1, 100),
            ])
        let error = try #require(throws: CodecError.self) {
            try openImage(.bytes(file + [UInt8](repeating: 0, count: 200), name: "large"))
        }
        #expect(error == CodecError.tooLarge("large"))
    }

    @Test func `a side of ten million pixels is accepted`() throws {
        let file = tiff(
            big: false,
            [
                (256, 4, 1, 1), (257, 4, 1, 10_000_000), (258, 3, 1, 1), (259, 3, 1, 1), (262, 3, 1, 1),
                (273, 4, 1, 8), (277, 3, 1, 1), (278, 4, 1, 10_000_000), (279, 4, 1, 100),
            ])
        let source = try openImage(.bytes(file + [UInt8](repeating: 0, count: 200), name: "tall"))
        #expect(source.info.size == PixelSize(width: 1, height: 10_000_000))
    }

    @Test(arguments: [(100_000_000, 1), (1, 100_000_000)])
    func `a PNG with a side of a hundred million pixels is refused for its size`(width: Int, height: Int) throws {
        var png = PNGFixture(width: 1, height: 1) { _, _, _ in 0 }.encoded()
        png.replaceSubrange(
            16..<24,
            with: [width, height].flatMap { side in
                (0..<4).map { UInt8(truncatingIfNeeded: side >> (24 - 8 * $0)) }
            })
        let error = try #require(throws: CodecError.self) { try openImage(.bytes(png, name: "long.png")) }
        #expect(
            "\(error)" == """
                long.png: the image is too large: a side may have at most 10,000,000 pixels. Cut it in several parts.
                """)
    }

    /// A JPEG 2000 codestream of one gray tile that codes no code-block.
    private static func blankJPEG2000(width: Int, height: Int) -> [UInt8] {
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
        }
        let sides = number(width, 4) + number(height, 4)
        let components: [UInt8] = [0, 1, 7, 1, 1]
        var file: [UInt8] = [0xFF, 0x4F, 0xFF, 0x51] + number(41, 2) + [0, 0] + sides
        file += zeros(8) + sides + zeros(8) + components
        // Five decompositions by the reversible wavelet, and no quantization.
        file += [0xFF, 0x52, 0, 12, 0, 0, 0, 1, 0, 5, 4, 4, 0, 1]
        file += [0xFF, 0x5C, 0, 19, 0x40] + Array(repeating: 0x48, count: 16)
        // A tile-part with an empty packet for each resolution.
        return file + [0xFF, 0x90, 0, 10, 0, 0] + number(20, 4) + [0, 1, 0xFF, 0x93] + zeros(6) + [0xFF, 0xD9]
    }

    @Test func `a blank JPEG 2000 may declare 67 million pixels, and more with a limit that allows them`() throws {
        let small = try DecodedImage(openImage(.bytes(Self.blankJPEG2000(width: 40, height: 30), name: "small.j2k")))
        #expect(small.samples == Array(repeating: 128, count: 1200))
        let large = ImageInput.bytes(Self.blankJPEG2000(width: 30_000, height: 20_000), name: "large.j2k")
        let error = try #require(throws: CodecError.self) { try openImage(large) }
        #expect(error.code == .unsupported)
        #expect(error.message.contains("declares 600000000 pixels, and up to 67108864 are decoded"), "\(error)")
        #expect(error.message.contains("limit of pixels to 600000000"))
        var options = DecodeOptions()
        options.limits.pixels = 600_000_000
        #expect(try openImage(large, options: options).info.size.area == 600_000_000)
    }

    @Test(arguments: [(10_000_001, 16), (16, 10_000_001), (1 << 31 - 1, 1 << 31 - 1)])
    func `a JPEG 2000 with a side of more than ten million pixels is refused for its size`(
        width: Int, height: Int
    ) throws {
        let file = Self.blankJPEG2000(width: width, height: height)
        let error = try #require(throws: CodecError.self) { try openImage(.bytes(file, name: "long.j2k")) }
        #expect(error == CodecError.tooLarge("long.j2k"))
    }

    private static let unsupported: [(format: String, bytes: [UInt8])] = [
        ("a BMP image", Array("BM".utf8) + zeros(12) + [40] + zeros(39)),
        ("an OpenEXR image", [0x76, 0x2F, 0x31, 0x01, 2, 0, 0, 0]),
        ("a Photoshop image (PSD)", Array("8BPS".utf8) + [0, 1]),
        ("a DICOM image", zeros(128) + Array("DICM".utf8)),
        ("a TGA image", zeros(40) + Array("TRUEVISION-XFILE.\0".utf8)),
        ("a TGA image", [0, 0, 2] + zeros(9) + [8, 0, 4, 0, 24, 0x20] + zeros(9)),
        ("an icon (ICO)", [0, 0, 1, 0, 1, 0, 16, 16]), ("a cursor (CUR)", [0, 0, 2, 0, 1, 0, 16, 16]),
    ]

    private static func zeros(_ count: Int) -> [UInt8] { Array(repeating: 0, count: count) }

    @Test(arguments: unsupported)
    func `a format that is recognized and not read is named`(format: String, bytes: [UInt8]) throws {
        let error = try #require(throws: CodecError.self) { try openImage(.bytes(bytes, name: "odd")) }
        #expect(error.code == .unsupported)
        #expect(
            "\(error)" == """
                odd: this is \(format), which cannot be read. Convert it to a kind that can: JPEG, PNG, TIFF, WebP, \
                JPEG 2000, HEIF, AVIF, JPEG XL, GIF, SVG, PDF, PPM, Radiance HDR, FITS or a slide.
                """)
    }
}
