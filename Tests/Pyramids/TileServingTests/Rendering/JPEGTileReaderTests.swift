import Glibc
import ImageCodecs
import ImageMetadata
import ImageSources
import PixelKernels
import TestLimits
import TestSupport
import Testing
import TileCutting
import TilePyramid
import TileStores

@testable import TileServing

@Suite(.timeLimited)
struct JPEGTileReaderTests {
    private let reader = JPEGTileReader()
    private let size = PixelSize(width: 45, height: 37)

    private func jpeg(_ layout: PixelLayout) throws -> [UInt8] {
        let rows = ServedFolder.rows(size, layout).flatMap { $0 }
        return try rows.withUnsafeBytes { bytes in
            let base = try #require(bytes.baseAddress)
            return try TilePixels.lend(base, stride: size.width * layout.bytesPerPixel, size: size, layout: layout) {
                try TileEncoding().makeEncoder(for: layout).bytes(of: $0)
            }
        }
    }

    @Test(arguments: [PixelLayout.Channels.gray, .rgb], DecodeScale.allCases)
    func `a tile has the pixels that the decoder of images gives it`(
        _ channels: PixelLayout.Channels, _ scale: DecodeScale
    ) throws {
        let file = try jpeg(PixelLayout(channels))
        let tile = try #require(
            try reader.read(file, size: size, layout: PixelLayout(channels), scale: scale, name: "tile"))
        let expected = try DecodedImage(openTileImage(file, name: "tile", scale: scale))
        #expect(tile.size == expected.info.size)
        let samples = UnsafeRawBufferPointer(start: tile.base, count: tile.byteCount).map(Int.init)
        #expect(samples == expected.samples)
    }

    @Test func `tiles of another size or layout, and with a profile, are left to others`() throws {
        let file = try jpeg(PixelLayout(.rgb))
        func read(_ file: [UInt8], _ size: PixelSize, _ channels: PixelLayout.Channels) throws -> PixelMemory? {
            try reader.read(file, size: size, layout: PixelLayout(channels), scale: .full, name: "tile")
        }
        #expect(try read(file, PixelSize(width: 45, height: 36), .rgb) == nil)
        #expect(try read(file, size, .gray) == nil)
        #expect(try read(file, size, .rgba) == nil)
        #expect(try read([1, 2, 3], size, .rgb) == nil)
        let segment: [UInt8] = [0xFF, 0xE2, 0, 18] + Array("ICC_PROFILE\0".utf8) + [1, 1, 0, 0]
        #expect(try read(file.prefix(2) + segment + file.dropFirst(2), size, .rgb) == nil)
    }

    @Test func `of a part of a tile, damage that comes after it does not matter`() throws {
        let file = try jpeg(PixelLayout(.rgb))
        let half = Array(file.prefix(file.count * 3 / 4))
        let part = PixelRect(x: 3, y: 2, width: 20, height: 10)
        let whole = try #require(
            try reader.read(file, size: size, layout: PixelLayout(.rgb), scale: .full, name: "tile"))
        let tile = try #require(
            try reader.read(half, size: size, layout: PixelLayout(.rgb), scale: .full, part: part, name: "tile"))
        #expect(tile.size == size)
        for y in part.rows {
            let samples = tile.row(y) + 3 * part.x
            let expected = whole.row(y) + 3 * part.x
            #expect(memcmp(samples, expected, 3 * part.size.width) == 0)
        }
    }

    @Test(arguments: Libjpeg.Storage.all, [(45, 37), (64, 48), (1, 1), (17, 16)])
    func `a JPEG of 4:2:0 is decoded to its planes, and no other`(
        _ storage: Libjpeg.Storage, _ size: (Int, Int)
    ) throws {
        let size = PixelSize(width: size.0, height: size.1)
        let file = Libjpeg.encode(width: size.width, height: size.height, as: storage)
        let is420 = storage.sampling.map { [$0.across, $0.down] } == [[2, 2], [1, 1], [1, 1]]
        guard let tile = try reader.readPlanes(file, size: size, name: "tile") else {
            #expect(!is420)
            return
        }
        #expect(is420)
        let luma = tile.origin(ofPlane: 0)
        let blue = tile.origin(ofPlane: 1)
        let red = tile.origin(ofPlane: 2)
        func sample(_ origin: (column: Int, row: Int), _ x: Int, _ y: Int) -> Double {
            Double(tile.memory.row(origin.row + y).load(fromByteOffset: origin.column + x, as: UInt8.self))
        }
        // JFIF's formulas, with chroma that is repeated.
        let expected = Libjpeg.samples(of: file).samples
        for y in 0..<size.height {
            for x in 0..<size.width {
                let light = sample(luma, x, y)
                let cb = sample(blue, x / 2, y / 2) - 128
                let cr = sample(red, x / 2, y / 2) - 128
                let rgb = [light + 1.402 * cr, light - 0.344_136 * cb - 0.714_136 * cr, light + 1.772 * cb]
                for (channel, value) in rgb.enumerated() {
                    let other = Double(expected[3 * (y * size.width + x) + channel])
                    #expect(abs(min(255, max(0, value)) - other) <= 1)
                }
            }
        }
    }

    @Test func `a truncated tile of planes is an error`() throws {
        let file = try jpeg(PixelLayout(.rgb))
        #expect(throws: CodecError.self) {
            try reader.readPlanes(Array(file.prefix(file.count * 3 / 4)), size: size, name: "tile")
        }
        #expect(try reader.readPlanes(file, size: PixelSize(width: 45, height: 36), name: "tile") == nil)
    }

    @Test func `a truncated tile is an error that names it, and the next one is decoded`() throws {
        let file = try jpeg(PixelLayout(.rgb))
        let half = Array(file.prefix(file.count * 3 / 4))
        let error = #expect(throws: CodecError.self) {
            try reader.read(half, size: size, layout: PixelLayout(.rgb), scale: .full, name: "map: tile 3/1_2")
        }
        #expect(error.map { "\($0)" }?.contains("map: tile 3/1_2") == true)
        #expect(try reader.read(file, size: size, layout: PixelLayout(.rgb), scale: .full, name: "tile") != nil)
    }
}
