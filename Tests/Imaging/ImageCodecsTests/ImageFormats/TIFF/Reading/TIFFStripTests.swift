import Compression
import CTIFF
import ImageMetadata
import PixelKernels
import TestLimits
import TestSupport
import Testing

@testable import ImageCodecs

/// Compressed strips, which several threads decode.
@Suite(.timeLimited) struct TIFFStripTests {
    private func open(_ bytes: [UInt8], _ options: DecodeOptions = DecodeOptions()) throws -> TIFFImageSource {
        try #require(try TIFFImageSource.open(.bytes(bytes, name: "test.tif"), options: options))
    }

    /// Pages whose LZW strings have very different lengths.
    static let contents: [(name: String, sample: @Sendable (Int) -> Int)] = [
        ("zeros", { _ in 0 }), ("ramp", { $0 % 256 }), ("noise", { ($0 &* 0x9E37_79B9 >> 9) & 255 }),
        ("pairs", { ($0 / 2) % 2 * 255 }), ("steps", { $0 / 1000 % 256 }),
        ("mixed", { $0 / 5000 % 2 == 0 ? 7 : ($0 &* 0x9E37_79B9 >> 11) & 31 }),
    ]

    private func page(_ content: Int, _ width: Int, _ height: Int) -> LibTIFFFixture {
        var page = LibTIFFFixture(width: width, height: height, samplesPerPixel: 1)
        page.samples = page.samples.indices.map { Self.contents[content].sample($0) }
        return page
    }

    /// The bytes of each strip.
    private func strips(of file: [UInt8]) throws -> [[UInt8]] {
        let tags = try #require(
            TIFFDirectory(page: 0) { offset, count in Array(file[offset..<min(file.count, offset + count)]) })
        return zip(tags.values(.stripOffsets), tags.values(.stripByteCounts)).map {
            Array(file[Int($0)..<Int($0) + Int($1)])
        }
    }

    private func decompress(_ strip: [UInt8], count: Int) -> [UInt8]? {
        let padded = strip + [UInt8](repeating: 0xA5, count: LZWDecompressor.inputPadding)
        var output = [UInt8](repeating: 0xEE, count: count + 1)
        let succeeds = padded.withUnsafeBytes { input in
            output.withUnsafeMutableBytes { output in
                LZWDecompressor().decompress(
                    UnsafeRawBufferPointer(rebasing: input[..<strip.count]),
                    into: UnsafeMutableRawBufferPointer(rebasing: output[..<count]))
            }
        }
        // Nothing is written beyond the output.
        #expect(output.last == 0xEE)
        return succeeds ? Array(output[..<count]) : nil
    }

    @Test(arguments: contents.indices) func `LZW is decompressed as libtiff compresses it`(content: Int) throws {
        for (width, height) in [(1, 1), (2, 1), (7, 3), (100, 40), (500, 500)] {
            var page = page(content, width, height)
            page.compression = Int(COMPRESSION_LZW)
            let strip = try #require(try strips(of: page.file()).first)
            #expect(decompress(strip, count: page.samples.count)?.map { Int($0) } == page.samples)
            // What is asked for beyond the data is not there.
            #expect(decompress(strip, count: page.samples.count + 1) == nil)
        }
    }

    @Test(arguments: contents.indices) func `damaged LZW is decompressed to something or refused`(content: Int) throws {
        var page = page(content, 90, 70)
        page.compression = Int(COMPRESSION_LZW)
        let strip = try #require(try strips(of: page.file()).first)
        for length in 0..<min(strip.count - 2, 400) {
            #expect(decompress(Array(strip[..<length]), count: page.samples.count) == nil)
        }
        var random = SeededRandom(seed: UInt64(content + 1))
        for _ in 0..<2000 {
            var damaged = strip
            for _ in 0..<3 {
                damaged[Int.random(in: 0..<strip.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            _ = decompress(damaged, count: Int.random(in: 1...page.samples.count + 40, using: &random))
        }
    }

    @Test(arguments: [
        COMPRESSION_LZW, COMPRESSION_ADOBE_DEFLATE, COMPRESSION_PACKBITS, COMPRESSION_ZSTD, COMPRESSION_LZMA,
    ])
    func `strips of more than a megabyte are decoded by several threads`(compression: Int32) throws {
        var page = LibTIFFFixture(width: 1000, height: 1300)
        page.samples = page.samples.indices.map { ($0 / 3 % 1000 + $0 / 3000 * 3 + $0 % 3 * 50) % 256 }
        page.compression = Int(compression)
        page.rowsPerStrip = 400
        page.predictor = compression == COMPRESSION_PACKBITS ? nil : PREDICTOR_HORIZONTAL
        let bytes = try page.file()
        for threads in [1, 2, 8] {
            var options = DecodeOptions()
            options.threads = threads
            let image = try DeliveredImage(open(bytes, options))
            let same = image.samples == page.samples
            #expect(same && image.covers(1300))
            #expect(image.bands.allSatisfy { $0.bytes <= TIFFBlockRowReader.lookAheadBytes })
        }
    }

    @Test(arguments: [COMPRESSION_LZW, COMPRESSION_ADOBE_DEFLATE], [false, true])
    func `a damaged strip is reported in libtiff's words`(compression: Int32, allowsDamage: Bool) throws {
        var page = LibTIFFFixture(width: 60, height: 100)
        page.compression = Int(compression)
        page.rowsPerStrip = 10
        var bytes = try page.file()
        let strip = try #require(try strips(of: bytes).dropFirst(4).first)
        let start = try #require(bytes.indices.first { bytes[$0...].starts(with: strip) })
        for index in start + strip.count / 2..<start + strip.count - 20 { bytes[index] ^= 255 }
        var options = DecodeOptions()
        options.allowTruncated = allowsDamage
        let source = try open(bytes, options)
        guard allowsDamage else {
            let error = try #require(throws: CodecError.self) { try DeliveredImage(source) }
            #expect(error.message.hasPrefix("the data is damaged near row 41 of 100 ("), "\(error.message)")
            return
        }
        let image = try DeliveredImage(source)
        #expect(source.warnings.count == 1)
        let row = 60 * 3
        #expect(image.samples[..<(44 * row)] == page.samples[..<(44 * row)])
        #expect(image.samples[(50 * row)...] == page.samples[(50 * row)...])
    }

    @Test(arguments: [COMPRESSION_NONE, COMPRESSION_LZW, COMPRESSION_ADOBE_DEFLATE], [8, 16])
    func `strips in separate planes are interleaved`(compression: Int32, bits: Int) throws {
        for (width, height) in [(1, 1), (17, 33), (100, 70)] {
            for samples in [2, 3, 4] {
                for mode in ["l", "8b"] {
                    var page = LibTIFFFixture(width: width, height: height, bits: bits, samplesPerPixel: samples)
                    page.extraSamples = samples == 3 ? [] : [UInt16(EXTRASAMPLE_UNASSALPHA)]
                    page.compression = Int(compression)
                    page.rowsPerStrip = 8
                    page.isPlanar = true
                    var options = DecodeOptions()
                    options.depth = .sixteen
                    let image = try DeliveredImage(open(page.file(mode: mode), options))
                    let same = image.samples == page.samples
                    #expect(same && image.covers(height), "\(width)×\(height), \(samples) samples")
                }
            }
        }
    }
}
