internal import TilePyramid

/// Tells whether rectangles leave a gap: a line sweeps from top to bottom, and a tree of intervals has the length of it that
/// is covered.
///
/// The time for n rectangles is in O(n log n), the memory in O(n). Source: J. L. Bentley, "Algorithms for Klee's rectangle
/// problems", 1977.
struct RectangleCover {
    /// The ends of intervals, ascending.
    private let edges: [Int]
    /// For each node of a binary tree over the intervals between edges, the rectangles that cover all of it.
    private var counts: [Int]
    /// The covered length of each node.
    private var lengths: [Int]

    /// Tells whether every pixel of an area lies in a rectangle.
    ///
    /// - Parameters:
    ///   - size: the area.
    ///   - rects: rectangles within the area.
    /// - Returns: false if there is a gap.
    static func isCovered(_ size: PixelSize, by rects: some Sequence<PixelRect>) -> Bool {
        var changes: [(y: Int, columns: Range<Int>, step: Int)] = []
        for rect in rects where !rect.rows.isEmpty && !rect.columns.isEmpty {
            changes.append((rect.rows.lowerBound, rect.columns, 1))
            changes.append((rect.rows.upperBound, rect.columns, -1))
        }
        changes.sort { $0.y < $1.y }
        guard changes.first?.y == 0 else { return false }
        var cover = RectangleCover(Set(changes.flatMap { [$0.columns.lowerBound, $0.columns.upperBound] }).sorted())
        for (index, change) in changes.enumerated() {
            cover.add(change.step, change.columns)
            let isLastOfRow = index + 1 == changes.count || changes[index + 1].y > change.y
            if isLastOfRow, cover.lengths[1] < size.width { return change.y >= size.height }
        }
        return false
    }

    private init(_ edges: [Int]) {
        self.edges = edges
        counts = Array(repeating: 0, count: 4 * edges.count)
        lengths = counts
    }

    private mutating func add(_ step: Int, _ columns: Range<Int>) {
        add(step, columns, node: 1, 0..<edges.count - 1)
    }

    /// Adds to the count of a node or of its children, for the intervals that a range of columns covers.
    private mutating func add(_ step: Int, _ columns: Range<Int>, node: Int, _ intervals: Range<Int>) {
        let span = edges[intervals.lowerBound]..<edges[intervals.upperBound]
        guard columns.overlaps(span) else { return }
        if columns.lowerBound <= span.lowerBound, span.upperBound <= columns.upperBound {
            counts[node] += step
        } else {
            let middle = (intervals.lowerBound + intervals.upperBound) / 2
            add(step, columns, node: 2 * node, intervals.lowerBound..<middle)
            add(step, columns, node: 2 * node + 1, middle..<intervals.upperBound)
        }
        if counts[node] > 0 {
            lengths[node] = span.count
        } else {
            lengths[node] = intervals.count > 1 ? lengths[2 * node] + lengths[2 * node + 1] : 0
        }
    }
}
