internal import TilePyramid

/// Where the groups of a help sheet lie: in as few columns as fit its height.
///
/// All is in pixels.
struct HelpSheetLayout: Hashable, Sendable {
    /// The room that a group takes.
    struct Group: Hashable, Sendable {
        /// From its left edge to where meanings begin.
        var keysWidth: Int
        /// From there to its right edge.
        var meaningWidth: Int
        /// The least it takes, for its title.
        var titleWidth: Int
        /// From the upper edge of its title to the lower one of its last line.
        var height: Int
    }

    /// Where a group lies.
    struct Position: Hashable, Sendable {
        var x: Int, y: Int
        /// Where meanings begin: the same in all groups of a column.
        var meaningX: Int
    }

    /// The places of the groups, in their order.
    let positions: [Position]
    /// The room that all take.
    let size: PixelSize

    /// The most columns there can be.
    static let columnLimit = 4

    /// Places groups in so many columns: as even as their order allows.
    init(_ groups: [Group], columns: Int, columnGap: Int, groupGap: Int) {
        let ends = Self.columnEnds(groups.map(\.height), columns: columns, gap: groupGap)
        var positions: [Position] = []
        var (x, height) = (0, 0)
        for (first, end) in zip([0] + ends, ends) {
            let column = groups[first..<end]
            let keysWidth = column.map(\.keysWidth).max() ?? 0
            let width = max(
                keysWidth + (column.map(\.meaningWidth).max() ?? 0), column.map(\.titleWidth).max() ?? 0)
            if first > 0 { x += columnGap }
            var y = 0
            for group in column {
                positions.append(Position(x: x, y: y, meaningX: x + keysWidth))
                y += group.height + groupGap
            }
            height = max(height, y - groupGap)
            x += width
        }
        self.positions = positions
        size = PixelSize(width: x, height: height)
    }

    /// The places with the fewest columns of those that fit into a room; nil when none does.
    init?(_ groups: [Group], in availableSize: PixelSize, columnGap: Int, groupGap: Int) {
        let fitting = (1...Self.columnLimit).lazy.map { columns in
            HelpSheetLayout(groups, columns: columns, columnGap: columnGap, groupGap: groupGap)
        }.first { $0.size.width <= availableSize.width && $0.size.height <= availableSize.height }
        guard let fitting else { return nil }
        self = fitting
    }

    /// After which group each column ends, so that the highest column is as low as it can be.
    ///
    /// - Complexity: O(groups² · columns), for some ten groups.
    private static func columnEnds(_ heights: [Int], columns: Int, gap: Int) -> [Int] {
        guard !heights.isEmpty else { return [] }
        func height(_ range: Range<Int>) -> Int { heights[range].reduce(0, +) + gap * (range.count - 1) }
        // For each number of groups, the best way to put the first ones into the columns so far.
        var best = heights.indices.map { (height: height(0..<$0 + 1), ends: [$0 + 1]) }
        for _ in 1..<max(1, min(columns, heights.count)) {
            best = heights.indices.map { last in
                var choice = best[last]
                for split in 0..<last {
                    let highest = max(best[split].height, height(split + 1..<last + 1))
                    if highest < choice.height {
                        choice = (highest, best[split].ends + [last + 1])
                    }
                }
                return choice
            }
        }
        return best.last?.ends ?? []
    }
}
