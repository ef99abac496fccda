import TestLimits
import Testing
import TilePyramid

@testable import SDLPresenter

@Suite(.timeLimited) struct TexturePiecesTests {
    @Test(arguments: [16, 17, 20, 64], [1, 13, 14, 15, 16, 17, 18, 28, 29, 64, 65, 100])
    func `every pixel and all its neighbors are in the piece that draws it`(limit: Int, length: Int) {
        let pieces = TexturePieces(of: PixelSize(width: length, height: 3), limit: limit)
        #expect((pieces.grid.count == 1) == (length <= limit))
        for column in 0..<pieces.grid.columns {
            let pixels = pieces.pixels(column: column, row: 0)
            #expect(pixels.size.width <= limit)
            #expect(pixels.columns.lowerBound >= 0 && pixels.columns.upperBound <= length)
        }
        for x in 0..<length {
            let pixels = pieces.pixels(
                column: pieces.index(at: Double(x) + 0.5, count: pieces.grid.columns), row: 0)
            #expect(pixels.columns.contains(x))
            #expect(pixels.columns.contains(max(0, x - 1)))
            #expect(pixels.columns.contains(min(length - 1, x + 1)))
        }
    }

    @Test func `the boundaries between pieces are where the piece index changes`() {
        let pieces = TexturePieces(of: PixelSize(width: 50, height: 10), limit: 16)
        #expect(pieces.lines(within: 0...50, length: 50) == [14, 28, 42])
        #expect(pieces.lines(within: 14...28, length: 50) == [])
        #expect(pieces.lines(within: 13...29, length: 50) == [14, 28])
        #expect(TexturePieces(of: PixelSize(width: 50, height: 10), limit: nil).lines(within: 0...50, length: 50) == [])
    }
}
