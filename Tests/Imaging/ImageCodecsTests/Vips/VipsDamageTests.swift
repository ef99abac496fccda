internal import CVips
internal import ImageSources
internal import PixelKernels
internal import TestSupport
internal import TestLimits
internal import Testing
internal import TilePyramid

@testable internal import ImageCodecs
internal import ImageMetadata
internal import JPEGLossless

@Suite(.timeLimited) struct `Damaged images through libvips` {
    static let savers: [(String, [String: String])] = [
        ("jpegsave_buffer", ["Q": "90"]), ("jpegsave_buffer", ["Q": "90", "interlace": "true"]),
        ("pngsave_buffer", [:]), ("pngsave_buffer", ["interlace": "true"]), ("tiffsave_buffer", [:]),
        ("tiffsave_buffer", ["tile": "true", "tile-width": "64", "tile-height": "64", "compression": "deflate"]),
        ("webpsave_buffer", ["Q": "90"]), ("webpsave_buffer", ["lossless": "true"]),
        ("heifsave_buffer", ["compression": "hevc", "Q": "80"]),
        ("heifsave_buffer", ["compression": "av1", "Q": "80"]), ("jxlsave_buffer", ["Q": "90"]),
        ("gifsave_buffer", [:]),
    ]

    /// The output of each saver, computed once because some are slow.
    private static let images = savers.map { saver, options in
        Result {
            // Detailed enough that every part of the file matters.
            let fixture = VipsFixture(200, 300, bands: 3) { x, y, channel in
                (x * x * 7 + y * y * 13 + channel * x * y) % 256
            }
            return try fixture.encoded(saver, options)
        }
    }

    private static func image(_ index: Int) throws -> [UInt8] { try images[index].get() }

    /// True for the errors that a damaged image may give, whichever library reports it.
    private static func isDamage(_ error: any Error) -> Bool {
        [.truncated, .damaged, .unsupported].contains((error as? CodecError)?.code)
    }

    @Test(arguments: savers.indices, [0.02, 0.1, 0.35, 0.5, 0.75, 0.95])
    func `A truncated image is an error`(index: Int, part: Double) throws {
        let bytes = try Self.image(index)
        let start = Array(bytes.prefix(Int(Double(bytes.count) * part)))
        #expect { try DecodedImage.throughVips(start) } throws: { Self.isDamage($0) }
    }

    @Test(arguments: savers.indices, [0.35, 0.5, 0.75, 0.95])
    func `A truncated image is never delivered without a warning`(index: Int, part: Double) throws {
        let bytes = try Self.image(index)
        let start = Array(bytes.prefix(Int(Double(bytes.count) * part)))
        do {
            let image = try DecodedImage.throughVips(start) { $0.allowTruncated = true }
            #expect(image.info.size == PixelSize(width: 200, height: 300))
            #expect(!image.warnings.isEmpty)
        } catch {
            // Formats that are decoded as a whole deliver nothing.
            #expect(Self.isDamage(error))
            #expect(!["jpegsave_buffer", "gifsave_buffer"].contains(Self.savers[index].0))
        }
    }

    @Test(arguments: [0, 2])
    func `The readable rows of a truncated image are delivered`(index: Int) throws {
        let bytes = try Self.image(index)
        let whole = try DecodedImage.throughVips(bytes)
        let half = try DecodedImage.throughVips(Array(bytes.prefix(bytes.count / 2))) { $0.allowTruncated = true }
        let rows = 120 * 200 * 3
        #expect(half.samples[..<rows] == whole.samples[..<rows])
        #expect(half.samples != whole.samples)
        #expect(half.warnings.count == 1)
    }

    @Test func `Missing strips are gray, and a file without pixels is an error`() throws {
        var page = TIFFFixture(width: 100, height: 400) { x, y, _ in UInt64((x + y) % 256) }
        page.rowsPerStrip = 16
        page.isDirectoryFirst = true
        let bytes = page.encoded()
        #expect(try DecodedImage.throughVips(bytes).difference { x, y, _ in (x + y) % 256 } == 0)
        let half = Array(bytes.prefix(bytes.count / 2))
        #expect { try DecodedImage.throughVips(half) } throws: { Self.isDamage($0) }
        let image = try DecodedImage.throughVips(half) { $0.allowTruncated = true }
        #expect(image.warnings.count == 1)
        #expect(image.pixel(5, 100) == [105])
        #expect(image.pixel(5, 399) == [128])
        let none = Array(bytes.prefix(bytes.count - 400 * 100))
        #expect { try DecodedImage.throughVips(none) { $0.allowTruncated = true } } throws: { Self.isDamage($0) }
    }

    @Test(arguments: [0, 1, 2, 3, 5, 7])
    func `Wrong bytes in the middle are an error`(index: Int) throws {
        var bytes = try Self.image(index)
        let middle = bytes.count / 2
        // In JPEG a marker in the wrong place; elsewhere a wrong checksum or an invalid code.
        bytes.replaceSubrange(middle..<(middle + 64), with: (0..<64).map { [0xFF, 0xDB, 0x00, 0x07][$0 % 4] })
        #expect { try DecodedImage.throughVips(bytes) } throws: { Self.isDamage($0) }
    }

    @Test func `Bytes after the end of a JPEG or before a marker are harmless`() throws {
        var bytes = try Self.image(0)
        bytes += [1, 2, 3, 4]
        #expect(try DecodedImage.throughVips(bytes).warnings.isEmpty)
        let end = bytes.count - 6
        #expect(Array(bytes[end..<(end + 2)]) == [0xFF, 0xD9])
        bytes.insert(contentsOf: [0, 0], at: end)
        #expect(throws: Never.self) { try DecodedImage.throughVips(bytes) }
    }

    static let logs: [([String], VipsDamage)] = [
        ([], .none), (["unknown EXIF resolution unit"], .none),
        (
            ["read gave 2 warnings", "VipsJpeg: Corrupt JPEG data: bad Huffman code"],
            .found(
                "the image is damaged or incomplete (Corrupt JPEG data: bad Huffman code); some of its pixels are "
                    + "missing or wrong.")
        ),
        (["read gave 1 warnings"], .undescribed),
        (["read gave 3 warnings", "VipsJpeg: Corrupt JPEG data: 3 extraneous bytes before marker 0xd9"], .undescribed),
    ]

    @Test(arguments: logs.indices)
    func `A JPEG's log distinguishes damage, harmless warnings and those not described`(index: Int) throws {
        let (lines, damage) = Self.logs[index]
        let logged = try #require(ImageFormat.jpeg.vipsFormat).loggedDamage
        #expect(VipsDamage(lines, logged, lenient: false) == damage)
    }

    /// A CMYK JPEG, which only libvips reads, with extraneous bytes before two of its markers.
    private static func cmykWithExtraneousBytes() throws -> [UInt8] {
        var fixture = VipsFixture(64, 48, bands: 4) { x, y, channel in (x * 3 + y * 5 + channel * 40) % 256 }
        fixture.interpretation = VIPS_INTERPRETATION_CMYK
        var jpeg = try fixture.encoded("jpegsave_buffer")
        for marker in [0xDA, 0xDB] as [UInt8] {
            jpeg.insert(contentsOf: [1, 2, 3], at: try Segments(jpeg).offset(of: marker))
        }
        return jpeg
    }

    @Test func `Extraneous bytes before several markers are one warning`() throws {
        let image = try DecodedImage.throughVips(Self.cmykWithExtraneousBytes())
        #expect(image.warnings == [JPEGInspection.skippedBytesWarning])
    }

    @Test func `Damage after extraneous bytes is found`() throws {
        var jpeg = try Self.cmykWithExtraneousBytes()
        let middle = jpeg.count - 200
        jpeg.replaceSubrange(middle..<middle + 64, with: (0..<32).flatMap { _ in [0xFF, 0xD7] })
        #expect {
            try DecodedImage.throughVips(jpeg)
        } throws: {
            ($0 as? CodecError)?.code == .damaged && "\($0)".contains("near row")
        }
        let image = try DecodedImage.throughVips(jpeg) { $0.allowTruncated = true }
        #expect(image.warnings.count == 1)
        #expect(image.warnings.first?.contains("damaged near row") == true)
    }
}
