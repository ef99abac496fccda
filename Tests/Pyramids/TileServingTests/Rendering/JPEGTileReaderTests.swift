import ImageCodecs
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
