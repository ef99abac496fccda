internal import VectorDrawing

/// The rectangles of labels that are shown, of which no two meet.
///
/// They are found by squares of the plane, so that a label is compared with those near it.
struct LabelSpace {
    private struct Square: Hashable {
        var column: Int
        var row: Int
    }

    private let side: Double
    private var rects: [Square: [Rect]] = [:]

    /// The most squares in which a label is entered; those of a larger one are compared with all others.
    private static let squareLimit = 64

    /// The labels that are too large for squares.
    private var large: [Rect] = []
    private var all: [Rect] = []

    /// Creates an empty space.
    ///
    /// - Parameter side: the side of the squares, about the size of a label.
    init(side: Double) {
        self.side = side
    }

    /// Takes a rectangle, and returns whether it is free: it meets none that was taken before.
    ///
    /// - Complexity: O(labels in the same squares).
    mutating func takes(_ rect: Rect) -> Bool {
        guard isFree(rect) else { return false }
        take(rect)
        return true
    }

    /// Takes a rectangle, whatever is there.
    mutating func take(_ rect: Rect) {
        all.append(rect)
        guard let squares = squares(of: rect) else { return large.append(rect) }
        for square in squares { rects[square, default: []].append(rect) }
    }

    /// Whether a rectangle meets none that was taken.
    func isFree(_ rect: Rect) -> Bool {
        guard let squares = squares(of: rect) else { return all.allSatisfy { $0.intersection(rect) == nil } }
        return large.allSatisfy { $0.intersection(rect) == nil }
            && squares.allSatisfy { rects[$0]?.allSatisfy { $0.intersection(rect) == nil } ?? true }
    }

    /// The squares that a rectangle touches; nil if these are too many.
    private func squares(of rect: Rect) -> [Square]? {
        func range(_ start: Double, _ end: Double) -> ClosedRange<Int>? {
            let first = (start / side).rounded(.down)
            let last = (end / side).rounded(.down)
            // Larger numbers cannot be seen.
            guard abs(first) < 1e9, abs(last) < 1e9, first <= last, last - first < Double(Self.squareLimit) else {
                return nil
            }
            return Int(first)...Int(last)
        }
        guard let columns = range(rect.minX, rect.maxX), let rows = range(rect.minY, rect.maxY),
            columns.count * rows.count <= Self.squareLimit
        else { return nil }
        return rows.flatMap { row in columns.map { Square(column: $0, row: row) } }
    }
}
