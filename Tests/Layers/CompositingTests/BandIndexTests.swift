import TestLimits
import TestSupport
import Testing

@testable import Compositing

@Suite(.timeLimited) struct BandIndexTests {
    @Test(arguments: [0, 1, 31, 32, 500])
    func `each band has all things with a row in it, in order`(count: Int) {
        var random = SeededRandom(seed: UInt64(count))
        let ranges = (0..<count).map { _ in
            let first = Int.random(in: -300...700, using: &random)
            return first..<first + Int.random(in: 1...200, using: &random)
        }
        let index = BandIndex(count: count) { ranges[$0] }
        for row in stride(from: -320, to: 960, by: 32) {
            let found = index.numbers(inBandOfRow: row + 5).map { Int($0) }
            let expected = ranges.indices.filter { ranges[$0].overlaps(row..<row + 32) }
            #expect(found == found.sorted() && Set(found).isSuperset(of: expected))
            #expect(count < 32 || found == expected)
        }
    }
}
