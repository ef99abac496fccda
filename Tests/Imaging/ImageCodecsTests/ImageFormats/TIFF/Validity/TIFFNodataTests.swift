import ImageMetadata
import ImageSources
import PixelKernels
import TestLimits
import TestSupport
import Testing
import TilePyramid

@testable import ImageCodecs

/// Pixels with the value that a file or the caller calls invalid.
@Suite(.timeLimited) struct TIFFNodataTests {
    /// A page in which every third pixel has one bit pattern, and the others another.
    private func page(
        bits: Int = 8, format: Int = 1, samples: Int = 1, photometric: Int = 1, nodata: String?, invalid: UInt64,
        valid: UInt64
    ) -> TIFFFixture {
        var page = TIFFFixture(width: 37, height: 19) { x, y, _ in Self.isValid(x, y) ? valid : invalid }
        page.bits = bits
        page.sampleFormat = format
        page.samplesPerPixel = samples
        page.photometric = photometric
        if let nodata { page.tags[42113] = .text(nodata) }
        return page
    }

    private static func isValid(_ x: Int, _ y: Int) -> Bool { (x + y) % 3 != 0 }

    private func decoded(
        _ page: TIFFFixture, bigEndian: Bool = false, _ change: (inout DecodeOptions) -> Void = { _ in }
    ) throws -> DecodedImage {
        var options = DecodeOptions()
        change(&options)
        return try DecodedImage(
            openImage(.bytes(page.encoded(bigEndian: bigEndian), name: "page.tif"), options: options))
    }

    /// Returns whether alpha is full where pixels are valid and all samples are 0 elsewhere.
    private func marksValidPixels(_ image: DecodedImage) -> Bool {
        let full = image.info.layout.depth == .eight ? 255 : 65535
        let size = image.info.size
        guard image.info.layout.channels.hasAlpha else { return false }
        return (0..<size.height).allSatisfy { y in
            (0..<size.width).allSatisfy { x in
                let pixel = image.pixel(x, y)
                return Self.isValid(x, y) ? pixel.last == full : pixel.allSatisfy { $0 == 0 }
            }
        }
    }

    private static let kinds: [(bits: Int, format: Int, nodata: String, invalid: UInt64, valid: UInt64)] = [
        (8, 1, "0", 0, 77), (8, 1, "255", 255, 254), (1, 1, "0", 0, 1), (4, 1, "15", 15, 3), (12, 1, "4095", 4095, 17),
        (16, 1, "65535", 65535, 65534), (16, 1, "258", 0x0102, 0x0201), (8, 2, "-128", 0x80, 5),
        (16, 2, "-9999", 0xD8F1, 120), (16, 2, "-32768", 0x8000, 3), (32, 2, "-2147483648", 0x8000_0000, 1),
        (32, 1, "4294967295", 0xFFFF_FFFF, 9), (64, 1, "18446744073709551615", .max, 9), (64, 2, "-1", .max, 9),
        (32, 3, "-9999", UInt64(Float(-9999).bitPattern), UInt64(Float(7).bitPattern)),
        (32, 3, "nan", UInt64(Float.nan.bitPattern), UInt64(Float(7).bitPattern)),
        (
            32, 3, "-3.40282346638529e+38", UInt64((-Float.greatestFiniteMagnitude).bitPattern),
            UInt64(Float(7).bitPattern)
        ),
        (32, 3, "-3.4e38", UInt64((-Float.greatestFiniteMagnitude).bitPattern), UInt64(Float(7).bitPattern)),
        (32, 3, "0.1", UInt64(Float(0.1).bitPattern), UInt64(Float(0.2).bitPattern)),
        (64, 3, "-9999", Double(-9999).bitPattern, Double(7).bitPattern),
        (64, 3, "nan", Double.nan.bitPattern, Double(7).bitPattern),
        (16, 3, "-1", 0xBC00, 0x3C00), (24, 3, "-1", 0xBF0000, 0x3F0000),
    ]

    @Test(arguments: kinds, [false, true])
    func `pixels with the value of the file are transparent in every type of samples`(
        kind: (bits: Int, format: Int, nodata: String, invalid: UInt64, valid: UInt64), bigEndian: Bool
    ) throws {
        for samples in [1, 3] {
            for isPlanar in [false, true] where samples == 3 || !isPlanar {
                for tile: (Int, Int)? in [nil, (32, 16)] {
                    var page = page(
                        bits: kind.bits, format: kind.format, samples: samples, photometric: samples == 3 ? 2 : 1,
                        nodata: kind.nodata, invalid: kind.invalid, valid: kind.valid)
                    page.isPlanar = isPlanar
                    page.tile = tile
                    for depth in [PixelLayout.Depth.eight, .sixteen] {
                        let image = try decoded(page, bigEndian: bigEndian) { $0.depth = depth }
                        #expect(image.warnings == [])
                        #expect(image.info.alphaIsValidity)
                        #expect(image.info.layout.channels == (samples == 3 ? .rgba : .grayAlpha))
                        #expect(
                            marksValidPixels(image), "\(samples) samples, planar: \(isPlanar), tiles: \(tile != nil)")
                    }
                }
            }
        }
    }

    @Test func `a pixel is invalid only if all of its samples have the value`() throws {
        var page = TIFFFixture(width: 4, height: 1) { x, _, channel in channel < x ? 0 : 9 }
        page.samplesPerPixel = 3
        page.photometric = 2
        page.tags[42113] = .text("0")
        #expect(try decoded(page).samples == [9, 9, 9, 255, 0, 9, 9, 255, 0, 0, 9, 255, 0, 0, 0, 0])
        // So do channels that are neither color nor alpha.
        page.samplesPerPixel = 4
        page.extraSamples = [0]
        #expect(try decoded(page).pixel(3, 0) == [0, 0, 0, 255])
        page.sample = { x, _, channel in channel <= x ? 0 : 9 }
        #expect(try decoded(page).pixel(3, 0) == [0, 0, 0, 0])
    }

    @Test(arguments: ["256", "-9999", "0.5", "nan", "-3.4e38"])
    func `a value that samples cannot hold marks nothing, and is reported`(text: String) throws {
        let image = try decoded(page(nodata: text, invalid: 0, valid: 9))
        #expect(image.info.layout == PixelLayout(.gray))
        let value = try #require(NodataValue(text))
        #expect(
            image.warnings == [
                "its no-data value, \(value), is not a value of unsigned samples of 8 bits: all pixels are valid."
            ])
    }

    @Test func `a value that is not a number is an error, or a warning where that loss is allowed`() throws {
        let page = page(nodata: "none", invalid: 0, valid: 9)
        let error = #expect(throws: CodecError.self) { _ = try decoded(page) }
        #expect(
            error?.description
                == "page.tif: its no-data value, “none”, is not a number. Say which value invalid pixels have. "
                + "Or allow its loss: validity.")
        let image = try decoded(page) { $0.allowedLoss = [.validity] }
        #expect(image.info.layout == PixelLayout(.gray))
        #expect(image.warnings == ["its no-data value, “none”, is not a number. All pixels are taken for valid."])
    }

    @Test func `the caller's value replaces that of the file, and none takes it back`() throws {
        let page = page(nodata: "9", invalid: 0, valid: 9)
        #expect(marksValidPixels(try decoded(page) { $0.nodata = .value(NodataValue(0)) }))
        #expect(try decoded(page) { $0.nodata = .none }.info.layout == PixelLayout(.gray))
    }

    @Test func `an alpha channel counts before the file's value, and together with the caller's`() throws {
        var page = page(samples: 2, nodata: "0", invalid: 0, valid: 200)
        page.extraSamples = [2]
        let page2 = page
        page.sample = { x, y, channel in channel == 1 ? 100 : page2.sample(x, y, 0) }
        let stated = try decoded(page)
        #expect(stated.pixel(0, 0) == [0, 100])
        #expect(stated.warnings == ["it has an alpha channel, so its no-data value, 0, is not used."])
        #expect(!stated.info.alphaIsValidity)
        let own = try decoded(page) { $0.nodata = .value(NodataValue(0)) }
        #expect(own.pixel(0, 0) == [0, 0])
        #expect(own.pixel(1, 0) == [200, 100])
    }

    @Test func `a palette is compared by index`() throws {
        var page = page(photometric: 3, nodata: "3", invalid: 3, valid: 4)
        page.tags[320] = .shorts((0..<3).flatMap { channel in (0..<256).map { $0 == 4 ? 257 * (50 + channel) : 0 } })
        let image = try decoded(page)
        #expect(marksValidPixels(image))
        #expect(image.pixel(1, 0) == [50, 51, 52, 255])
    }

    @Test func `invalid pixels get the color of the background where alpha is not kept`() throws {
        let background = RGBColor(red: 10, green: 20, blue: 30)
        var page = page(samples: 3, photometric: 2, nodata: "0", invalid: 0, valid: 200)
        let image = try decoded(page) { $0.alpha = .flatten(background) }
        #expect(image.info.layout == PixelLayout(.rgb))
        #expect(image.pixel(0, 0) == [10, 20, 30])
        #expect(image.pixel(1, 0) == [200, 200, 200])
        // Gray becomes color where the background is colored.
        page = self.page(nodata: "0", invalid: 0, valid: 200)
        let gray = try decoded(page) { $0.alpha = .flatten(background) }
        #expect(gray.info.layout == PixelLayout(.rgb))
        #expect(gray.pixel(0, 0) == [10, 20, 30])
        #expect(gray.pixel(1, 0) == [200, 200, 200])
        #expect(try decoded(page) { $0.alpha = .flatten(.white) }.pixel(0, 0) == [255])
    }

    @Test(arguments: ["-9999", "-3.4e38"])
    func `the automatic range leaves invalid pixels out`(text: String) throws {
        let invalid = Float(text) ?? 0
        var page = TIFFFixture(width: 3, height: 1) { x, _, _ in
            UInt64([invalid, 10, 20][x].bitPattern)
        }
        page.bits = 32
        page.sampleFormat = 3
        page.tags[42113] = .text(text)
        #expect(try decoded(page).samples == [0, 0, 0, 255, 255, 255])
    }

    @Test func `blocks that were never written are invalid`() throws {
        var page = page(nodata: "0", invalid: 9, valid: 9)
        page.rowsPerStrip = 4
        page.overrideEntry = { number, offset, size in
            if number == 1 {
                offset = 0
                size = 0
            }
        }
        let image = try decoded(page)
        #expect(image.pixel(5, 3) == [9, 255])
        #expect(image.pixel(5, 4) == [0, 0])
        #expect(image.warnings == [])
        let flat = try decoded(page) { $0.alpha = .flatten(.white) }
        #expect(flat.pixel(5, 4) == [255])
        page.tags[42113] = nil
        #expect(throws: CodecError.self) { _ = try decoded(page) }
    }

    @Test func `rows from the middle are those of the whole`() throws {
        var page = page(nodata: "0", invalid: 0, valid: 9)
        page.tile = (16, 16)
        let source = try openImage(.bytes(page.encoded(), name: "page.tif"))
        var rows: [Int] = []
        try source.readBands(rows: 10..<18) { band in
            for y in band.rows {
                rows.append(y)
                for x in 0..<37 {
                    #expect(
                        band.row(y).load(fromByteOffset: 2 * x + 1, as: UInt8.self) == (Self.isValid(x, y) ? 255 : 0))
                }
            }
        }
        #expect(rows == Array(10..<18))
    }

    @Test func `images of other formats are compared with the caller's value`() throws {
        var fixture = PNGFixture(width: 4, height: 1) { x, _, _ in x == 2 ? 0 : 70 }
        fixture.colorType = 0
        let png = fixture.encoded()
        var options = DecodeOptions()
        options.nodata = .value(NodataValue(0))
        let image = try DecodedImage(openImage(.bytes(png, name: "a.png"), options: options))
        #expect(image.samples == [70, 255, 70, 255, 0, 0, 70, 255])
        #expect(image.info.alphaIsValidity)
        options.alpha = .flatten(.white)
        #expect(try DecodedImage(openImage(.bytes(png, name: "a.png"), options: options)).samples == [70, 70, 255, 70])
    }
}
