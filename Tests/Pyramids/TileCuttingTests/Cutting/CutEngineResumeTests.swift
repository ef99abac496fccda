import TestSupport
import TestLimits
import Testing
import TilePyramid

@testable import TileCutting

@Suite(.timeLimited) struct CutEngineResumeTests {
    /// The tiles that an earlier run has finished.
    enum Earlier: CaseIterable {
        case none, first, last, everyThird, wholeRows, all

        func contains(_ index: TileIndex, at position: Int, of count: Int) -> Bool {
            switch self {
            case .none: false
            case .first: position == 0
            case .last: position == count - 1
            case .everyThird: position % 3 == 0
            case .wholeRows: index.row % 2 == 0
            case .all: true
            }
        }
    }

    @Test(arguments: Earlier.allCases, [1, 3])
    func `finished tiles are not made again, and all tiles exist in the end`(earlier: Earlier, threads: Int) {
        var cut = Cut(101, 75, tileSize: 16, overlap: 2)
        cut.threads = threads
        let plain = ReferenceCutter(cut.pyramid, layout: cut.layout)
        let indices = plain.indices
        let finished = indices.enumerated().filter { position, index in
            earlier.contains(index, at: position, of: indices.count)
        }.map(\.element)
        // Other bytes than the engine makes, so that the test sees that they stay.
        for index in finished {
            cut.finished[index] = EncodedTile(bytes: [7], format: .png)
        }
        let result = cut.run()
        #expect(result.error == nil)
        #expect(Set(result.store.written) == Set(indices).subtracting(finished))
        #expect(result.store.written.count == indices.count - finished.count)
        #expect(result.store.tiles == plain.tiles.merging(cut.finished) { $1 })
        #expect(result.outcome?.resumedTiles == finished.count)
        #expect(result.progress.first?.finishedTiles == finished.count)
        #expect(result.progress.map(\.finishedTiles).max() == indices.count)
        #expect(result.outcome?.progress.finishedTiles == indices.count)
    }
}
