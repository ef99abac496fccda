/// Accumulates the coverage of the pixels of one row, exactly.
///
/// An edge covers what lies right of it. The row stores by how much the coverage of each pixel differs from that of the
/// pixel before, in 2⁻²⁴ pixels, and a bit for each pixel where it does, so that its cost follows the edges and not the
/// covered pixels. The numbers are integers: their sums do not depend on the order of edges, and what is covered as a whole
/// sums to exactly 1.
struct CoverageRow: ~Copyable {
    /// Full coverage.
    static let one = 1 << 24

    private let firstColumn: Int
    private let width: Int
    /// The left edge of the first column and the right edge of the last.
    private let startX: Double, endX: Double
    /// The differences; one more than pixels, for what an edge within the last pixel passes to the next.
    private let changes: UnsafeMutablePointer<Int>
    /// A bit for each change that may differ from 0.
    private let marks: UnsafeMutablePointer<UInt64>
    private let bytes: UnsafeMutablePointer<UInt8>
    /// The range of words of `marks` that may have bits.
    private var firstWord = Int.max, lastWord = -1

    /// Creates an empty row; takes about 9 bytes for each of its columns.
    init(columns: Range<Int>) {
        firstColumn = columns.lowerBound
        width = columns.count
        startX = Double(columns.lowerBound)
        endX = Double(columns.upperBound)
        changes = .allocate(capacity: width + 2)
        changes.initialize(repeating: 0, count: width + 2)
        marks = .allocate(capacity: (width + 1) / 64 + 1)
        marks.initialize(repeating: 0, count: (width + 1) / 64 + 1)
        bytes = .allocate(capacity: width)
        bytes.initialize(repeating: 0, count: width)
    }

    deinit {
        changes.deallocate()
        marks.deallocate()
        bytes.deallocate()
    }

    /// Adds the part of an edge within the row at `y`.
    mutating func add(_ edge: CoverageEdge, y: Double) {
        let (top, topX) = edge.top >= y ? (edge.top, edge.topX) : (y, edge.x(at: y))
        let (bottom, bottomX) =
            edge.bottom <= y + 1 ? (edge.bottom, edge.bottomX) : (y + 1, edge.x(at: y + 1))
        let (left, right) = (min(topX, bottomX), max(topX, bottomX))
        guard left < endX else { return }
        if right <= startX {
            add(edge.winding &* (Self.fixed(bottom - y) &- Self.fixed(top - y)), at: 0)
            mark(from: 0, to: 0)
            return
        }
        if left >= startX {
            let index = Int(left - startX)
            let column = startX + Double(index)
            if right <= column + 1 {
                let cover = Self.fixed(bottom - y) &- Self.fixed(top - y)
                // What lies left of the line in its column is left to the next column.
                let passed = Self.fixed(Double(cover) * (0x1p-24 * ((left + right) / 2 - column)))
                add(edge.winding &* (cover &- passed), at: index)
                add(edge.winding &* passed, at: index &+ 1)
                mark(from: index, to: passed != 0 ? index &+ 1 : index)
                return
            }
        }
        // From the left end to the right one, whose y may be the smaller.
        if topX < bottomX {
            walk(from: (topX, top - y), to: (bottomX, bottom - y), sign: edge.winding)
        } else {
            walk(from: (bottomX, bottom - y), to: (topX, top - y), sign: 0 &- edge.winding)
        }
    }

    /// Adds a line that crosses several columns, from left to right.
    ///
    /// Where it crosses a column does not depend on the columns of the row, so that parts of a row are exactly those of the
    /// whole.
    private mutating func walk(from start: (x: Double, y: Double), to end: (x: Double, y: Double), sign: Int) {
        let slope = (end.y - start.y) / (end.x - start.x)
        let (lowest, highest) = (min(start.y, end.y), max(start.y, end.y))
        func height(at x: Double) -> Double { min(max(start.y + (x - start.x) * slope, lowest), highest) }
        var x = start.x
        var before = Self.fixed(start.y)
        if x < startX {
            // What lies left of the columns covers them as a whole.
            let after = Self.fixed(height(at: startX))
            add(sign &* (after &- before), at: 0)
            (x, before) = (startX, after)
        }
        let limit = min(end.x, endX)
        let first = Int(x - startX)
        var column = startX + Double(first)
        var index = first
        while x < limit {
            let boundary = column + 1
            let isLast = end.x <= boundary
            let next = isLast ? end.x : boundary
            let after = Self.fixed(isLast ? end.y : height(at: boundary))
            let cover = after &- before
            let passed = Self.signedFixed(Double(cover) * (0x1p-24 * ((x + next) / 2 - column)))
            add(sign &* (cover &- passed), at: index)
            add(sign &* passed, at: index &+ 1)
            (x, before, column) = (next, after, boundary)
            index &+= 1
        }
        mark(from: first, to: index)
    }

    /// Passes on the coverage of the row from left to right, and empties the row.
    mutating func flush(row: Int, rule: FillRule, _ body: (PathCoverage.Span) -> Void) {
        guard firstWord <= lastWord else { return }
        var sum = 0
        var coverage: UInt8 = 0
        var writer = SpanWriter(row: row, firstColumn: firstColumn, bytes: bytes)
        for word in firstWord...lastWord {
            var bits = marks[word]
            marks[word] = 0
            while bits != 0 {
                let column = word &* 64 &+ bits.trailingZeroBitCount
                bits &= bits &- 1
                guard column < width else { break }
                writer.write(coverage, until: column, body)
                sum &+= changes[column]
                changes[column] = 0
                coverage = rule == .evenOdd ? Self.evenOdd(sum) : Self.nonZero(sum)
            }
        }
        writer.write(coverage, until: width, body)
        writer.flush(body)
        changes[width] = 0
        (firstWord, lastWord) = (.max, -1)
    }

    /// The coverage of a sum of winding numbers, in 255ths.
    @inline(__always)
    private static func nonZero(_ sum: Int) -> UInt8 {
        let covered = min(abs(sum), one)
        return UInt8(truncatingIfNeeded: (covered &* 255 &+ one / 2) &>> 24)
    }

    /// The coverage where every second winding number is outside: a triangle wave.
    @inline(__always)
    private static func evenOdd(_ sum: Int) -> UInt8 {
        let folded = abs(sum) & (2 &* one &- 1)
        return nonZero(folded > one ? 2 &* one &- folded : folded)
    }

    @inline(__always)
    private mutating func add(_ amount: Int, at column: Int) {
        changes[column] &+= amount
    }

    /// Marks columns, both inclusive, as changed.
    @inline(__always)
    private mutating func mark(from first: Int, to last: Int) {
        let (low, high) = (first &>> 6, last &>> 6)
        let lowBits = ~0 as UInt64 &<< UInt64(truncatingIfNeeded: first & 63)
        let highBits = ~0 as UInt64 &>> UInt64(truncatingIfNeeded: 63 &- last & 63)
        if low == high {
            marks[low] |= lowBits & highBits
        } else {
            marks[low] |= lowBits
            for word in low &+ 1..<high { marks[word] = ~0 }
            marks[high] |= highBits
        }
        firstWord = min(firstWord, low)
        lastWord = max(lastWord, high)
    }

    /// A number from 0 to 1 in 2⁻²⁴, rounded to nearest; cannot trap.
    @inline(__always)
    private static func fixed(_ value: Double) -> Int {
        // Adding 2²⁸ leaves the last bit of the significand worth 2⁻²⁴.
        Int(truncatingIfNeeded: (value + 0x1p28).bitPattern & 0x1FF_FFFF)
    }

    /// A number from −1 to 1 in 2⁻²⁴, rounded to nearest.
    @inline(__always)
    private static func signedFixed(_ value: Double) -> Int {
        value < 0 ? 0 &- fixed(0 - value) : fixed(value)
    }
}
