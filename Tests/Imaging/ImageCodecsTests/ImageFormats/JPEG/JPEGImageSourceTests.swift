import ImageMetadata
import ImageSources
import PixelKernels
import TestLimits
import Testing
import TilePyramid

@testable import ImageCodecs
@testable import JPEGLossless

@Suite("JPEGImageSource", .timeLimited)
struct JPEGImageSourceTests {
    private func jpeg(
        _ channels: PixelLayout.Channels = .rgb, width: Int = 300, height: Int = 200,
        pattern: TestTile.Pattern = .smooth,
        profile: [UInt8]? = nil, exif: [UInt8]? = nil
    ) throws -> [UInt8] {
        var encoding = TileEncoding()
        encoding.profile = profile
        encoding.exif = exif
        let tile = TestTile(pattern, width: width, height: height, layout: PixelLayout(channels))
        return try encoding.makeEncoder(for: tile.layout).encode(tile)
    }

    private func open(
        _ bytes: [UInt8], _ configure: (inout DecodeOptions) -> Void = { _ in }
    ) throws -> JPEGImageSource? {
        var options = DecodeOptions()
        configure(&options)
        return try JPEGImageSource.open(.bytes(bytes, name: "test.jpg"), options: options)
    }

    /// All rows; checks that each arrives exactly once and in order.
    private func pixels(of source: any ImageSource) throws -> [UInt8] {
        var bytes: [UInt8] = []
        var next = 0
        let rowBytes = source.info.size.width * source.info.layout.bytesPerPixel
        try source.readBands { band in
            #expect(band.rows.lowerBound == next)
            next = band.rows.upperBound
            for y in band.rows {
                bytes += UnsafeRawBufferPointer(start: band.row(y), count: rowBytes)
            }
        }
        #expect(next == source.info.size.height)
        return bytes
    }

    @Test("pixels equal those of another decoder", arguments: [PixelLayout.Channels.gray, .rgb])
    func pixelsAreRight(_ channels: PixelLayout.Channels) throws {
        for (width, height) in [(1, 1), (1, 40), (40, 1), (17, 33), (300, 200)] {
            let bytes = try jpeg(channels, width: width, height: height)
            let source = try #require(try open(bytes))
            #expect(source.info.size == PixelSize(width: width, height: height))
            #expect(source.info.layout == PixelLayout(channels))
            #expect(source.info.container == "JPEG")
            #expect(try pixels(of: source) == DecodedTile(bytes).pixels)
        }
    }

    @Test("a progressive JPEG whose coefficients go to a file gives the pixels of another decoder")
    func spilledCoefficients() throws {
        let pattern = VipsFixture(1800, 1600, bands: 3) { x, y, channel in (x * 3 + y * 5 + channel * x * y / 64) & 255
        }
        let bytes = try pattern.encoded("jpegsave_buffer", ["interlace": "true"])
        let source = try #require(try open(bytes))
        #expect(source.coefficientBytes > JPEGImageSource.coefficientLimit)
        #expect(try pixels(of: source) == DecodedTile(bytes).pixels)
    }

    @Test("bands have a bounded number of rows, however high the image is")
    func bandsAreBounded() throws {
        let source = try #require(try open(jpeg(width: 8, height: 3000)))
        try source.readBands { #expect($0.rows.count <= JPEGImageSource.rowsPerBand) }
    }

    @Test(
        "a truncated file is an error that says so",
        arguments: [
            0.2, 0.5, 0.9, 0.99,
        ])
    func truncation(_ part: Double) throws {
        let bytes = try jpeg(pattern: .noise)
        let source = try #require(try open(Array(bytes.prefix(Int(Double(bytes.count) * part)))))
        let error = try #require(throws: CodecError.self) { try pixels(of: source) }
        #expect(error.code == .truncated)
        #expect(error.file == "test.jpg")
        #expect(error.message.contains("or cut what"))
    }

    @Test("a file that ends within its header is an error", arguments: [3, 20, 100])
    func truncatedHeader(_ count: Int) throws {
        let bytes = try jpeg()
        let error = try #require(throws: CodecError.self) { try open(Array(bytes.prefix(count))) }
        #expect([.truncated, .damaged].contains(error.code))
    }

    @Test("the rows of a truncated file are read if that is allowed, with one warning")
    func allowedTruncation() throws {
        let bytes = try jpeg(pattern: .noise)
        let source = try #require(try open(Array(bytes.prefix(bytes.count / 2))) { $0.allowTruncated = true })
        let whole = try DecodedTile(bytes).pixels
        let found = try pixels(of: source)
        #expect(found.count == whole.count)
        #expect(found.prefix(300 * 3 * 80) == whole.prefix(300 * 3 * 80))
        #expect(source.warnings.count == 1)
    }

    @Test("damaged data in the middle is an error")
    func damage() throws {
        var bytes = try jpeg(pattern: .noise)
        let middle = bytes.count / 2
        bytes.replaceSubrange(middle..<(middle + 64), with: Array(repeating: [0xFF, 0xD7], count: 32).joined())
        let source = try #require(try open(bytes))
        let error = try #require(throws: CodecError.self) { try pixels(of: source) }
        #expect([.damaged, .truncated].contains(error.code))
    }

    @Test("an error of the receiver ends the decoding and is thrown unchanged")
    func receiverError() throws {
        struct Stop: Error {}
        var calls = 0
        let source = try #require(try open(jpeg()))
        #expect(throws: Stop.self) {
            try source.readBands { _ in
                calls += 1
                throw Stop()
            }
        }
        #expect(calls == 1)
    }

    @Test("an image with another profile than sRGB is left to the general path")
    func profiles() throws {
        #expect(try open(jpeg(profile: TestMetadata.profile("srgb"))) != nil)
        #expect(try open(jpeg(profile: TestMetadata.profile("p3"))) == nil)
        let profile = try TestMetadata.profile("p3")
        let kept = try #require(try open(jpeg(profile: profile)) { $0.keepProfile = true })
        #expect(kept.info.profile == profile)
    }

    @Test("the EXIF orientation is read, and the EXIF block is kept")
    func orientation() throws {
        var exif = TestMetadata.exif
        exif[18] = 6
        let source = try #require(try open(jpeg(exif: exif)))
        #expect(source.orientation == .rotated90)
        #expect(source.info.exif == exif)
        let upright = try openImage(.bytes(jpeg(exif: exif), name: "turned"))
        #expect(upright.info.size == PixelSize(width: 200, height: 300))
    }

    @Test("a missing file is unreadable, not unsupported")
    func missing() throws {
        let error = try #require(throws: CodecError.self) { try openImage(.file("/nowhere/at/all.jpg")) }
        #expect(error.code == .unreadable)
        #expect(error.file == "/nowhere/at/all.jpg")
    }
}
