import ImageCodecs
import ImageMetadata
import LayerTree
import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

@testable import TiledLayers

/// Pixel buffers that become files and tiles, and files that become buffers.
@Suite(.timeLimited) struct PixelFileTests {
    /// A picture with translucent pixels, or without.
    private func picture(isOpaque: Bool) -> PixelBuffer {
        PixelBuffer(size: PixelSize(width: 40, height: 30), isOpaque: isOpaque) { pixels in
            for index in 0..<1200 {
                let alpha = isOpaque ? 255 : UInt32(index % 256)
                let color = alpha * UInt32(index % 7) / 7
                pixels[index] = alpha << 24 | color << 16 | (alpha - color) << 8 | color / 2
            }
        }
    }

    @Test(arguments: [TileFormat.png, .ktx2, .jp2], [true, false])
    func `a lossless format keeps every pixel`(format: TileFormat, isOpaque: Bool) throws {
        let picture = picture(isOpaque: isOpaque)
        let decoded = try PixelBuffer.decoded(picture.encoded(as: format, quality: 100))
        #expect(decoded.size == picture.size && decoded.isOpaque == isOpaque)
        #expect(decoded.withPixels { Array($0) } == picture.withPixels { Array($0) })
    }

    @Test func `JPEG blends transparent pixels with white`() throws {
        let clear = PixelBuffer(size: PixelSize(width: 16, height: 16)) { _ in }
        let decoded = try PixelBuffer.decoded(clear.encoded(as: .jpeg))
        #expect(decoded.isOpaque && decoded[8, 8] == 0xFFFF_FFFF)
    }

    @Test(arguments: ["a.png", "a.tif", "a.TIFF"], [true, false])
    func `a file keeps every pixel`(name: String, isOpaque: Bool) throws {
        let folder = try TemporaryFolder()
        let picture = picture(isOpaque: isOpaque)
        try picture.write(to: folder.path(name))
        let read = try PixelBuffer.read(folder.path(name))
        #expect(read.withPixels { Array($0) } == picture.withPixels { Array($0) })
    }

    @Test func `an extension that names no format is an error with the remedy, and a format overrides it`() throws {
        let folder = try TemporaryFolder()
        let picture = picture(isOpaque: true)
        let error = try #require(throws: CodecError.self) { try picture.write(to: folder.path("picture.xyz")) }
        #expect(error.code == .invalidRequest && "\(error)".contains("picture.xyz: the extension names no format"))
        try picture.write(to: folder.path("picture.xyz"), as: .png)
        #expect(try PixelBuffer.read(folder.path("picture.xyz")).size == picture.size)
        #expect(throws: CodecError.self) { try picture.write(to: folder.path("missing/picture.png")) }
    }

    @Test func `bytes that are not an image are refused`() {
        #expect(throws: CodecError.self) { try PixelBuffer.decoded([1, 2, 3]) }
        #expect(throws: CodecError.self) { try PixelBuffer.decoded([]) }
    }

    // MARK: Drawn tiles as stored ones

    /// Tiles whose pixels have the number of their level, column and row.
    private func drawing(_ pyramid: Pyramid) -> ClosureTileDrawing {
        ClosureTileDrawing(pyramid: pyramid) { index in
            guard index.column != 1 else { return nil }
            return PixelBuffer(size: pyramid.rect(of: index).size, isOpaque: true) { pixels in
                let color = UInt32(index.level << 16 | index.column << 8 | index.row)
                for position in pixels.indices { pixels[position] = 0xFF00_0000 | color }
            }
        }
    }

    @Test func `drawn tiles are read as files of their format`() throws {
        let pyramid = Pyramid(size: PixelSize(width: 700, height: 500))
        let source = DrawnTileSource(drawing(pyramid))
        let level = pyramid.finestLevel.index
        let tile = try #require(try source.read(TileIndex(level: level, column: 2, row: 1)))
        #expect(tile.format == .png)
        let pixels = try PixelBuffer.decoded(tile.bytes)
        #expect(pixels.size == PixelSize(width: 188, height: 244))
        #expect(pixels[0, 0] == 0xFF00_0000 | UInt32(level << 16 | 2 << 8 | 1))
        #expect(try source.read(TileIndex(level: level, column: 1, row: 0)) == nil)
        #expect(try source.read(TileIndex(level: level, column: 3, row: 0)) == nil)
        let jpeg = DrawnTileSource(drawing(pyramid), format: .jpeg, quality: 50)
        #expect(try jpeg.read(TileIndex(level: 0, column: 0, row: 0))?.bytes.prefix(2) == [0xFF, 0xD8])
        #expect(!jpeg.mayHaveAlpha && source.mayHaveAlpha)
    }

    @Test func `a drawing of another size than the tile's is an error`() {
        let pyramid = Pyramid(size: PixelSize(width: 10, height: 10))
        let small = PixelBuffer(size: PixelSize(width: 3, height: 3)) { _ in }
        let source = DrawnTileSource(ClosureTileDrawing(pyramid: pyramid) { _ in small })
        #expect(throws: TileSizeError.self) { try source.read(TileIndex(level: 0, column: 0, row: 0)) }
    }
}
