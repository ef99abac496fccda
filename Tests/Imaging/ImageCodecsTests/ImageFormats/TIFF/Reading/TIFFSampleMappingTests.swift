import CTIFF
import Compression
import ImageMetadata
import ImageSources
import PixelKernels
import TestLimits
import TestSupport
import Testing
import TilePyramid

@testable import ImageCodecs

/// Signed, wide and floating-point samples, which are mapped to 8 or 16 bits.
@Suite(.timeLimited) struct TIFFSampleMappingTests {
    /// A type of samples, and the bit patterns of some of its values.
    struct Kind: Sendable, CustomTestStringConvertible {
        var number: TIFFSampleType.Number
        var bits: Int

        var type: TIFFSampleType { TIFFSampleType(number: number, bits: bits) }
        var format: Int { number == .unsigned ? 1 : number == .signed ? 2 : 3 }
        var testDescription: String { "\(number) \(bits)" }

        func pattern(_ index: Int) -> UInt64 {
            let noise = UInt64(truncatingIfNeeded: (index &+ 3) &* 0x5DEE_CE66_D1CE_4E5B)
            let value = Double(noise >> 40) / Double(1 << 22) - 1
            switch (number, bits) {
            case (.floatingPoint, 16): return UInt64(Float16(value).bitPattern)
            case (.floatingPoint, 24): return UInt64(Float(value).bitPattern >> 7 & 0x1F_FFFF) | 0x3E_0000
            case (.floatingPoint, 32): return UInt64(Float(value).bitPattern)
            case (.floatingPoint, _): return value.bitPattern
            default: return noise >> UInt64(64 - bits)
            }
        }
    }

    static let kinds =
        [(.signed, 8), (.signed, 16), (.unsigned, 32), (.signed, 32), (.unsigned, 64), (.signed, 64)].map(Kind.init)
        + [16, 32, 64].map { Kind(number: .floatingPoint, bits: $0) }

    private func decoded(_ bytes: [UInt8], _ options: DecodeOptions = DecodeOptions()) throws -> [Int] {
        let source = try #require(try TIFFImageSource.open(.bytes(bytes, name: "test.tif"), options: options))
        return try DeliveredImage(source).samples
    }

    private func page(_ kind: Kind, _ width: Int, _ height: Int) -> LibTIFFFixture {
        var page = LibTIFFFixture(width: width, height: height)
        page.bits = kind.bits
        page.sampleFormat = kind.format
        page.samples = (0..<width * height * 3).map { Int(truncatingIfNeeded: kind.pattern($0)) }
        return page
    }

    private func expected(_ kind: Kind, _ samples: [Int], maximum: Double = 255) -> [Int] {
        let mask = kind.bits == 64 ? UInt64.max : UInt64(1) << UInt64(kind.bits) - 1
        let values = samples.map { kind.type.value(UInt64(bitPattern: Int64($0)) & mask) }
        let finite = values.filter(\.isFinite)
        let range =
            kind.number == .floatingPoint
            ? SampleRange(least: finite.min() ?? .infinity, greatest: finite.max() ?? -.infinity) : kind.type.range
        return values.map { Int(range.scaled($0, maximum: maximum)) }
    }

    @Test(
        arguments: kinds,
        [COMPRESSION_NONE, COMPRESSION_LZW, COMPRESSION_ADOBE_DEFLATE, COMPRESSION_ZSTD, COMPRESSION_PACKBITS])
    func `samples of every type are mapped exactly, however they are stored`(kind: Kind, compression: Int32) throws {
        let hasPredictor = compression != COMPRESSION_NONE && compression != COMPRESSION_PACKBITS
        var predictors: [Int32?] = [nil]
        if hasPredictor { predictors.append(PREDICTOR_HORIZONTAL) }
        if hasPredictor, kind.number == .floatingPoint { predictors.append(PREDICTOR_FLOATINGPOINT) }
        for predictor in predictors {
            for (tile, isPlanar) in [(nil, false), (nil, true), ((32, 16), false), ((32, 16), true)]
                as [((Int, Int)?, Bool)]
            {
                // libtiff writes predictor 3 wrongly in the byte order that is not the machine's.
                for mode in predictor == PREDICTOR_FLOATINGPOINT ? ["l"] : ["l", "8b"] {
                    var page = page(kind, 37, 21)
                    page.compression = Int(compression)
                    page.predictor = predictor
                    page.tile = tile
                    page.isPlanar = isPlanar
                    page.rowsPerStrip = 5
                    let samples = try decoded(page.file(mode: mode))
                    let same = samples == expected(kind, page.samples)
                    #expect(same, "\(predictor ?? 1), tiles: \(tile != nil), planes: \(isPlanar), \(mode)")
                }
            }
        }
    }

    @Test(arguments: kinds) func `samples of every type are mapped exactly to 16 bits`(kind: Kind) throws {
        let page = page(kind, 19, 7)
        var options = DecodeOptions()
        options.depth = .sixteen
        let maximum: Double = kind.bits > 8 ? 65535 : 255
        #expect(try decoded(page.file(), options) == expected(kind, page.samples, maximum: maximum))
    }

    @Test func `floating point of 24 bits is mapped exactly`() throws {
        let kind = Kind(number: .floatingPoint, bits: 24)
        for bigEndian in [false, true] {
            var page = TIFFFixture(width: 9, height: 5) { x, y, _ in kind.pattern(y * 9 + x) }
            page.bits = 24
            page.sampleFormat = 3
            let patterns = (0..<45).map { Int(kind.pattern($0)) }
            #expect(try decoded(page.encoded(bigEndian: bigEndian)) == expected(kind, patterns))
        }
    }

    @Test(arguments: [(1, 3), (2, 3), (3, 2), (4, 2), (3, 2), (4, 3), (6, 2)])
    func `the result is that of libvips`(samples: Int, photometric: Int) throws {
        for (format, bits) in [(1, 32), (2, 8), (2, 16), (2, 32), (3, 32)] {
            for (isPlanar, extra) in [(false, 2), (true, 2), (false, 0)] {
                let kind = Kind(number: format == 1 ? .unsigned : format == 2 ? .signed : .floatingPoint, bits: bits)
                var page = TIFFFixture(width: 23, height: 17) { x, y, channel in
                    if format == 3, (x + y) % 7 == 0 {
                        return [0x7F80_0000, 0x7FC0_0000, 0xFF80_0000][(x + channel) % 3]
                    }
                    return kind.pattern((y * 23 + x) * 8 + channel)
                }
                page.bits = bits
                page.sampleFormat = format
                page.isPlanar = isPlanar
                page.samplesPerPixel = samples
                page.photometric = photometric == 2 ? 2 : 1
                let colors = photometric == 2 ? 3 : 1
                page.extraSamples = samples > colors ? [extra] + Array(repeating: 0, count: samples - colors - 1) : []
                let bytes = page.encoded(bigEndian: bits == 16)
                // libvips mixes up separate planes of gray and alpha.
                page.isPlanar = isPlanar && photometric == 2
                let reference = page.encoded()
                for change in 0..<6 {
                    func set(_ options: inout DecodeOptions) {
                        if change % 2 == 1 { options.depth = .sixteen }
                        if change == 2 { options.range = .full }
                        if change == 3 { options.range = .values(100, -20) }
                        if change >= 4 { options.alpha = .flatten(RGBColor(red: 10, green: 200, blue: 30)) }
                    }
                    var options = DecodeOptions()
                    set(&options)
                    let source = try #require(
                        try TIFFImageSource.open(.bytes(bytes, name: "test.tif"), options: options))
                    let own = try DecodedImage(source)
                    let other = try DecodedImage.throughVips(reference, set)
                    #expect(own.info.layout == other.info.layout)
                    #expect(own.warnings == other.warnings)
                    let worst = difference([own.samples], [other.samples])
                    #expect(worst == 0, "\(format) \(bits) \(isPlanar) \(extra) \(change): \(worst)")
                }
            }
        }
    }

    @Test(arguments: [16, 24, 32, 64], [false, true])
    func `the floating-point predictor is undone in either byte order`(bits: Int, bigEndian: Bool) throws {
        let kind = Kind(number: .floatingPoint, bits: bits)
        for tile: (Int, Int)? in [nil, (16, 16)] {
            for channels in [1, 3] {
                var page = TIFFFixture(width: 21, height: 19) { x, y, channel in
                    kind.pattern((y * 21 + x) * channels + channel)
                }
                page.bits = bits
                page.sampleFormat = 3
                page.tile = tile
                page.samplesPerPixel = channels
                page.photometric = channels == 3 ? 2 : 1
                page.compression = 8
                page.tags[317] = .shorts([3])
                let count = (tile?.0 ?? 21) * channels
                page.compress = { _, bytes in
                    Self.deflated(Self.differences(bytes, count, bits / 8, channels, bigEndian: bigEndian))
                }
                let patterns = (0..<21 * 19 * channels).map { Int(truncatingIfNeeded: kind.pattern($0)) }
                let samples = try decoded(page.encoded(bigEndian: bigEndian))
                #expect(samples == expected(kind, patterns), "tiles: \(tile != nil), \(channels) channels")
            }
        }
    }

    /// The bytes of the samples of each row, apart, the highest first, less those of the pixel to the left.
    private static func differences(
        _ bytes: [UInt8], _ count: Int, _ size: Int, _ channels: Int, bigEndian: Bool
    ) -> [UInt8] {
        stride(from: 0, to: bytes.count, by: count * size).flatMap { start -> [UInt8] in
            let row = (0..<size).flatMap { byte -> [UInt8] in
                (0..<count).map { bytes[start + $0 * size + (bigEndian ? byte : size - 1 - byte)] }
            }
            return row.indices.map { $0 < channels ? row[$0] : row[$0] &- row[$0 - channels] }
        }
    }

    private static func deflated(_ bytes: [UInt8]) -> [UInt8] {
        guard let compressor = ZlibCompressor(level: 6) else { return [] }
        return [UInt8](unsafeUninitializedCapacity: compressor.bound(bytes.count)) { buffer, count in
            count = bytes.withUnsafeBytes { compressor.compress($0, into: UnsafeMutableRawBufferPointer(buffer)) }
        }
    }

    @Test(arguments: [1, 2, 4, 8], [false, true]) func `palettes are those of libvips`(bits: Int, isGray: Bool) throws {
        for scale in [1, 200, 257] {
            for tile: (Int, Int)? in [nil, (16, 16)] {
                var page = TIFFFixture(width: 35, height: 20) { x, y, _ in UInt64((x * 5 + y * y) % (1 << bits)) }
                page.bits = bits
                page.photometric = 3
                page.tile = tile
                page.tags[320] = .shorts(
                    (0..<3).flatMap { channel in
                        (0..<1 << bits).map { ((255 - $0 - (isGray ? 0 : channel * 40 * $0 % 200)) & 255) * scale }
                    })
                for range in [DecodeOptions.Range.auto, .values(20, 120)] {
                    var options = DecodeOptions()
                    options.range = range
                    let source = try #require(
                        try TIFFImageSource.open(.bytes(page.encoded(), name: "test.tif"), options: options))
                    let own = try DecodedImage(source)
                    let other = try DecodedImage.throughVips(page.encoded()) { $0.range = range }
                    #expect(own.info.layout == other.info.layout)
                    #expect(own.samples == other.samples, "\(scale), \(range)")
                }
            }
        }
    }

    @Test func `a declared range of integers may have one end`() throws {
        for tags: [Int: TIFFFixture.Value] in [[341: .longs([1000])], [340: .longs([0]), 341: .longs([1000])]] {
            var page = TIFFFixture(width: 3, height: 1) { x, _, _ in UInt64(x * 500) }
            page.bits = 32
            page.tags = tags
            #expect(try decoded(page.encoded()) == [0, 128, 255])
        }
    }

    @Test(arguments: [1, 2, 8]) func `the number of threads changes nothing`(threads: Int) throws {
        for compression in [COMPRESSION_NONE, COMPRESSION_LZW, COMPRESSION_ADOBE_DEFLATE] {
            for tile: (Int, Int)? in [nil, (64, 64)] {
                let kind = Kind(number: .floatingPoint, bits: 32)
                var page = page(kind, 301, 203)
                page.compression = Int(compression)
                page.tile = tile
                page.rowsPerStrip = 11
                var options = DecodeOptions()
                options.threads = threads
                let same = try decoded(page.file(), options) == expected(kind, page.samples)
                #expect(same)
            }
        }
    }

    @Test func `one compressed strip of wide samples is read row by row`() throws {
        let kind = Kind(number: .unsigned, bits: 32)
        var page = page(kind, 500, 400)
        page.compression = Int(COMPRESSION_ADOBE_DEFLATE)
        let same = try decoded(page.file()) == expected(kind, page.samples)
        #expect(same)
    }
}
