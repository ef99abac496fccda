/// A rectangle of numbers at absolute positions, in memory that is reused for every patch.
struct ScalarGrid {
    /// The columns of the rectangle, in lattice steps of its level.
    private(set) var columns: Range<Int> = 0..<0
    /// The rows of the rectangle, in lattice steps of its level.
    private(set) var rows: Range<Int> = 0..<0
    private let values: UnsafeMutablePointer<Float>
    private let capacity: Int

    /// Allocates memory for `capacity` numbers, to be freed with ``deallocate()``.
    init(capacity: Int) {
        self.capacity = capacity
        values = .allocate(capacity: capacity)
        values.initialize(repeating: 0, count: capacity)
    }

    func deallocate() { values.deallocate() }

    /// Moves the rectangle; its numbers are then undefined.
    mutating func setBounds(columns: Range<Int>, rows: Range<Int>) {
        precondition(columns.count * rows.count <= capacity, "the patch fits the allocated memory")
        self.columns = columns
        self.rows = rows
    }

    /// Returns the numbers of a row, indexed by column.
    @inline(__always)
    func row(_ row: Int) -> UnsafeMutablePointer<Float> {
        values + ((row - rows.lowerBound) * columns.count - columns.lowerBound)
    }

    /// Sets every number to zero.
    func clear() { values.update(repeating: 0, count: columns.count * rows.count) }

    /// Fills this rectangle from one of half its resolution, by quadratic B-spline subdivision (Chaikin's ¾ and ¼).
    ///
    /// Neither the lattice nor seams remain visible.
    ///
    /// - Parameters:
    ///   - coarse: the coarser rectangle, which extends one step beyond this one on every side.
    ///   - line: scratch memory for a row of `coarse`.
    func refine(_ coarse: ScalarGrid, line: UnsafeMutablePointer<Float>) {
        let firstPair = columns.lowerBound >> 1
        let pairs = columns.count / 2
        let first = firstPair - 1
        for row in rows {
            let near = coarse.row(row >> 1) + first
            let far = coarse.row((row >> 1) + (row & 1 == 0 ? -1 : 1)) + first
            for index in 0..<pairs + 2 {
                line[index] = 0.75 * near[index] + 0.25 * far[index]
            }
            let out = self.row(row) + columns.lowerBound
            for pair in 0..<pairs {
                let middle = 0.75 * line[pair + 1]
                out[2 * pair] = middle + 0.25 * line[pair]
                out[2 * pair + 1] = middle + 0.25 * line[pair + 2]
            }
        }
    }
}
