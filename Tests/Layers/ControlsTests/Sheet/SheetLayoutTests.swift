import Controls
import TestLimits
import Testing
import TilePyramid

/// The columns of a sheet.
@Suite(.timeLimited) struct SheetLayoutTests {
    private func group(_ height: Int, keys: Int = 50, meaning: Int = 100, title: Int = 30) -> SheetLayout.Group {
        SheetLayout.Group(keysWidth: keys, meaningWidth: meaning, titleWidth: title, height: height)
    }

    @Test func `one column holds groups one below the other`() {
        let layout = SheetLayout([group(40), group(60, keys: 70)], columns: 1, columnGap: 20, groupGap: 10)
        #expect(layout.positions == [.init(x: 0, y: 0, meaningX: 70), .init(x: 0, y: 50, meaningX: 70)])
        #expect(layout.size == PixelSize(width: 170, height: 110))
    }

    @Test func `columns are as even as the order of the groups allows`() {
        let groups = [30, 30, 30, 90].map { group($0) }
        let layout = SheetLayout(groups, columns: 2, columnGap: 20, groupGap: 10)
        #expect(layout.positions.map(\.x) == [0, 0, 0, 170] && layout.positions.map(\.y) == [0, 40, 80, 0])
        #expect(layout.size == PixelSize(width: 320, height: 110))
        let first = SheetLayout([90, 30, 30, 30].map { group($0) }, columns: 2, columnGap: 20, groupGap: 10)
        #expect(first.positions.map(\.x) == [0, 170, 170, 170])
    }

    @Test func `for all heights of five groups, no other columns are shorter`() {
        for code in 0..<243 {
            let heights = (0..<5).map { index in 20 + 30 * (code / [1, 3, 9, 27, 81][index] % 3) }
            let layout = SheetLayout(heights.map { group($0) }, columns: 3, columnGap: 20, groupGap: 10)
            var lowest = Int.max
            for first in 1...5 {
                for second in first...5 {
                    let columns = [heights[0..<first], heights[first..<second], heights[second..<5]]
                    lowest = min(lowest, columns.map { $0.reduce(0, +) + 10 * max(0, $0.count - 1) }.max() ?? 0)
                }
            }
            #expect(layout.size.height == lowest)
        }
    }

    @Test func `the fewest columns that fit are used`() throws {
        let groups = (0..<6).map { _ in group(50) }
        func columns(_ width: Int, _ height: Int) -> Int? {
            SheetLayout(groups, in: PixelSize(width: width, height: height), columnGap: 20, groupGap: 10)
                .map { Set($0.positions.map(\.x)).count }
        }
        #expect(columns(1000, 350) == 1)
        #expect(columns(1000, 349) == 2)
        #expect(columns(1000, 169) == 3)
        #expect(columns(319, 349) == nil)
        #expect(columns(1000, 49) == nil)
    }

    @Test func `no groups take no space`() {
        #expect(SheetLayout([], columns: 2, columnGap: 20, groupGap: 10).positions.isEmpty)
    }
}
