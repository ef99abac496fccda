import ChannelImages
import CTIFF
import Foundation
import ImageMetadata
import TestLimits
import TestSupport
import Testing
import TilePyramid

@testable import ImageCodecs

/// Hostile and damaged files, and strips that are too large to be decoded as a whole.
@Suite(.timeLimited) struct TIFFChannelDamageTests {
    private func open(_ bytes: [UInt8], _ options: DecodeOptions = DecodeOptions()) throws -> TIFFChannelImage {
        try #require(try TIFFChannelImage.open(.bytes(bytes, name: "test.tif"), options: options))
    }

    private func page(_ value: UInt64 = 7) -> TIFFFixture { TIFFFixture(width: 16, height: 16) { _, _, _ in value } }

    /// Sets the first value of a tag in a little-endian file.
    private func set(_ tag: TIFFTag, to value: Int, in bytes: [UInt8]) throws -> [UInt8] {
        var bytes = bytes
        let directory = try #require(TIFFDirectory(page: 0, read: ImageBytes(bytes).read))
        let entries = directory.start + 2
        let index = try #require(
            (0..<directory.entryCount).first {
                Int(bytes[entries + $0 * 12]) | Int(bytes[entries + $0 * 12 + 1]) << 8 == tag.rawValue
            })
        let start = entries + index * 12
        let size = bytes[start + 2] == 3 ? 2 : 4
        for byte in 0..<size { bytes[start + 8 + byte] = UInt8(truncatingIfNeeded: value >> (8 * byte)) }
        return bytes
    }

    @Test func `samples and sizes that no file holds are refused`() throws {
        let file = page().encoded()
        #expect(throws: CodecError.self) { try open(set(.samplesPerPixel, to: 65535, in: file)) }
        #expect(throws: CodecError.self) { try open(set(.imageWidth, to: 1 << 31, in: file)) }
        #expect(throws: CodecError.self) { try open(set(.imageWidth, to: 0, in: file)) }
        #expect(throws: CodecError.self) { try open(set(.sampleFormat, to: 6, in: file)) }
        var tiled = page()
        tiled.tile = (16, 16)
        for (tag, size) in [(TIFFTag.tileWidth, 1 << 31), (.tileLength, 1 << 31), (.tileWidth, 0)] {
            #expect(throws: CodecError.self) { try open(set(tag, to: size, in: tiled.encoded())) }
        }
        // Compressed tiles of more than the limit are not opened, and others are read as far as the file goes.
        var large = try set(.tileWidth, to: 10_000_000, in: tiled.encoded())
        large = try set(.tileLength, to: 10_000_000, in: large)
        #expect(throws: CodecError.self) { try open(set(.compression, to: 8, in: large)) }
        #expect(throws: CodecError.self) { try open(large).bytes() }
        var huge = try set(.imageWidth, to: 10_000_000, in: file)
        huge = try set(.imageLength, to: 10_000_000, in: huge)
        huge = try set(.rowsPerStrip, to: 10_000_000, in: huge)
        let image = try open(huge)
        #expect(image.blockSize(ofLevel: 0).area <= 10_000_000)
        #expect(throws: CodecError.self) {
            try image.bytes(ChannelPlane(), PixelRect(x: 9_000_000, y: 9_000_000, width: 4, height: 4))
        }
        // The first samples are there.
        #expect(try image.bytes(ChannelPlane(), PixelRect(x: 0, y: 0, width: 4, height: 1)) == [7, 7, 7, 7])
    }

    @Test func `a file that is cut short is an error, or ends in zeros where that is allowed`() throws {
        var page = page()
        page.rowsPerStrip = 4
        page.isDirectoryFirst = true
        for compression in [1, 32773] {
            page.compression = compression
            // A literal run of PackBits for each row.
            page.compress = { _, bytes in
                compression == 1
                    ? bytes : stride(from: 0, to: bytes.count, by: 16).flatMap { [15] + bytes[$0..<$0 + 16] }
            }
            let file = Array(page.encoded().dropLast(40))
            let image = try open(file)
            #expect(try image.bytes(ChannelPlane(), PixelRect(x: 0, y: 0, width: 16, height: 8)).allSatisfy { $0 == 7 })
            #expect(throws: CodecError.self) { try image.bytes() }
            var options = DecodeOptions()
            options.allowTruncated = true
            let bytes = try open(file, options).bytes()
            #expect(bytes.prefix(12 * 16).allSatisfy { $0 == 7 } && bytes.suffix(4 * 16).allSatisfy { $0 == 0 })
        }
    }

    @Test func `directories that lead to each other are followed once`() throws {
        var page = page()
        page.tags[330] = .longs([0])
        let bytes = page.encoded()
        let start = try #require(TIFFDirectory(page: 0, read: ImageBytes(bytes).read)).start
        // The page is its own subdirectory, and the next one.
        var looped = try set(.subIFDs, to: start, in: bytes)
        let count = Int(looped[start])
        let link = start + 2 + count * 12
        looped.replaceSubrange(link..<link + 4, with: (0..<4).map { UInt8(truncatingIfNeeded: start >> (8 * $0)) })
        let image = try open(looped)
        #expect(image.description.levels.count == 1 && image.description.sectionCount == 1)
        #expect(try image.bytes().allSatisfy { $0 == 7 })
    }

    @Test func `damaged OME-XML is refused, and colors of other kinds are left to others`() throws {
        var page = page()
        page.tags[270] = .text("<OME><Image><Pixels></OME>")
        #expect(throws: CodecError.self) { try open(page.encoded()) }
        page.tags[270] = nil
        for photometric in [3, 5, 8] {
            page.photometric = photometric
            #expect(
                try TIFFChannelImage.open(.bytes(page.encoded(), name: "a.tif"), options: DecodeOptions()) == nil)
        }
        #expect(try TIFFChannelImage.open(.bytes([1, 2, 3], name: "a.tif"), options: DecodeOptions()) == nil)
    }

    @Test(arguments: [COMPRESSION_ADOBE_DEFLATE, COMPRESSION_LZW].map { Int($0) })
    func `a large compressed strip is read a few rows at a time`(compression: Int) throws {
        let width = 4300
        let height = 4000
        let folder = try TemporaryFolder()
        let path = folder.path("strip.tif")
        func sample(_ x: Int, _ y: Int) -> UInt8 { UInt8(truncatingIfNeeded: (x >> 4) &+ y &* 3) }
        func samples(_ rect: PixelRect) -> [UInt8] { rect.rows.flatMap { y in rect.columns.map { sample($0, y) } } }
        do {
            let tiff = try #require(TIFFOpen(path, "w"))
            defer { TIFFClose(tiff) }
            for (tag, value) in [
                (TIFFTAG_IMAGEWIDTH, width), (TIFFTAG_IMAGELENGTH, height), (TIFFTAG_BITSPERSAMPLE, 8),
                (TIFFTAG_SAMPLESPERPIXEL, 1), (TIFFTAG_PHOTOMETRIC, 1), (TIFFTAG_COMPRESSION, compression),
                (TIFFTAG_ROWSPERSTRIP, height),
            ] { _ = ctiff_set_int(tiff, UInt32(tag), Int32(value)) }
            var samples = [UInt8](repeating: 0, count: width * height)
            for y in 0..<height {
                for x in 0..<width { samples[y * width + x] = sample(x, y) }
            }
            #expect(TIFFWriteEncodedStrip(tiff, 0, &samples, tmsize_t(samples.count)) == samples.count)
        }
        let image = try #require(try TIFFChannelImage.open(.file(path), options: DecodeOptions()))
        #expect(image.levels[0].page.holdsLargeStrips)
        #expect(image.blockSize(ofLevel: 0) == PixelSize(width: width, height: (4 << 20) / width))
        for top in [0, 900, 1000, 3990, 20] {
            let rect = PixelRect(x: 4000, y: top, width: 300, height: 10)
            #expect(try image.bytes(ChannelPlane(), rect) == samples(rect), "row \(top)")
        }
        // Parts that two threads pass on their way.
        let rect = PixelRect(x: 7, y: 500, width: 3, height: 3000)
        #expect(try image.bytes(ChannelPlane(), rect) == samples(rect))
    }
}
