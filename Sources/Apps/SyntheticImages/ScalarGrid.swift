/// A rectangle of numbers at absolute places, in memory that is used again for every patch.
struct ScalarGrid {
    /// Where the rectangle lies, in lattice steps of its level.
    private(set) var columns: Range<Int> = 0..<0
    /// Where the rectangle lies, in lattice steps of its level.
    private(set) var rows: Range<Int> = 0..<0
    private let values: UnsafeMutablePointer<Float>
    private let capacity: Int

    /// Memory for up to `capacity` numbers, to be given back with ``deallocate()``.
    init(capacity: Int) {
        self.capacity = capacity
        values = .allocate(capacity: capacity)
        values.initialize(repeating: 0, count: capacity)
    }

    func deallocate() { values.deallocate() }

    /// Moves the rectangle; its numbers are then whatever they were.
    mutating func setBounds(columns: Range<Int>, rows: Range<Int>) {
        precondition(columns.count * rows.count <= capacity, "a patch fits the memory made for it")
        self.columns = columns
        self.rows = rows
    }

    /// The numbers of a row, to be indexed by column.
    @inline(__always)
    func row(_ row: Int) -> UnsafeMutablePointer<Float> {
        values + ((row - rows.lowerBound) * columns.count - columns.lowerBound)
    }

    /// Sets every number to zero.
    func clear() { values.update(repeating: 0, count: columns.count * rows.count) }

    /// Fills this rectangle from one of half its resolution by quadratic B-spline subdivision (Chaikin's ¾ and ¼),
    /// which leaves neither lattice nor seam to be seen.
    ///
    /// - Parameters:
    ///   - coarse: must reach one step beyond this rectangle on every side.
    ///   - line: scratch for as many numbers as a row of `coarse` has.
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
