import Foundation
import ImageMetadata
import ImageSources
import PixelKernels
import TestLimits
import TestSupport
import Testing
import TilePyramid

@testable import ImageCodecs

/// Masks of TIFF pages: in the file, beside it, and those of reduced copies.
@Suite(.timeLimited) struct TIFFMaskTests {
    private static let width = 45, height = 33

    private static func isValid(_ x: Int, _ y: Int) -> Bool { (x * x + y * 3) % 7 != 0 }

    private func image(samples: Int = 3, width: Int = width, height: Int = height, kind: Int? = nil) -> TIFFFixture {
        var page = TIFFFixture(width: width, height: height) { x, y, channel in
            UInt64(1 + (x + 2 * y + 50 * channel) % 250)
        }
        page.samplesPerPixel = samples
        page.photometric = samples == 3 ? 2 : 1
        if let kind { page.tags[254] = .longs([kind]) }
        return page
    }

    private func mask(bits: Int = 1, width: Int = width, height: Int = height, kind: Int = 4, value: UInt64 = 1)
        -> TIFFFixture
    {
        var page = TIFFFixture(width: width, height: height) { x, y, _ in Self.isValid(x, y) ? value : 0 }
        page.bits = bits
        page.photometric = 4
        page.tags[254] = .longs([kind])
        return page
    }

    private func decoded(_ pages: [TIFFFixture], _ change: (inout DecodeOptions) -> Void = { _ in }) throws
        -> DecodedImage
    {
        var options = DecodeOptions()
        change(&options)
        return try DecodedImage(openImage(.bytes(TIFFFixture.encode(pages), name: "page.tif"), options: options))
    }

    /// Returns whether the image is that of ``image(samples:width:height:kind:)`` where it is valid, and zeros elsewhere.
    private func isMasked(_ decoded: DecodedImage, _ image: TIFFFixture) -> Bool {
        let channels = image.samplesPerPixel
        return decoded.info.size == PixelSize(width: image.width, height: image.height)
            && (0..<image.height).allSatisfy { y in
                (0..<image.width).allSatisfy { x in
                    let colors = (0..<channels).map { Int(image.sample(x, y, $0)) }
                    return decoded.pixel(x, y)
                        == (Self.isValid(x, y) ? colors + [255] : Array(repeating: 0, count: channels + 1))
                }
            }
    }

    /// Compresses rows as PackBits: literal runs only.
    private static func packBits(_ bytes: [UInt8], row: Int) -> [UInt8] {
        stride(from: 0, to: bytes.count, by: row).flatMap { start in
            let end = min(start + row, bytes.count)
            return stride(from: start, to: end, by: 128).flatMap { first -> [UInt8] in
                let run = bytes[first..<min(first + 128, end)]
                return [UInt8(run.count - 1)] + run
            }
        }
    }

    @Test(arguments: [1, 3], [1, 8])
    func `pixels outside of the mask are transparent`(samples: Int, bits: Int) throws {
        for (imageTile, maskTile) in [(nil, nil), ((16, 16), nil), (nil, (16, 32)), ((32, 16), (16, 16))]
            as [((Int, Int)?, (Int, Int)?)]
        {
            for rows in [1, 5, 100] {
                var image = image(samples: samples)
                var mask = mask(bits: bits, value: bits == 1 ? 1 : 200)
                image.tile = imageTile
                mask.tile = maskTile
                mask.rowsPerStrip = rows
                let decoded = try self.decoded([image, mask])
                #expect(decoded.warnings == [])
                #expect(decoded.info.alphaIsValidity)
                #expect(isMasked(decoded, image), "\(rows) rows in a strip")
                #expect(isMasked(try self.decoded([image, mask]) { $0.threads = 1 }, image))
            }
        }
    }

    @Test func `a compressed mask is read`() throws {
        var mask = mask()
        mask.compression = 32773
        mask.compress = { Self.packBits($1, row: (Self.width + 7) / 8) }
        #expect(isMasked(try self.decoded([image(), mask]), image()))
    }

    @Test func `a mask counts before a no-data value, and not together with an alpha channel`() throws {
        var page = image()
        page.tags[42113] = .text("1")
        #expect(isMasked(try self.decoded([page, mask()]), page))
        var transparent = TIFFFixture(width: Self.width, height: Self.height) { _, _, channel in channel == 1 ? 99 : 7 }
        transparent.samplesPerPixel = 2
        transparent.extraSamples = [2]
        let decoded = try self.decoded([transparent, mask()])
        #expect(decoded.pixel(0, 0) == [7, 99])
        #expect(decoded.warnings == ["it has an alpha channel, so its mask is not used."])
        #expect(try self.decoded([image(), mask()]) { $0.nodata = .none }.info.layout == PixelLayout(.rgb))
    }

    @Test func `a page that is a mask is shown as it is`() throws {
        let decoded = try self.decoded([image(), mask()]) { $0.page = 2 }
        #expect(decoded.info.layout == PixelLayout(.gray))
        #expect(decoded.pixel(1, 0) == [255])
        #expect(decoded.pixel(0, 0) == [0])
    }

    @Test func `a mask that cannot be read is an error, or a warning where that loss is allowed`() throws {
        let pages = [image(), mask(width: 44)]
        let error = #expect(throws: CodecError.self) { _ = try self.decoded(pages) }
        #expect(
            error?.description
                == "page.tif: its mask has 44×33 pixels, and the image 45×33. Say which value invalid pixels have. "
                + "Or allow its loss: validity.")
        let decoded = try self.decoded(pages) { $0.allowedLoss = [.validity] }
        #expect(decoded.info.layout == PixelLayout(.rgb))
        #expect(
            decoded.warnings == ["its mask has 44×33 pixels, and the image 45×33. All pixels are taken for valid."])
        var unknown = mask()
        unknown.compression = 34712
        #expect(throws: CodecError.self) { _ = try self.decoded([image(), unknown]) }
    }

    @Test func `a damaged mask is reported as the image is`() throws {
        var mask = mask()
        mask.overrideEntry = { number, offset, _ in if number == 1 { offset = 1 << 30 } }
        let error = #expect(throws: CodecError.self) { _ = try self.decoded([image(), mask]) }
        #expect(error?.code == .truncated)
        let decoded = try self.decoded([image(), mask]) { $0.allowTruncated = true }
        #expect(decoded.pixel(1, 6).last == 255)
        #expect(decoded.pixel(1, 7) == [0, 0, 0, 0])
        #expect(decoded.warnings.count == 1)
        #expect(decoded.warnings.first?.hasPrefix("in the mask, ") == true)
    }

    @Test func `blocks of a mask that were never written are invalid`() throws {
        var mask = mask()
        mask.overrideEntry = { number, offset, size in
            if number == 1 {
                offset = 0
                size = 0
            }
        }
        let decoded = try self.decoded([image(), mask])
        #expect(decoded.warnings == [])
        #expect(decoded.pixel(1, 6).last == 255)
        #expect(decoded.pixel(1, 7) == [0, 0, 0, 0])
    }

    @Test func `a mask beside the file is read`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.tif")
        try Data(image().encoded()).write(to: URL(fileURLWithPath: path))
        var sidecar = mask(bits: 8, value: 255)
        sidecar.photometric = 1
        sidecar.tags[254] = nil
        try Data(sidecar.encoded()).write(to: URL(fileURLWithPath: path + ".msk"))
        #expect(isMasked(try DecodedImage(openImage(.file(path))), image()))
        // Other formats as well.
        let png = PNGFixture(width: Self.width, height: Self.height) { x, y, channel in
            1 + (x + 2 * y + 50 * channel) % 250
        }
        let other = folder.path("b.png")
        try Data(png.encoded()).write(to: URL(fileURLWithPath: other))
        #expect(try openImage(.file(other)).info.layout == PixelLayout(.rgb))
        try Data(sidecar.encoded()).write(to: URL(fileURLWithPath: other + ".msk"))
        #expect(isMasked(try DecodedImage(openImage(.file(other))), image()))
        try Data([1, 2, 3]).write(to: URL(fileURLWithPath: path + ".msk"))
        #expect(throws: CodecError.self) { _ = try openImage(.file(path)) }
    }

    @Test func `reduced copies have masks of their own`() throws {
        var full = image(width: 64, height: 32)
        var half = image(width: 32, height: 16, kind: 1)
        full.tile = (16, 16)
        half.tile = (16, 16)
        let pages = [full, mask(width: 64, height: 32), half, mask(width: 32, height: 16, kind: 5)]
        let source = try #require(
            openImage(.bytes(TIFFFixture.encode(pages), name: "a.tif")) as? any ReducedResolutionSource)
        let reduced = try #require(try source.reduced(to: PixelSize(width: 32, height: 16)))
        #expect(isMasked(try DecodedImage(reduced), half))
        // A copy without one would be opaque.
        let without = try #require(
            openImage(.bytes(TIFFFixture.encode(Array(pages[..<3])), name: "a.tif")) as? any ReducedResolutionSource)
        #expect(try without.reduced(to: PixelSize(width: 32, height: 16)) == nil)
    }

    @Test func `tiles of a masked page are not passed through`() throws {
        var image = image()
        image.tile = (16, 16)
        image.compression = 1
        let source = try #require(
            openImage(.bytes(TIFFFixture.encode([image, mask()]), name: "a.tif")) as? TIFFImageSource)
        let pyramid = Pyramid(size: source.info.size, tileSize: 16)
        #expect(
            source.passthroughBlocker(for: pyramid, encoding: TileEncoding())
                == "the samples of the image have to be converted")
        #expect(!source.hasPlanes)
    }
}
