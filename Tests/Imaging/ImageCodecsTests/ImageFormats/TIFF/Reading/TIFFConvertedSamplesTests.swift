import CTIFF
import ImageMetadata
import ImageSources
import PixelKernels
import TestLimits
import TestSupport
import Testing
import TilePyramid

@testable import ImageCodecs

/// Samples that are converted one by one, and pages that libtiff converts to RGB.
@Suite(.timeLimited) struct TIFFConvertedSamplesTests {
    private func decoded(
        _ bytes: [UInt8], _ change: (inout DecodeOptions) -> Void = { _ in }
    ) throws -> DecodedImage {
        var options = DecodeOptions()
        change(&options)
        return try DecodedImage(openImage(.bytes(bytes, name: "page.tif"), options: options))
    }

    private static func value(_ x: Int, _ y: Int, _ channel: Int) -> Int { x * 11 + y * 7 + channel * 5 }

    @Test(arguments: 1...16)
    func `unsigned samples of 1 to 16 bits are read, interleaved and in planes, in strips and tiles`(bits: Int) throws {
        let greatest = 1 << bits - 1
        for isPlanar in [false, true] {
            for tile: (Int, Int)? in [nil, (32, 16)] {
                var page = TIFFFixture(width: 37, height: 19) { UInt64(Self.value($0, $1, $2) % (greatest + 1)) }
                page.bits = bits
                page.photometric = 2
                page.samplesPerPixel = 3
                page.isPlanar = isPlanar
                page.tile = tile
                for bigEndian in [false, true] {
                    let image = try decoded(page.encoded(bigEndian: bigEndian))
                    #expect(image.warnings == [])
                    let difference = image.difference {
                        Int((Double(Self.value($0, $1, $2) % (greatest + 1)) * 255 / Double(greatest)).rounded())
                    }
                    #expect(difference == 0, "planar: \(isPlanar), tiles: \(tile != nil), MM: \(bigEndian)")
                }
            }
        }
    }

    /// Bit patterns of 0, 0.25, 1, −1, the least positive number, infinity and NaN.
    private static let floats: [(bits: Int, patterns: [UInt64])] = [
        (16, [0, 0x3400, 0x3C00, 0xBC00, 1, 0x7C00, 0x7E00]),
        (24, [0, 0x3D0000, 0x3F0000, 0xBF0000, 1, 0x7F0000, 0x7F8000]),
        (32, [0, 0x3E80_0000, 0x3F80_0000, 0xBF80_0000, 1, 0x7F80_0000, 0x7FC0_0000]),
        (
            64,
            [
                0, 0x3FD0 << 48, 0x3FF0 << 48, 0xBFF0 << 48, 1, 0x7FF0 << 48, 0x7FF8 << 48,
            ]
        ),
    ]

    @Test(arguments: floats, [false, true])
    func `floating point of 16, 24, 32 and 64 bits is scaled to its range`(
        format: (bits: Int, patterns: [UInt64]), bigEndian: Bool
    ) throws {
        var page = TIFFFixture(width: 7, height: 2) { x, _, _ in format.patterns[x] }
        page.bits = format.bits
        page.sampleFormat = 3
        let bytes = page.encoded(bigEndian: bigEndian)
        #expect(try decoded(bytes).samples.prefix(7) == [128, 159, 255, 0, 128, 255, 0])
        #expect(try decoded(bytes) { $0.range = .full }.samples.prefix(7) == [0, 64, 255, 0, 0, 255, 0])
        #expect(try decoded(bytes) { $0.range = .values(0, 0.5) }.samples.prefix(4) == [0, 128, 255, 0])
        #expect(
            try decoded(bytes) {
                $0.range = .full
                $0.depth = .sixteen
            }.samples.prefix(4) == [0, 16384, 65535, 0])
    }

    @Test func `signed and wide samples span black to white`() throws {
        for (format, bits) in [(2, 4), (2, 12), (2, 24), (2, 64), (1, 24), (1, 64)] {
            let top = UInt64.max >> UInt64(64 - bits)
            let (least, greatest) = format == 2 ? (top / 2 + 1, top / 2) : (0, top)
            var page = TIFFFixture(width: 2, height: 1) { x, _, _ in x == 0 ? least : greatest }
            page.bits = bits
            page.sampleFormat = format
            #expect(try decoded(page.encoded()).samples == [0, 255], "\(format), \(bits)")
        }
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8, 12, 16])
    func `palettes of every size become their colors`(bits: Int) throws {
        let count = 1 << bits
        func color(_ index: Int, _ channel: Int) -> Int { (index * 37 + channel * 80) % 256 }
        var page = TIFFFixture(width: 33, height: 4) { x, y, _ in UInt64((x * 5 + y) % count) }
        page.bits = bits
        page.photometric = 3
        page.tags[320] = .shorts((0..<3).flatMap { channel in (0..<count).map { color($0, channel) * 257 } })
        let image = try decoded(page.encoded())
        #expect(image.info.layout == PixelLayout(.rgb))
        #expect(image.difference { x, y, channel in color((x * 5 + y) % count, channel) } == 0)
    }

    @Test func `samples whose meaning is not declared are shown, with a warning`() throws {
        var page = TIFFFixture(width: 5, height: 1) { x, _, _ in UInt64(x * 60) }
        let entry: [UInt8] = [6, 1, 3, 0, 1, 0, 0, 0]
        var bytes = page.encoded()
        let start = try #require(bytes.indices.first { bytes[$0...].starts(with: entry) })
        // Another tag, which nobody knows, in its place.
        bytes[start] = 7
        let gray = try decoded(bytes)
        #expect(gray.samples == [0, 60, 120, 180, 240])
        #expect(
            gray.warnings == [
                "its directory does not say what the samples stand for (PhotometricInterpretation); gray is assumed."
            ])
        page.samplesPerPixel = 10
        let many = try decoded(page.encoded())
        #expect(many.samples == [0, 60, 120, 180, 240])
        #expect(many.warnings == ["channels that are neither color nor declared as transparency are left out."])
    }

    @Test func `a transparency mask is read as gray`() throws {
        var page = TIFFFixture(width: 8, height: 1) { x, _, _ in UInt64(x % 2) }
        page.bits = 1
        page.photometric = 4
        #expect(try decoded(page.encoded()).samples == [0, 255, 0, 255, 0, 255, 0, 255])
    }

    @Test(arguments: [7, -1, 0xFFFF_FFFF, 0x8000_0000])
    func `strips may be declared longer than the image`(rows: Int) throws {
        var page = TIFFFixture(width: 9, height: 6) { UInt64($0 + 10 * $1 + $2) }
        page.rowsPerStrip = rows < 0 ? 6 : rows
        page.bits = 12
        page.samplesPerPixel = 3
        page.photometric = 2
        page.isPlanar = rows < 0
        #expect(try decoded(page.encoded()).info.size == .init(width: 9, height: 6))
    }

    /// A page of YCbCr in blocks of 2 × 2 pixels: four luma samples, then Cb and Cr.
    private func subsampled(tile: (Int, Int)?) -> TIFFFixture {
        // Samples are written as if they were of a gray page with blocks' samples in a row.
        var page = TIFFFixture(width: 32, height: 16) { _, _, _ in 0 }
        page.photometric = 6
        page.samplesPerPixel = 3
        page.tile = tile
        page.rowsPerStrip = 16
        page.tags[530] = .shorts([2, 2])
        page.compress = { _, _ in
            (0..<8 * 16).flatMap { unit -> [UInt8] in
                let isLeft = unit % 16 < 8
                return Array(repeating: isLeft ? 76 : 150, count: 4) + (isLeft ? [85, 255] : [44, 21])
            }
        }
        return page
    }

    @Test(arguments: [false, true])
    func `subsampled YCbCr without JPEG is converted to RGB`(isTiled: Bool) throws {
        let image = try decoded(subsampled(tile: isTiled ? (32, 16) : nil).encoded())
        #expect(image.info.layout == PixelLayout(.rgb))
        #expect(difference([image.pixel(3, 3), image.pixel(28, 12)], [[254, 0, 0], [0, 255, 1]]) <= 2)
    }

    @Test(arguments: [1, 3, 8])
    func `the orientation of YCbCr is applied once`(orientation: Int) throws {
        var page = subsampled(tile: nil)
        page.tags[274] = .shorts([orientation])
        let image = try decoded(page.encoded())
        let red = [1: (0, 0), 3: (31, 0), 8: (0, 31)][orientation] ?? (0, 0)
        #expect(difference([image.pixel(red.0, red.1)], [[254, 0, 0]]) <= 2)
    }

    @Test(arguments: [
        (5, 1, "its samples are complex numbers, which cannot be shown."), (6, 1, "complex numbers"),
        (1, 32803, "the raw samples of a camera's sensor"), (1, 34892, "the raw samples of a camera's sensor"),
        (1, 9, "its colors are stored as ICCLAB, which is not supported. Convert it to RGB or CIELAB."),
        (1, 10, "its colors are stored as ITULAB"),
    ])
    func `pixels that cannot be shown are refused by name`(format: Int, photometric: Int, message: String) throws {
        var page = TIFFFixture(width: 4, height: 4) { _, _, _ in 0 }
        page.bits = format == 1 ? 8 : 64
        page.sampleFormat = format
        page.photometric = photometric
        let error = try #require(throws: CodecError.self) { try decoded(page.encoded()) }
        #expect(error.code == .unsupported)
        #expect(error.message.contains(message), "\(error.message)")
    }

    @Test(arguments: [
        (50002, "its compression, JPEG XL (50002), is not supported"),
        (34934, "its compression, JPEG XR (34934), is not supported"),
        (12345, "its compression, number 12345, is not supported"),
    ])
    func `a compression that libtiff does not decode is refused by name`(compression: Int, message: String) throws {
        var page = TIFFFixture(width: 4, height: 4) { _, _, _ in 0 }
        page.compression = compression
        let error = try #require(throws: CodecError.self) { try decoded(page.encoded()) }
        #expect(error.code == .unsupported)
        #expect(error.message.contains(message), "\(error.message)")
    }

    /// XYZ relative to the equal-energy white of the format, and the RGB of the primaries of ITU-R BT.709 with the
    /// gamma of 2 to which libtiff converts.
    @Test(arguments: [COMPRESSION_SGILOG, COMPRESSION_SGILOG24], [PHOTOMETRIC_LOGLUV, PHOTOMETRIC_LOGL])
    func `LogLuv is converted as by libtiff`(compression: Int32, photometric: Int32) throws {
        guard photometric == PHOTOMETRIC_LOGLUV || compression == COMPRESSION_SGILOG else { return }
        let isColor = photometric == PHOTOMETRIC_LOGLUV
        var page = LibTIFFFixture(width: 16, height: 2, bits: 32, samplesPerPixel: isColor ? 3 : 1)
        page.compression = Int(compression)
        page.photometric = Int(photometric)
        page.sampleFormat = Int(SAMPLEFORMAT_IEEEFP)
        // A ramp of grays, and a color with red of 0.7, green of 0.4 and blue of 0.2 in linear light.
        let color: [Float] = [0.51625, 0.46375, 0.23421]
        page.samples = (0..<32).flatMap { index -> [Int] in
            let level = Float(index + 1) / 16
            let pixel = index < 16 ? [level, level, level] : color
            return (isColor ? pixel : [pixel[1]]).map { Int($0.bitPattern) }
        }
        let image = try decoded(page.file())
        #expect(image.info.layout == PixelLayout(.rgb))
        for x in 0..<16 {
            let gray = min(255, Int(256 * (Double(x + 1) / 16).squareRoot()))
            #expect(difference([image.pixel(x, 0)], [[gray, gray, gray]]) <= 3)
        }
        let luminance = Int(256 * Double(color[1]).squareRoot())
        let expected = isColor ? [214, 161, 114] : [luminance, luminance, luminance]
        #expect(difference([image.pixel(3, 1)], [expected]) <= 3, "\(image.pixel(3, 1))")
    }

    @Test func `a predictor that libtiff does not decode is unsupported, not damage`() throws {
        var page = TIFFFixture(width: 4, height: 4) { _, _, _ in 0 }
        page.bits = 12
        page.compression = 8
        page.tags[317] = .shorts([2])
        let error = try #require(throws: CodecError.self) { try decoded(page.encoded()) }
        #expect(error.code == .unsupported, "\(error)")
    }

    @Test func `missing tiles of converted samples are blank when that is allowed`() throws {
        var page = TIFFFixture(width: 32, height: 32) { _, _, _ in 7 }
        page.bits = 3
        page.samplesPerPixel = 3
        page.photometric = 2
        page.isPlanar = true
        page.tile = (16, 16)
        page.overrideEntry = { number, offset, size in
            if number == 5 {
                offset = 0
                size = 0
            }
        }
        let bytes = page.encoded()
        let error = try #require(throws: CodecError.self) { try decoded(bytes) }
        #expect(error.code == .unsupported)
        let image = try decoded(bytes) { $0.allowTruncated = true }
        #expect(image.pixel(0, 0) == [255, 255, 255])
        #expect(image.pixel(20, 4) == [128, 128, 128])
        #expect(image.warnings.count == 1)
    }
}
