import CTIFF
import Foundation
import ImageMetadata
import ImageSources
import PixelKernels
import TestLimits
import Testing
import TilePyramid

@testable import ImageCodecs

@Suite(.timeLimited) struct TIFFImageSourceTests {
    private func open(_ bytes: [UInt8], _ options: DecodeOptions = DecodeOptions()) throws -> TIFFImageSource? {
        try TIFFImageSource.open(.bytes(bytes, name: "test.tif"), options: options)
    }

    private static let lossless = [
        COMPRESSION_NONE, COMPRESSION_LZW, COMPRESSION_ADOBE_DEFLATE, COMPRESSION_PACKBITS,
    ].map { Int($0) }

    @Test(arguments: lossless, ["l", "b", "8l", "8b"])
    func `strips and tiles of all sizes are read as they were written`(compression: Int, mode: String) throws {
        for (width, height) in [(1, 1), (1, 40), (40, 1), (17, 33), (64, 64), (100, 70)] {
            var page = LibTIFFFixture(width: width, height: height)
            page.compression = compression
            for rows in [1, 3, 7, 64, height] {
                page.rowsPerStrip = rows
                try expectUnchanged(page, mode)
            }
            page.rowsPerStrip = nil
            for tile in [(16, 16), (32, 16), (16, 48), (256, 256)] {
                page.tile = tile
                try expectUnchanged(page, mode)
            }
        }
    }

    private func expectUnchanged(_ page: LibTIFFFixture, _ mode: String) throws {
        let source = try #require(try open(page.file(mode: mode)))
        #expect(source.info.size.width == page.width && source.info.size.height == page.height)
        #expect(source.info.layout == PixelLayout(.rgb))
        let image = try DeliveredImage(source)
        let same = image.samples == page.samples
        #expect(
            same && image.covers(page.height),
            "\(page.width)×\(page.height), \(page.rowsPerStrip ?? 0) rows, \(page.tile?.width ?? 0)")
        #expect(source.warnings.isEmpty)
    }

    @Test(arguments: [1, 2, 4, 8, 10, 12, 14, 16], ["l", "b"])
    func `samples of every depth are scaled exactly`(bits: Int, mode: String) throws {
        let greatest = (1 << bits) - 1
        for photometric in [PHOTOMETRIC_MINISWHITE, PHOTOMETRIC_MINISBLACK, PHOTOMETRIC_RGB] {
            for compression in [COMPRESSION_NONE, COMPRESSION_ADOBE_DEFLATE] {
                for isTiled in [false, true] {
                    var page = LibTIFFFixture(
                        width: 37, height: 21, bits: bits, samplesPerPixel: photometric == PHOTOMETRIC_RGB ? 3 : 1)
                    page.photometric = Int(photometric)
                    page.compression = Int(compression)
                    page.rowsPerStrip = 5
                    page.tile = isTiled ? (16, 16) : nil
                    for depth in [PixelLayout.Depth.eight, .sixteen] {
                        var options = DecodeOptions()
                        options.depth = depth
                        let source = try #require(try open(page.file(mode: mode), options))
                        let full = bits > 8 && depth == .sixteen ? 65535 : 255
                        #expect(source.info.layout.depth.rawValue == (full == 255 ? 8 : 16))
                        let expected = page.samples.map { sample in
                            let value = photometric == PHOTOMETRIC_MINISWHITE ? greatest - sample : sample
                            return (2 * value * full + greatest) / (2 * greatest)
                        }
                        let same = try DeliveredImage(source).samples == expected
                        #expect(same, "\(photometric), \(compression), tiled \(isTiled), to \(depth)")
                    }
                }
            }
        }
    }

    @Test(arguments: lossless, ["l", "b", "8l", "8b"])
    func `tiles in separate planes are interleaved`(compression: Int, mode: String) throws {
        for (width, height) in [(1, 1), (17, 33), (64, 64), (100, 70)] {
            for (bits, samples) in [(8, 3), (8, 4), (16, 3)] {
                var page = LibTIFFFixture(width: width, height: height, bits: bits, samplesPerPixel: samples)
                page.extraSamples = samples == 4 ? [UInt16(EXTRASAMPLE_UNASSALPHA)] : []
                page.compression = compression
                page.isPlanar = true
                page.tile = (32, 16)
                var options = DecodeOptions()
                options.depth = .sixteen
                let source = try #require(try open(page.file(mode: mode), options))
                let image = try DeliveredImage(source)
                let same = image.samples == page.samples
                #expect(same && image.covers(height), "\(width)×\(height), \(samples) samples of \(bits) bits")
            }
        }
    }

    @Test func `fill order 2 is read`() throws {
        for compression in [COMPRESSION_NONE, COMPRESSION_LZW] {
            for bits in [1, 4, 8] {
                var page = LibTIFFFixture(width: 45, height: 9, bits: bits, samplesPerPixel: 1)
                page.compression = Int(compression)
                page.rowsPerStrip = 4
                page.hasReversedBits = true
                let source = try #require(try open(page.file()))
                #expect(try DeliveredImage(source).samples == page.samples.map { $0 * 255 / ((1 << bits) - 1) })
            }
        }
    }

    @Test func `fax pages are read`() throws {
        var page = LibTIFFFixture(width: 77, height: 31, bits: 1, samplesPerPixel: 1)
        page.photometric = Int(PHOTOMETRIC_MINISWHITE)
        for compression in [COMPRESSION_CCITTFAX3, COMPRESSION_CCITTFAX4] {
            page.compression = Int(compression)
            let source = try #require(try open(page.file()))
            #expect(source.info.layout == PixelLayout(.gray))
            #expect(try DeliveredImage(source).samples == page.samples.map { 255 - 255 * $0 })
        }
    }

    @Test(arguments: [false, true], [false, true])
    func `JPEG strips and tiles are decoded to RGB, however they are stored`(isYCbCr: Bool, isTiled: Bool) throws {
        var page = LibTIFFFixture(width: 90, height: 50)
        page.samples = (0..<90 * 50 * 3).map { ($0 / 3 % 90) * ($0 % 3) + $0 / 270 }
        page.compression = Int(COMPRESSION_JPEG)
        page.photometric = Int(isYCbCr ? PHOTOMETRIC_YCBCR : PHOTOMETRIC_RGB)
        page.isSubsampled = isYCbCr
        page.rowsPerStrip = 16
        page.tile = isTiled ? (32, 32) : nil
        let source = try #require(try open(page.file()))
        #expect(source.info.layout == PixelLayout(.rgb))
        let worst = zip(try DeliveredImage(source).samples, page.samples).map { abs($0 - $1) }.max()
        #expect(try #require(worst) <= 6)
    }

    @Test func `pages are counted from 1`() throws {
        let pages = (1...3).map { LibTIFFFixture(width: 10 * $0, height: 5) }
        let bytes = try LibTIFFFixture.file(pages)
        var options = DecodeOptions()
        for (index, page) in pages.enumerated() {
            options.page = index + 1
            let source = try #require(try open(bytes, options))
            #expect(try DeliveredImage(source).samples == page.samples)
        }
    }

    @Test(arguments: [(0, 3, "pages are counted from 1"), (4, 3, "it has 3 pages"), (2, 1, "it has one page")])
    func `a page that does not exist is refused`(number: Int, count: Int, message: String) throws {
        let bytes = try LibTIFFFixture.file((1...count).map { LibTIFFFixture(width: $0, height: 1) })
        var options = DecodeOptions()
        options.page = number
        let error = try #require(throws: CodecError.self) { try open(bytes, options) }
        #expect(error.code == .invalidRequest)
        #expect(error.message.hasPrefix(message))
    }

    @Test(arguments: 1...8)
    func `the orientation is reported and rows stay as stored`(orientation: Int) throws {
        var page = LibTIFFFixture(width: 12, height: 7)
        page.orientation = orientation
        let source = try #require(try open(page.file()))
        #expect(source.orientation.rawValue == orientation)
        #expect(try DeliveredImage(source).samples == page.samples)
    }

    @Test func `files, and descriptors by name, give the same as bytes`() throws {
        let page = LibTIFFFixture(width: 33, height: 20)
        let path = NSTemporaryDirectory() + "tiff-source-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data(page.file()).write(to: URL(fileURLWithPath: path))
        let handle = try #require(FileHandle(forReadingAtPath: path))
        for name in [path, "/proc/self/fd/\(handle.fileDescriptor)"] {
            let source = try #require(try TIFFImageSource.open(.file(name), options: DecodeOptions()))
            #expect(try DeliveredImage(source).samples == page.samples)
        }
    }

    @Test func `a missing file is an error, and a file that is not a TIFF is left to other decoders`() throws {
        let error = try #require(throws: CodecError.self) {
            try TIFFImageSource.open(.file("/nowhere/a.tif"), options: DecodeOptions())
        }
        #expect(error.code == .unreadable)
        #expect(try open(Array("\u{89}PNG, or so it says".utf8)) == nil)
        #expect(try open([0x49, 0x49, 42]) == nil)
        #expect(try open([]) == nil)
        #expect(try TIFFImageSource.open(.file("/dev/null"), options: DecodeOptions()) == nil)
    }

    @Test(arguments: [Int(COMPRESSION_NONE), Int(COMPRESSION_ADOBE_DEFLATE)], [false, true])
    func `one strip for the whole image takes no more memory than many`(compression: Int, isDeep: Bool) throws {
        var page = LibTIFFFixture(width: 900, height: 900, bits: isDeep ? 16 : 8)
        page.compression = compression
        let source = try #require(try open(page.file(mode: "b")))
        let image = try DeliveredImage(source)
        #expect(image.bands.allSatisfy { $0.bytes <= TIFFImageSource.bandBytes })
        #expect(image.covers(900))
        let same = image.samples == (isDeep ? page.samples.map { ($0 * 510 + 65535) / 131070 } : page.samples)
        #expect(same)
    }

    @Test func `a compressed strip too large for memory is decoded from the mapped file`() throws {
        var page = LibTIFFFixture(width: 1200, height: 1250)
        page.compression = Int(COMPRESSION_ADOBE_DEFLATE)
        let path = NSTemporaryDirectory() + "tiff-source-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: path) }
        let bytes = try page.file()
        #expect(bytes.count > TIFFImageSource.mappedBlockBytes)
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        let source = try #require(try TIFFImageSource.open(.file(path), options: DecodeOptions()))
        let image = try DeliveredImage(source)
        let same = image.samples == page.samples
        #expect(same && image.bands.allSatisfy { $0.bytes <= TIFFImageSource.bandBytes })
    }

    @Test func `an uncompressed tile as large as the image is read in parts`() throws {
        var page = LibTIFFFixture(width: 1000, height: 1000)
        page.tile = (1008, 1008)
        let source = try #require(try open(page.file()))
        let image = try DeliveredImage(source)
        let same = image.samples == page.samples
        #expect(same && image.bands.allSatisfy { $0.bytes <= TIFFImageSource.bandBytes })
    }

    @Test func `an error of the receiver ends the reading and is rethrown`() throws {
        struct Enough: Error {}
        let source = try #require(try open(LibTIFFFixture(width: 900, height: 2000).file()))
        var bands = 0
        #expect(throws: Enough.self) {
            try source.readBands { _ in
                bands += 1
                throw Enough()
            }
        }
        #expect(bands == 1)
    }
}
