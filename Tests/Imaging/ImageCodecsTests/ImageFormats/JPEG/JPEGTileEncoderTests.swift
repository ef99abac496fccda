import ImageMetadata
import ImageSources
import PixelKernels
import TestLimits
import Testing
import TilePyramid

@testable import ImageCodecs
@testable import JPEGLossless

@Suite("JPEGTileEncoder", .timeLimited)
struct JPEGTileEncoderTests {
    private func encoder(
        _ channels: PixelLayout.Channels = .rgb, _ configure: (inout TileEncoding) -> Void = { _ in }
    ) throws -> any TileEncoder {
        var encoding = TileEncoding()
        configure(&encoding)
        return try encoding.makeEncoder(for: PixelLayout(channels))
    }

    @Test("tiles of every small size and channel count keep their size and roughly their colors")
    func smallSizes() throws {
        for channels in [PixelLayout.Channels.gray, .rgb] {
            let encoder = try encoder(channels) { $0.quality = 95 }
            for width in [1, 2, 3, 7, 8, 9, 15, 16, 17, 255, 256, 257] {
                for height in [1, 2, 8, 17, 256] {
                    let tile = TestTile(.solid, width: width, height: height, layout: PixelLayout(channels))
                    let decoded = try DecodedTile(encoder.encode(tile))
                    #expect(decoded.width == width && decoded.height == height)
                    #expect(decoded.bands == channels.rawValue)
                    #expect(decoded.greatestDifference(from: tile.bytes) <= 3)
                }
            }
        }
    }

    @Test("a smooth image keeps at least 35 dB PSNR at the default quality")
    func fidelity() throws {
        let tile = TestTile(.smooth, width: 256, height: 256, layout: PixelLayout(.gray))
        #expect(try DecodedTile(encoder(.gray).encode(tile)).decibels(from: tile.bytes) >= 35)
    }

    @Test(
        "chroma is stored at half or full resolution, as requested",
        arguments: [
            (TileEncoding.ChromaSubsampling.halved, UInt8(0x22)), (.full, 0x11),
        ])
    func chroma(_ chroma: TileEncoding.ChromaSubsampling, factors: UInt8) throws {
        let tile = TestTile(.blocks, width: 64, height: 64, layout: PixelLayout(.rgb))
        let bytes = try encoder { $0.chroma = chroma }.encode(tile)
        // Start of frame: marker, length 2, precision 1, height 2, width 2, count 1, then identity and factors.
        let frame = try #require(bytes.indices.dropLast().first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
        #expect(bytes[frame + 11] == factors)
        #expect(bytes[frame + 14] == 0x11)
    }

    @Test("higher quality takes more bytes and gives smaller errors")
    func quality() throws {
        let tile = TestTile(.noise, width: 128, height: 128, layout: PixelLayout(.rgb))
        let sizes = try [10, 50, 85, 100].map { quality in
            try encoder { $0.quality = quality }.encode(tile).count
        }
        #expect(sizes == sizes.sorted() && Set(sizes).count == 4)
    }

    @Test("a used encoder gives the same bytes as a new one")
    func determinism() throws {
        let tile = TestTile(.smooth, width: 100, height: 60, layout: PixelLayout(.rgb))
        let other = TestTile(.noise, width: 256, height: 256, layout: PixelLayout(.rgb))
        let used = try encoder()
        _ = try used.encode(other)
        #expect(try used.encode(tile) == encoder().encode(tile))
    }

    @Test("a tile of noise larger than the first buffer is encoded whole")
    func growingBuffer() throws {
        let tile = TestTile(.noise, width: 1024, height: 1024, layout: PixelLayout(.rgb))
        let bytes = try encoder { $0.quality = 100 }.encode(tile)
        #expect(bytes.count > 1 << 20)
        #expect(try DecodedTile(bytes).width == 1024)
    }

    @Test("the profile and EXIF are in every tile")
    func metadata() throws {
        let profile = try TestMetadata.profile("p3")
        let encoder = try encoder {
            $0.profile = profile
            $0.exif = TestMetadata.exif
        }
        for _ in 0..<2 {
            let tile = TestTile(.solid, width: 16, height: 16, layout: PixelLayout(.rgb))
            let decoded = try DecodedTile(encoder.encode(tile))
            #expect(decoded.profile == profile)
            #expect(decoded.exif?.starts(with: TestMetadata.exif.prefix(8)) == true)
        }
    }

    @Test("a tile encoded from an image's planes equals the image, except for rounding")
    func planes() throws {
        for (width, height) in [(1, 1), (2, 3), (15, 17), (16, 16), (33, 40), (250, 130)] {
            let original = try encoder { $0.quality = 100 }.encode(
                TestTile(.smooth, width: width, height: height, layout: PixelLayout(.rgb)))
            let source = try #require(
                try JPEGImageSource.open(.bytes(original, name: "original"), options: DecodeOptions()))
            #expect(source.hasPlanes)
            var planes: [[[UInt8]]] = [[], [], []]
            try source.readPlanes { band in
                for (number, plane) in band.planes.enumerated() {
                    let columns = number == 0 ? width : (width + 1) / 2
                    planes[number] += plane.rows.map {
                        Array(UnsafeRawBufferPointer(start: plane.row($0), count: columns))
                    }
                }
            }
            #expect(planes.map(\.count) == [height, (height + 1) / 2, (height + 1) / 2])
            let again = try encode(planes, size: source.info.size, with: encoder { $0.quality = 100 })
            let decoded = try DecodedTile(again)
            #expect(decoded.greatestDifference(from: try DecodedTile(original).pixels) <= 3)
        }
    }

    @Test("a tile encoded from converted planes equals the one that libjpeg encodes from pixels, except for rounding")
    func splitPixels() throws {
        for pattern in [TestTile.Pattern.smooth, .blocks, .solid] {
            for (width, height) in [(1, 1), (2, 3), (15, 17), (16, 16), (33, 40), (250, 131)] {
                let tile = TestTile(pattern, width: width, height: height, layout: PixelLayout(.rgb))
                let encoder = try encoder { $0.quality = 100 }
                let expected = try DecodedTile(encoder.encode(tile))
                let decoded = try DecodedTile(encode(split(tile), size: tile.size, with: encoder))
                #expect(decoded.greatestDifference(from: expected.pixels) <= 5, "\(pattern) \(width)×\(height)")
                #expect(decoded.decibels(from: expected.pixels) > 45, "\(pattern) \(width)×\(height)")
            }
        }
    }

    /// The rows of luma and of the two chroma planes.
    private func split(_ tile: TestTile) -> [[[UInt8]]] {
        let width = tile.size.width
        let chromaWidth = (tile.size.width + 1) / 2
        var planes: [[[UInt8]]] = [[], [], []]
        for y in stride(from: 0, to: tile.size.height, by: 2) {
            let lower = min(y + 1, tile.size.height - 1)
            let made = [UInt8](unsafeUninitializedCapacity: 2 * (width + chromaWidth)) { buffer, count in
                tile.bytes.withUnsafeBytes { pixels in
                    guard let pixels = pixels.baseAddress, let buffer = buffer.baseAddress else { return }
                    let output = UnsafeMutableRawPointer(buffer)
                    RGBToYCbCr420.convertRows(
                        upper: pixels + 3 * width * y, lower: pixels + 3 * width * lower, width: width,
                        upperLuma: output, lowerLuma: output + width, cb: output + 2 * width,
                        cr: output + 2 * width + chromaWidth)
                    count = 2 * (width + chromaWidth)
                }
            }
            planes[0].append(Array(made.prefix(width)))
            if lower > y { planes[0].append(Array(made.dropFirst(width).prefix(width))) }
            planes[1].append(Array(made.dropFirst(2 * width).prefix(chromaWidth)))
            planes[2].append(Array(made.suffix(chromaWidth)))
        }
        return planes
    }

    private func encode(
        _ planes: [[[UInt8]]], size: PixelSize, with encoder: any TileEncoder
    ) throws -> [UInt8] {
        let encoder = try #require(encoder as? any PlanarTileEncoder)
        // Rows are copied to allocations of their own, so that Address Sanitizer finds reads beyond them.
        let copies = planes.map { rows in
            rows.map { row in
                let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: row.count, alignment: 1)
                copy.copyBytes(from: row)
                return copy
            }
        }
        let pointers = try copies.map { try $0.map { UnsafeRawPointer(try #require($0.baseAddress)) } }
        defer { copies.joined().forEach { $0.deallocate() } }
        var bytes: [UInt8] = []
        try pointers[0].withUnsafeBufferPointer { first in
            try pointers[1].withUnsafeBufferPointer { second in
                try pointers[2].withUnsafeBufferPointer { third in
                    let tiles = zip([first, second, third], planes).map { rows, plane in
                        TilePixels(
                            size: PixelSize(width: plane[0].count, height: plane.count), layout: PixelLayout(.gray),
                            rows: rows)
                    }
                    try encoder.encode(planes: tiles, size: size) { span in
                        bytes = span.withUnsafeBytes { Array($0) }
                    }
                }
            }
        }
        return bytes
    }

    @Test(
        "transparency and 16 bits are refused",
        arguments: [
            PixelLayout(.rgba), PixelLayout(.grayAlpha), PixelLayout(.rgb, .sixteen),
        ])
    func refusal(_ layout: PixelLayout) throws {
        let error = try #require(throws: CodecError.self) { try TileEncoding().makeEncoder(for: layout) }
        #expect(error.code == .encoding)
    }
}
