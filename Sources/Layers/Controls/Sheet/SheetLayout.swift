package import TilePyramid

/// The positions of the groups of a sheet, in columns; lengths are in pixels.
package struct SheetLayout: Hashable, Sendable {
    /// The size of a group.
    package struct Group: Hashable, Sendable {
        /// The width from the left edge to where the meanings begin.
        package var keysWidth: Int
        /// The width of the meanings.
        package var meaningWidth: Int
        /// The width of the title.
        package var titleWidth: Int
        /// The height from the top of the title to the bottom of the last line.
        package var height: Int

        /// Creates the size of a group.
        package init(keysWidth: Int, meaningWidth: Int, titleWidth: Int, height: Int) {
            self.keysWidth = keysWidth
            self.meaningWidth = meaningWidth
            self.titleWidth = titleWidth
            self.height = height
        }
    }

    /// The position of a group.
    package struct Position: Hashable, Sendable {
        package var x: Int, y: Int
        /// The left edge of the meanings, which is the same in all groups of a column.
        package var meaningX: Int

        /// Creates a position.
        package init(x: Int, y: Int, meaningX: Int) {
            self.x = x
            self.y = y
            self.meaningX = meaningX
        }
    }

    /// The positions of the groups, in their order.
    package let positions: [Position]
    /// The size of the whole sheet.
    package let size: PixelSize

    /// The most columns.
    package static let columnLimit = 4

    /// Distributes groups over columns as evenly as their order allows.
    package init(_ groups: [Group], columns: Int, columnGap: Int, groupGap: Int) {
        let ends = Self.columnEnds(groups.map(\.height), columns: columns, gap: groupGap)
        var positions: [Position] = []
        var x = 0
        var height = 0
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

    /// Distributes groups over the fewest columns that fit into a size; nil if no number does.
    package init?(_ groups: [Group], in availableSize: PixelSize, columnGap: Int, groupGap: Int) {
        let fitting = (1...Self.columnLimit).lazy.map { columns in
            SheetLayout(groups, columns: columns, columnGap: columnGap, groupGap: groupGap)
        }.first { $0.size.width <= availableSize.width && $0.size.height <= availableSize.height }
        guard let fitting else { return nil }
        self = fitting
    }

    /// Distributes groups over the most columns that fit into a width, so that the sheet is as low as it can be; nil if not
    /// even one does.
    package init?(_ groups: [Group], mostColumnsIn width: Int, columnGap: Int, groupGap: Int) {
        let fitting = (1...Self.columnLimit).reversed().lazy.map { columns in
            SheetLayout(groups, columns: columns, columnGap: columnGap, groupGap: groupGap)
        }.first { $0.size.width <= width }
        guard let fitting else { return nil }
        self = fitting
    }

    /// The number of groups up to the end of each column, such that the tallest column is as short as possible.
    ///
    /// - Complexity: O(groups² · columns), for about ten groups.
    private static func columnEnds(_ heights: [Int], columns: Int, gap: Int) -> [Int] {
        guard !heights.isEmpty else { return [] }
        func height(_ range: Range<Int>) -> Int { heights[range].reduce(0, +) + gap * (range.count - 1) }
        // For each number of groups, the best distribution of the first ones over the columns so far.
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
