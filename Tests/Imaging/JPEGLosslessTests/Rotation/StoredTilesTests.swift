import TestLimits
import Testing

@testable import JPEGLossless

@Suite(.timeLimited) struct StoredTilesTests {
    @Test(arguments: 1...20, 1...9)
    func `tiles follow each other without gaps, and only the one at the far edge is shorter`(total: Int, length: Int) {
        for isMirrored in [false, true] {
            let tiles = StoredTiles(total, length: length, isMirrored: isMirrored)
            #expect(tiles.count == (total + length - 1) / length)
            #expect(tiles.start(of: 0) == 0)
            for number in 0..<tiles.count {
                let end = tiles.start(of: number) + tiles.length(of: number)
                #expect(end == (number + 1 < tiles.count ? tiles.start(of: number + 1) : total))
                let isAtEdge = number == (isMirrored ? 0 : tiles.count - 1)
                #expect(isAtEdge ? (1...length).contains(tiles.length(of: number)) : tiles.length(of: number) == length)
                #expect(tiles.length(of: number) <= tiles.longest)
            }
            // The columns of the entropy decoder are the same.
            let columns = TileColumns(firstWidth: tiles.first, width: tiles.others)
            #expect(
                (0..<tiles.count).allSatisfy { number in
                    min(columns.end(ofTileAt: tiles.start(of: number)), total)
                        == tiles.start(of: number) + tiles.length(of: number)
                })
        }
    }

    @Test func `a single column has no end`() {
        #expect(TileColumns().end(ofTileAt: 0) == .max)
        #expect(TileColumns(width: .max).end(ofTileAt: 5) == .max)
    }
}
