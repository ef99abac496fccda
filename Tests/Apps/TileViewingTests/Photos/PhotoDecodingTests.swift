import Foundation
import LayerTree
import TestLimits
import TestSupport
import Testing
import TilePyramid
import TileStores
import TiledLayers
import VectorDrawing

@testable import TileViewing

@Suite(.timeLimited) struct PhotoDecodingTests {
    private let folder: TemporaryFolder
    private let decoder = PhotoDecoding()

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A color for each tile.
    private func color(_ level: Int, _ column: Int, _ row: Int) -> UInt32 {
        0xFF00_0000 | UInt32(level << 16 | column << 8 | row)
    }

    /// Writes the tiles of a pyramid, except those that are left out.
    private func write(_ pyramid: Pyramid, where isStored: (TileIndex) -> Bool) throws -> String {
        let store = try PyramidFormat.deepZoom.makeStore(at: folder.path("p.dzi"), pyramid: pyramid, format: .png)
        for index in pyramid.indices where isStored(index) {
            let tile = PixelBuffer(size: pyramid.rect(of: index).size, isOpaque: true) {
                $0.update(repeating: color(index.level, index.column, index.row))
            }
            try tile.writePNG(folder.path("tile.png"))
            let bytes = try folder.bytes(of: "tile.png")
            try store.write(Array(bytes).span.bytes, format: .png, at: index)
        }
        try store.finish()
        return folder.path("p.dzi")
    }

    @Test func `the coarsest level of a pyramid that is large enough is read, whole`() throws {
        let size = PixelSize(width: 600, height: 400)
        // 3 × 2 tiles of 256 pixels, then 300 × 200 pixels, then 150 × 100.
        let path = try write(Pyramid(size: size)) { $0 != TileIndex(level: 10, column: 1, row: 1) }
        let small = try decoder.decode(file: path) { _ in PixelSize(width: 150, height: 90) }
        #expect(small.fullSize == size && small.buffer.size == PixelSize(width: 150, height: 100))
        #expect(small.buffer[149, 99] == color(8, 0, 0))
        let large = try decoder.decode(file: path) { _ in PixelSize(width: 301, height: 200) }
        #expect(large.fullSize == size && large.buffer.size == size)
        for (x, y, expected) in [
            (0, 0, color(10, 0, 0)), (255, 255, color(10, 0, 0)), (256, 0, color(10, 1, 0)),
            (599, 0, color(10, 2, 0)), (599, 399, color(10, 2, 1)), (300, 300, 0),
        ] {
            #expect(large.buffer[x, y] == expected, "\(x), \(y)")
        }
    }

    @Test func `a pyramid has a thumbnail as an image has`() async throws {
        let path = try write(Pyramid(size: PixelSize(width: 600, height: 400))) { _ in true }
        let image = LazyImage(file: path, decoder: decoder)
        #expect(
            try await image.decoded(for: PixelSize(width: 90, height: 60)).size == PixelSize(width: 150, height: 100))
        #expect(image.fullSize == PixelSize(width: 600, height: 400))
    }

    @Test func `of levels that are too large none is read`() throws {
        let only = Pyramid(size: PixelSize(width: 4096, height: 2048), tileSize: 256, levelCount: 1)
        let path = try write(only) { $0.column == 0 && $0.row == 0 }
        let error = #expect(throws: StoreError.self) { try decoder.decode(file: path) { $0 } }
        #expect("\(try #require(error))".hasPrefix(path))
    }
}
