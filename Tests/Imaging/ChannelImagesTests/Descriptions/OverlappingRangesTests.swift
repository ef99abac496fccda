import TestLimits
import Testing

@testable import ChannelImages

@Suite(.timeLimited) struct OverlappingRangesTests {
    @Test func `the last range with a number counts`() {
        let ranges = OverlappingRanges([2..<8, 4..<6, 20..<21, 5..<9])
        #expect(
            (0..<11).map { ranges.last(with: $0) } == [nil, nil, 0, 0, 1, 3, 3, 3, 3, nil, nil])
        #expect([19, 20, 21, -1, Int.max].map { ranges.last(with: $0) } == [nil, 2, nil, nil, nil])
    }

    @Test func `empty lists and ranges have no numbers`() {
        #expect(OverlappingRanges([]).last(with: 0) == nil)
        #expect(OverlappingRanges([0..<0, 3..<3]).last(with: 3) == nil)
        #expect(OverlappingRanges([0..<5, 3..<3]).last(with: 3) == 0)
    }

    @Test func `all lists of three short ranges agree with a search from the end`() {
        let all = (0..<5).flatMap { start in (start..<5).map { start..<$0 } }
        var faults = 0
        for first in all {
            for second in all {
                for third in all {
                    let list = [first, second, third]
                    let ranges = OverlappingRanges(list)
                    for number in -1...5
                    where ranges.last(with: number) != list.lastIndex(where: { $0.contains(number) }) {
                        faults += 1
                    }
                }
            }
        }
        #expect(faults == 0)
    }

    @Test func `ranges may be as long as numbers allow, and many`() {
        let ranges = OverlappingRanges((0..<10_000).map { $0..<Int.max - $0 })
        #expect(ranges.last(with: 5000) == 5000 && ranges.last(with: Int.max - 1) == 0)
        #expect(ranges.last(with: 1 << 40) == 9999)
    }
}
