import ImageMetadata
import ImageSources
import TestSupport
import CTIFF
import Foundation
import PixelKernels
import TestLimits
import Testing

@testable import ImageCodecs

/// Truncated, damaged and malicious files.
@Suite(.timeLimited) struct TIFFDamageTests {
    private func open(_ bytes: [UInt8], _ options: DecodeOptions = DecodeOptions()) throws -> TIFFImageSource? {
        try TIFFImageSource.open(.bytes(bytes, name: "test.tif"), options: options)
    }

    private static let kinds: [(compression: Int, isTiled: Bool, rowsPerStrip: Int)] = [
        (Int(COMPRESSION_NONE), false, 10), (Int(COMPRESSION_NONE), false, 100), (Int(COMPRESSION_NONE), true, 0),
        (Int(COMPRESSION_ADOBE_DEFLATE), false, 10), (Int(COMPRESSION_ADOBE_DEFLATE), false, 100),
        (Int(COMPRESSION_ADOBE_DEFLATE), true, 0), (Int(COMPRESSION_LZW), false, 100),
        (Int(COMPRESSION_PACKBITS), false, 100),
    ]

    private func page(_ kind: (compression: Int, isTiled: Bool, rowsPerStrip: Int)) -> LibTIFFFixture {
        var page = LibTIFFFixture(width: 60, height: kind.isTiled ? 96 : 100)
        page.compression = kind.compression
        page.tile = kind.isTiled ? (32, 32) : nil
        page.rowsPerStrip = kind.rowsPerStrip
        page.directoryFirst = true
        return page
    }

    @Test(arguments: kinds.indices)
    func `a truncated file is an error, or is read as far as it goes`(kind: Int) throws {
        let page = page(Self.kinds[kind])
        let whole = try page.file()
        #expect(try DeliveredImage(try #require(try open(whole))).samples == page.samples)
        for part in [1, 3, 6, 9] {
            let cut = Array(whole[..<(whole.count * part / 10)])
            let source = try #require(try open(cut))
            let error = try #require(throws: CodecError.self) { try DeliveredImage(source) }
            #expect(error.code == .truncated)

            var options = DecodeOptions()
            options.allowTruncated = true
            let lenient = try #require(try open(cut, options))
            let image = try DeliveredImage(lenient)
            #expect(image.covers(page.height))
            #expect(lenient.warnings.count == 1)
            #expect(lenient.warnings.first?.hasPrefix("the file ends before row ") ?? false)
            // Every sample is either right or gray, and the right ones are in proportion to the length of the file.
            let right = zip(image.samples, page.samples).filter { $0 == $1 }.count
            let gray = zip(image.samples, page.samples).filter { $0 != $1 && $0 == 128 }.count
            #expect(right + gray == image.samples.count)
            let isBlock = Self.kinds[kind].isTiled && Self.kinds[kind].compression != COMPRESSION_NONE
            let lost = isBlock ? 3500 : 2500
            #expect(right >= image.samples.count * part / 10 - lost, "\(part): \(right)")
        }
    }

    @Test(arguments: [COMPRESSION_NONE, COMPRESSION_ADOBE_DEFLATE])
    func `a tile that was never written is refused for that, or blank when that is allowed`(compression: Int32) throws {
        var page = LibTIFFFixture(width: 60, height: 64)
        page.compression = Int(compression)
        page.tile = (32, 32)
        page.absentTile = 1
        let bytes = try page.file()
        let error = try #require(throws: CodecError.self) {
            try DeliveredImage(try #require(try open(bytes)))
        }
        #expect(error.code == .unsupported)
        #expect(error.message.contains("(tile 1, 0) was never written"), "\(error)")
        var options = DecodeOptions()
        options.allowTruncated = true
        let lenient = try #require(try open(bytes, options))
        let image = try DeliveredImage(lenient)
        #expect(lenient.warnings.count == 1)
        let expected = (0..<64).flatMap { y in
            (0..<60).flatMap { x in x >= 32 && y < 32 ? [128, 128, 128] : Array(page.pixel(x, y)) }
        }
        #expect(image.samples == expected)
    }

    @Test func `missing pixels are transparent where there is alpha`() throws {
        var page = LibTIFFFixture(width: 30, height: 50, samplesPerPixel: 4)
        page.extraSamples = [UInt16(EXTRASAMPLE_UNASSALPHA)]
        page.rowsPerStrip = 5
        page.directoryFirst = true
        var options = DecodeOptions()
        options.allowTruncated = true
        let whole = try page.file()
        let source = try #require(try open(Array(whole[..<(whole.count / 2)]), options))
        let image = try DeliveredImage(source)
        #expect(image.samples.suffix(30 * 4) == [Int](repeating: 0, count: 30 * 4)[...])
        #expect(image.samples.prefix(30 * 4 * 10) == page.samples.prefix(30 * 4 * 10))
    }

    @Test func `a pixel that lacks one of its planes is missing entirely`() throws {
        var page = LibTIFFFixture(width: 64, height: 32)
        page.isPlanar = true
        page.tile = (32, 32)
        page.directoryFirst = true
        let whole = try page.file()
        let cut = Array(whole.dropLast(10))
        let strict = try #require(try open(cut))
        #expect(try #require(throws: CodecError.self) { try DeliveredImage(strict) }.code == .truncated)

        var options = DecodeOptions()
        options.allowTruncated = true
        let image = try DeliveredImage(try #require(try open(cut, options)))
        let expected = page.samples.enumerated().map { index, sample in
            let x = index / 3 % 64
            return x < 32 ? sample : 128
        }
        #expect(image.samples == expected)
    }

    @Test func `an unreadable directory is reported with libtiff's message`() throws {
        // Little-endian, with the directory right after the header, truncated within the directory.
        let cut: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0, 9, 0, 0, 0]
        let error = try #require(throws: CodecError.self) { try open(cut) }
        #expect(error.message.hasPrefix("its directory, which locates the pixels, cannot be read (Can"))
    }

    @Test func `a directory beyond the end of the file is reported as truncation`() throws {
        let whole = try LibTIFFFixture(width: 60, height: 100).file()
        let error = try #require(throws: CodecError.self) { try open(Array(whole[..<1000])) }
        #expect(error.code == .truncated)
    }

    @Test(arguments: [Int(COMPRESSION_ADOBE_DEFLATE), Int(COMPRESSION_LZW), Int(COMPRESSION_JPEG)])
    func `damaged data is an error, or its neighbors are read`(compression: Int) throws {
        var page = page((compression, false, 24))
        page.directoryFirst = false
        let whole = try page.file()
        var damaged = whole
        let middle = whole.count / 2
        for index in middle..<middle + 60 {
            // In a JPEG, EOI markers; inverted bits could well be valid entropy-coded data.
            let isJPEG = compression == COMPRESSION_JPEG
            damaged[index] = isJPEG ? [0xFF, 0xD9][index % 2] : 255 - damaged[index]
        }
        let source = try #require(try open(damaged))
        let error = try #require(throws: CodecError.self) { try DeliveredImage(source) }
        #expect(error.code == .damaged)
        var options = DecodeOptions()
        options.allowTruncated = true
        let lenient = try #require(try open(damaged, options))
        let image = try DeliveredImage(lenient)
        #expect(image.covers(100))
        #expect(lenient.warnings.count == 1)
        if compression != COMPRESSION_JPEG {
            let end = 60 * 3 * 20
            #expect(image.samples.prefix(end) == page.samples.prefix(end))
            #expect(image.samples.suffix(end) == page.samples.suffix(end))
        }
    }

    @Test(arguments: kinds.indices)
    func `changing a few bytes never does more than fail`(kind: Int) throws {
        let page = page(Self.kinds[kind])
        let whole = try page.file()
        // The header, the directory and its tables come first in the file.
        let directory = min(whole.count, 500)
        var state = UInt64(kind + 1)
        func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        for round in 0..<400 {
            var bytes = whole
            for _ in 0...next(3) {
                let place = next(4) == 0 ? next(whole.count) : next(directory)
                bytes[place] = [0, 1, 0x7F, 0x80, 0xFF, UInt8(next(256))][next(6)]
            }
            var options = DecodeOptions()
            options.allowTruncated = round % 2 == 0
            do {
                guard let source = try open(bytes, options) else { continue }
                // Sizes that cannot be in so small a file are read band by band until they prove wrong.
                struct Enough: Error {}
                var bands = 0
                do {
                    try source.readBands { band in
                        bands += 1
                        if bands == 20 { throw Enough() }
                        let last = band.row(band.rows.upperBound - 1) + band.stride - 1
                        #expect(last.load(as: UInt8.self) <= 255)
                    }
                } catch is Enough {
                }
            } catch let error as CodecError {
                #expect(error.isWellWorded, "\(error)")
            }
        }
    }

    @Test func `absurd sizes are refused before anything is allocated`() throws {
        let whole = try page((Int(COMPRESSION_ADOBE_DEFLATE), false, 10)).file()
        for (width, height) in [(UInt32.max, UInt32.max), (UInt32.max, 1), (1 << 30, 1 << 30)] {
            let bytes = try patch(patch(whole, tag: 256, to: width), tag: 257, to: height)
            do {
                let source = try open(bytes)
                #expect(source == nil)
            } catch let error as CodecError {
                #expect(error.code == .unsupported || error.code == .damaged)
            }
        }
        #expect(throws: CodecError.self) {
            try open(patch(whole, tag: 257, to: 1 << 30))?.readBands { _ in }
        }
    }

    /// Replaces the value of a tag with one 16- or 32-bit number, in a little-endian file that starts with its
    /// directory.
    private func patch(_ file: [UInt8], tag: UInt16, to value: UInt32) throws -> [UInt8] {
        var file = file
        let start = file[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) }
        let count = Int(file[start]) | Int(file[start + 1]) << 8
        let entry = try #require(
            (0..<count).map { start + 2 + 12 * $0 }.first { UInt16(file[$0]) | UInt16(file[$0 + 1]) << 8 == tag })
        file[entry + 2] = 4
        for byte in 0..<4 {
            file[entry + 8 + byte] = UInt8(truncatingIfNeeded: value >> (8 * UInt32(byte)))
        }
        return file
    }
}
