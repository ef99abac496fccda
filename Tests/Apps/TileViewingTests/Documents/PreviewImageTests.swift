import TestLimits
import Testing
import TilePyramid

@testable import TileViewing

@Suite(.timeLimited) struct PreviewImageTests {
    @Test(arguments: [0, 1, 3]) func `every tile becomes new once, as soon as its last row is there`(
        overlap: Int
    ) throws {
        let pyramid = Pyramid(size: PixelSize(width: 50, height: 90), tileSize: 16, overlap: overlap)
        let finest = pyramid.finestLevel
        let preview = try PreviewImage(level: finest.index, of: pyramid)
        #expect(preview.takeNewTiles().isEmpty)
        let row = [UInt32](repeating: 7, count: finest.size.width)
        var taken: [TileIndex] = []
        for number in 0..<finest.size.height {
            row.withUnsafeBufferPointer { pixels in
                if let base = pixels.baseAddress { preview.add(row: number, base) }
            }
            taken += preview.takeNewTiles()
            #expect(preview.takeNewTiles().isEmpty)
            let available = try pyramid.indices.filter { try preview.tile($0) != nil }
            #expect(Set(taken) == Set(available))
        }
        #expect(taken.count == pyramid.tileCount && Set(taken).count == taken.count)
    }

    @Test func `a preview that was discarded has no new tiles`() throws {
        let pyramid = Pyramid(size: PixelSize(width: 4, height: 4))
        let preview = try PreviewImage(level: pyramid.finestLevel.index, of: pyramid)
        preview.discard()
        #expect(preview.takeNewTiles().isEmpty)
    }
}
