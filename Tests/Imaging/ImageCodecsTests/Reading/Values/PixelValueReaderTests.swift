import CTIFF
import CVips
import ImageMetadata
import PixelKernels
import TestLimits
import TestSupport
import Testing
import TilePyramid

@testable import ImageCodecs

/// The values of single pixels, as files store them.
@Suite(.timeLimited) struct PixelValueReaderTests {
    private func reader(_ bytes: [UInt8], page: Int = 1) throws -> PixelValueReader? {
        try PixelValueReader(.bytes(bytes, name: "image"), page: page)
    }

    /// Expects the values of every pixel, also once they are cached.
    private func expect(_ file: [UInt8], _ page: LibTIFFFixture, _ sourceLocation: SourceLocation = #_sourceLocation)
        throws
    {
        let reader = try #require(try reader(file), sourceLocation: sourceLocation)
        #expect(reader.size == PixelSize(width: page.width, height: page.height), sourceLocation: sourceLocation)
        for y in 0..<page.height {
            for x in 0..<page.width {
                let expected = PixelValues(page.pixel(x, y).map { .unsigned(UInt64($0)) })
                #expect(try reader.values(x: x, y: y) == expected, "\(x), \(y)", sourceLocation: sourceLocation)
                #expect(reader.cachedValues(x: x, y: y) == .known(expected), sourceLocation: sourceLocation)
            }
        }
    }

    @Test(arguments: [1, 5, 8, 32773], [false, true])
    func `16 bits in tiles and strips are exact in either byte order`(compression: Int, isPlanar: Bool) throws {
        for mode in ["l", "b", "8"] {
            for samplesPerPixel in [1, 3, 4, 7] {
                var page = LibTIFFFixture(width: 21, height: 19, bits: 16, samplesPerPixel: samplesPerPixel)
                page.compression = compression
                page.isPlanar = isPlanar
                page.rowsPerStrip = 4
                page.predictor = [5, 8].contains(compression) ? 2 : nil
                try expect(page.file(mode: mode), page)
                page.tile = (16, 16)
                try expect(page.file(mode: mode), page)
            }
        }
    }

    @Test(arguments: [1, 8]) func `32 and 12 bits are exact`(compression: Int) throws {
        for bits in [12, 32] {
            var page = LibTIFFFixture(width: 20, height: 9, bits: bits, samplesPerPixel: 1)
            page.compression = compression
            page.rowsPerStrip = 2
            try expect(page.file(), page)
        }
    }

    @Test func `whole numbers with a sign and floating-point numbers are shown as they are`() throws {
        func text(_ bits: Int, _ format: Int, _ pattern: UInt64, bigEndian: Bool = false) throws -> String? {
            var page = TIFFFixture(width: 2, height: 3) { x, y, _ in x == 1 && y == 2 ? pattern : 0 }
            page.bits = bits
            page.sampleFormat = format
            return try reader(page.encoded(bigEndian: bigEndian))?.values(x: 1, y: 2)?.description
        }
        #expect(try text(32, 2, UInt64(UInt32(bitPattern: -2_000_000_000))) == "-2000000000")
        #expect(try text(16, 2, 0xFFFE) == "-2")
        #expect(try text(8, 2, 0x80) == "-128")
        #expect(try text(64, 1, .max) == "18446744073709551615")
        for bigEndian in [false, true] {
            #expect(try text(32, 3, UInt64(Float(0.7312).bitPattern), bigEndian: bigEndian) == "0.7312")
            #expect(try text(64, 3, (-1.5e-7).bitPattern, bigEndian: bigEndian) == "-1.5e-07")
        }
        #expect(try text(16, 3, 0x3800) == "0.5")
        #expect(try text(32, 3, UInt64(Float.nan.bitPattern)) == "nan")
        #expect(PixelValues([.unsigned(12345), .unsigned(200), .unsigned(65535)]).description == "12345, 200, 65535")
    }

    @Test(arguments: [(16, 1, "16 bits"), (32, 2, "32 bits, signed"), (32, 3, "32 bits, floating point")])
    func `the type of a sample has a name`(bits: Int, format: Int, name: String) throws {
        var page = TIFFFixture(width: 2, height: 3) { _, _, _ in 0 }
        page.bits = bits
        page.sampleFormat = format
        #expect(try reader(page.encoded())?.sampleType == name)
    }

    @Test func `8 bits have values only where more samples are stored than are shown`() throws {
        #expect(try reader(LibTIFFFixture(width: 5, height: 4).file()) == nil)
        #expect(try reader(LibTIFFFixture(width: 5, height: 4, samplesPerPixel: 4).file()) == nil)
        let page = LibTIFFFixture(width: 5, height: 4, samplesPerPixel: 6)
        try expect(page.file(), page)
        #expect(try reader(PNGFixture(width: 5, height: 4) { x, y, channel in x + y + channel }.encoded()) == nil)
        #expect(try reader(HandmadeJPEG.withLargeCoefficient) == nil)
    }

    @Test(arguments: [0, 2, 4, 6], [false, true])
    func `PNGs of 16 bits are exact, with and without a profile`(colorType: Int, hasProfile: Bool) throws {
        var png = PNGFixture(width: 7, height: 5) { x, y, channel in 257 * x + 4099 * y + 9001 * channel + 1 }
        png.bits = 16
        png.colorType = colorType
        let isGray = colorType & 2 == 0
        if hasProfile { png.chunks = [PNGFixture.profile((isGray ? .gray : ProfileFixture.adobeRGB).bytes)] }
        let reader = try #require(try reader(png.encoded()))
        let channels = [0: 1, 2: 3, 4: 2, 6: 4][colorType] ?? 0
        for (x, y) in [(0, 0), (6, 0), (3, 2), (6, 4)] {
            #expect(
                try reader.values(x: x, y: y)
                    == PixelValues((0..<channels).map { .unsigned(UInt64(png.sample(x, y, $0))) }))
        }
    }

    @Test(arguments: [("av1", 12), ("hevc", 10), ("hevc", 12)])
    func `HEIF and AVIF have the values of their own range`(compression: String, bits: Int) throws {
        var fixture = VipsFixture(64, 64, bands: 3) { x, y, channel in [0, 65535, 1024 * y][(x / 24 + channel) % 3] }
        fixture.format = VIPS_FORMAT_USHORT
        fixture.interpretation = VIPS_INTERPRETATION_RGB16
        let bytes = try fixture.encoded(
            "heifsave_buffer", ["compression": compression, "Q": "90", "bitdepth": "\(bits)"])
        let reader = try #require(try reader(bytes))
        #expect(reader.sampleType == "\(bits) bits")
        var options = DecodeOptions()
        options.depth = .sixteen
        options.range = .full
        options.keepProfile = true
        let scaled = try DeliveredImage(openImage(.bytes(bytes, name: "image"), options: options)).samples
        let maximum = Double((1 << bits) - 1)
        for (x, y) in [(0, 0), (30, 31), (50, 60), (63, 63)] {
            let samples = try #require(try reader.values(x: x, y: y)?.samples)
            #expect(samples.count == 3)
            for (channel, sample) in samples.enumerated() {
                guard case .unsigned(let value) = sample else {
                    Issue.record("\(sample) is not an unsigned number")
                    continue
                }
                #expect(Int((Double(value) * 65535 / maximum).rounded()) == scaled[(64 * y + x) * 3 + channel])
            }
        }
    }

    @Test(arguments: Orientation.allCases) func `pixels are those of the upright image`(orientation: Orientation) throws
    {
        var page = LibTIFFFixture(width: 6, height: 4, bits: 16, samplesPerPixel: 1)
        page.orientation = orientation.rawValue
        page.samples = (0..<24).map { 1000 + $0 }
        let file = try page.file()
        let reader = try #require(try reader(file))
        var options = DecodeOptions()
        options.depth = .sixteen
        let upright = try DeliveredImage(openImage(.bytes(file, name: "image"), options: options))
        #expect(reader.size == orientation.upright(PixelSize(width: 6, height: 4)))
        for y in 0..<reader.size.height {
            for x in 0..<reader.size.width {
                let expected = upright.samples[y * reader.size.width + x]
                #expect(try reader.values(x: x, y: y)?.description == "\(expected)")
            }
        }
    }

    @Test func `outside of the image there are no values, and nothing is known before it is decoded`() throws {
        var page = LibTIFFFixture(width: 6, height: 4, bits: 16)
        page.rowsPerStrip = 2
        page.compression = Int(COMPRESSION_ADOBE_DEFLATE)
        let reader = try #require(try reader(page.file()))
        #expect(reader.cachedValues(x: 0, y: 0) == .unknown)
        for (x, y) in [(-1, 0), (0, -1), (6, 0), (0, 4), (.max, .min)] {
            #expect(try reader.values(x: x, y: y) == nil)
            #expect(reader.cachedValues(x: x, y: y) == .known(nil))
        }
        #expect(try reader.values(x: 5, y: 1) != nil)
        #expect(reader.cachedValues(x: 0, y: 0) != .unknown)
        #expect(reader.cachedValues(x: 0, y: 2) == .unknown)
    }

    @Test func `another page has its own values, and a missing page has none`() throws {
        let pages = [100, 200].map { start in
            var page = LibTIFFFixture(width: 3, height: 2, bits: 16, samplesPerPixel: 1)
            page.samples = (0..<6).map { start + $0 }
            return page
        }
        let file = try LibTIFFFixture.file(pages)
        #expect(try reader(file, page: 1)?.values(x: 2, y: 1)?.description == "105")
        #expect(try reader(file, page: 2)?.values(x: 2, y: 1)?.description == "205")
        #expect(try reader(file, page: 3) == nil)
        #expect(try reader(file, page: 0) == nil)
    }

    @Test func `a damaged strip is an error once, and then has no values`() throws {
        var page = LibTIFFFixture(width: 40, height: 8, bits: 16, samplesPerPixel: 1)
        page.rowsPerStrip = 4
        page.compression = Int(COMPRESSION_LZW)
        page.directoryFirst = true
        let file = try page.file()
        let reader = try #require(try reader(Array(file.dropLast(200))))
        #expect(try reader.values(x: 0, y: 0) != nil)
        #expect(throws: CodecError.self) { try reader.values(x: 0, y: 4) }
        #expect(reader.cachedValues(x: 0, y: 4) == .known(nil))
        #expect(try reader.values(x: 0, y: 5) == nil)
    }

    @Test func `a compressed strip above the limit is never decoded, and an uncompressed one is read by rows`() throws {
        // 4000×5000 samples of 16 bits are 40 MB, of which the file has the first row.
        func file(_ compression: Int) -> [UInt8] {
            var directory = TIFFDirectoryBuilder()
            directory[.imageWidth] = .longs([4000])
            directory[.imageLength] = .longs([5000])
            directory[.bitsPerSample] = .shorts([16])
            directory[.compression] = .shorts([compression])
            directory[.photometric] = .shorts([1])
            directory[.stripOffsets] = .longs([1024])
            directory[.samplesPerPixel] = .shorts([1])
            directory[.rowsPerStrip] = .longs([5000])
            directory[.stripByteCounts] = .longs([40_000_000])
            let header = TIFFHeader.bytes(firstDirectory: 8, isBigTIFF: false)
            let start = header + directory.bytes(at: header.count, next: 0, isBigTIFF: false)
            let row = (0..<4000).flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
            return start + [UInt8](repeating: 0, count: 1024 - start.count) + row
        }
        #expect(try reader(file(Int(COMPRESSION_ADOBE_DEFLATE))) == nil)
        let reader = try #require(try reader(file(Int(COMPRESSION_NONE))))
        #expect(try reader.values(x: 3999, y: 0)?.description == "3999")
        #expect(throws: CodecError.self) { try reader.values(x: 3999, y: 1) }
    }
}
