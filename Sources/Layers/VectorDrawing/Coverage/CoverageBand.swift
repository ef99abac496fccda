/// Accumulates the coverage of the pixels of a few rows, exactly.
///
/// An edge covers the area to its right. A row stores the difference between the coverages of each pixel and the previous
/// pixel, in 2⁻²⁴ pixels, and a bit for each nonzero difference. So its cost depends on the edges and not on the covered
/// pixels. The numbers are integers: their sums do not depend on the order of edges, and full coverage sums to exactly 1.
struct CoverageBand: ~Copyable {
    /// Full coverage.
    private static let one = 1 << 24
    /// The maximum number of rows of a band, and of its pixels unless a single row has more.
    private static let rowLimit = 32, pixelLimit = 16_384

    /// The number of rows.
    let height: Int
    private let firstColumn: Int
    private let width: Int
    /// The left edge of the first column and the right edge of the last.
    private let startX: Double, endX: Double
    /// The differences; each row has more differences than pixels, for the remainder of an edge within the last pixel.
    private let changes: UnsafeMutablePointer<Int>
    private let changesPerRow: Int
    /// A bit for each change that may differ from 0.
    private let marks: UnsafeMutablePointer<UInt64>
    private let wordsPerRow: Int
    private let bytes: UnsafeMutablePointer<UInt8>

    /// Creates an empty band over columns.
    init(columns: Range<Int>, rows: Int) {
        firstColumn = columns.lowerBound
        width = columns.count
        startX = Double(columns.lowerBound)
        endX = Double(columns.upperBound)
        height = max(min(rows, Self.rowLimit, Self.pixelLimit / width), 1)
        changesPerRow = width + 2
        wordsPerRow = (width + 1) / 64 + 1
        changes = .allocate(capacity: changesPerRow * height)
        changes.initialize(repeating: 0, count: changesPerRow * height)
        marks = .allocate(capacity: wordsPerRow * height)
        marks.initialize(repeating: 0, count: wordsPerRow * height)
        bytes = .allocate(capacity: width)
        bytes.initialize(repeating: 0, count: width)
    }

    deinit {
        changes.deallocate()
        marks.deallocate()
        bytes.deallocate()
    }

    /// Adds the part of an edge within rows of the band.
    ///
    /// - Parameters:
    ///   - edge: an edge that begins above the end of the rows and ends below their start.
    ///   - rows: the rows; the first is the first row of the band, and there are no more than the band has.
    func add(_ edge: CoverageEdge, in rows: Range<Int>) {
        guard edge.left < endX else { return }
        let start = Double(rows.lowerBound)
        var (top, topX) = edge.top >= start ? (edge.top, edge.topX) : (start, edge.x(at: start))
        var index = edge.top >= start ? Int(edge.top.rounded(.down)) &- rows.lowerBound : 0
        var y = start + Double(index)
        while index < rows.count {
            let isLast = edge.bottom <= y + 1
            let bottom = isLast ? edge.bottom : y + 1
            let bottomX = isLast ? edge.bottomX : edge.x(at: bottom)
            let row = Row(changes: changes + index &* changesPerRow, marks: marks + index &* wordsPerRow)
            add((topX, top - y), (bottomX, bottom - y), edge.winding, to: row)
            if isLast { return }
            top = bottom
            topX = bottomX
            index &+= 1
            y += 1
        }
    }

    /// The memory of a row.
    private struct Row {
        let changes: UnsafeMutablePointer<Int>
        let marks: UnsafeMutablePointer<UInt64>

        @inline(__always)
        func add(_ amount: Int, at column: Int) {
            changes[column] &+= amount
        }

        /// Marks a column and the next one as changed.
        @inline(__always)
        func mark(_ column: Int) {
            let bit = UInt64(truncatingIfNeeded: column & 63)
            marks[column &>> 6] |= 3 &<< bit
            if bit == 63 { marks[(column &>> 6) &+ 1] |= 1 }
        }

        /// Marks columns, both inclusive, as changed.
        func mark(from first: Int, to last: Int) {
            let low = first &>> 6
            let high = last &>> 6
            let lowBits = ~0 as UInt64 &<< UInt64(truncatingIfNeeded: first & 63)
            let highBits = ~0 as UInt64 &>> UInt64(truncatingIfNeeded: 63 &- last & 63)
            if low == high {
                marks[low] |= lowBits & highBits
            } else {
                marks[low] |= lowBits
                for word in low &+ 1..<high { marks[word] = ~0 }
                marks[high] |= highBits
            }
        }
    }

    /// Adds a line within a row; its ends have heights from 0 to 1.
    @inline(__always)
    private func add(
        _ top: (x: Double, y: Double), _ bottom: (x: Double, y: Double), _ winding: Int, to row: Row
    ) {
        let left = min(top.x, bottom.x)
        let right = max(top.x, bottom.x)
        guard left >= startX, left < endX else {
            if right <= startX {
                row.add(winding &* (Self.fixed(bottom.y) &- Self.fixed(top.y)), at: 0)
                row.mark(from: 0, to: 0)
            } else if left < startX {
                walk(top, bottom, winding, along: row)
            }
            return
        }
        let index = Int(left - startX)
        let column = startX + Double(index)
        guard right <= column + 1 else {
            walk(top, bottom, winding, along: row)
            return
        }
        let cover = Self.fixed(bottom.y) &- Self.fixed(top.y)
        // What lies left of the line in its column is left to the next column.
        let passed = Self.fixed(Double(cover) * (0x1p-25 * (left + right - 2 * column)))
        row.add(winding &* (cover &- passed), at: index)
        row.add(winding &* passed, at: index &+ 1)
        row.mark(index)
    }

    /// Adds a line that crosses several columns.
    ///
    /// The crossings do not depend on the columns of the band, so parts of a row are exactly equal to the whole row.
    private func walk(_ top: (x: Double, y: Double), _ bottom: (x: Double, y: Double), _ winding: Int, along row: Row) {
        // From the left end to the right one, whose y may be the smaller.
        let isFalling = top.x < bottom.x
        let (start, end) = isFalling ? (top, bottom) : (bottom, top)
        let sign = isFalling ? winding : 0 &- winding
        let slope = (end.y - start.y) / (end.x - start.x)
        let lowest = top.y
        let highest = bottom.y
        func height(at x: Double) -> Double { min(max(start.y + (x - start.x) * slope, lowest), highest) }
        var x = start.x
        var before = Self.fixed(start.y)
        if x < startX {
            // What lies left of the columns covers them as a whole.
            let after = Self.fixed(height(at: startX))
            row.add(sign &* (after &- before), at: 0)
            x = startX
            before = after
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
            let passed = Self.signedFixed(Double(cover) * (0x1p-25 * (x + next - 2 * column)))
            row.add(sign &* (cover &- passed), at: index)
            row.add(sign &* passed, at: index &+ 1)
            x = next
            before = after
            column = boundary
            index &+= 1
        }
        row.mark(from: first, to: index)
    }

    /// Passes on the coverage of rows of the band, and empties them.
    func flush(rows: Range<Int>, rule: FillRule, _ body: (PathCoverage.Span) -> Void) {
        for index in 0..<rows.count {
            let row = Row(changes: changes + index &* changesPerRow, marks: marks + index &* wordsPerRow)
            var writer = SpanWriter(row: rows.lowerBound &+ index, firstColumn: firstColumn, bytes: bytes)
            var sum = 0
            var coverage: UInt8 = 0
            for word in 0..<wordsPerRow {
                var bits = row.marks[word]
                if bits == 0 { continue }
                row.marks[word] = 0
                repeat {
                    let column = word &* 64 &+ bits.trailingZeroBitCount
                    bits &= bits &- 1
                    guard column < width else { break }
                    writer.write(coverage, until: column, body)
                    sum &+= row.changes[column]
                    row.changes[column] = 0
                    coverage = rule == .evenOdd ? Self.evenOdd(sum) : Self.nonZero(sum)
                } while bits != 0
            }
            writer.write(coverage, until: width, body)
            writer.flush(body)
            row.changes[width] = 0
        }
    }

    /// The coverage of a sum of winding numbers, in 255ths.
    @inline(__always)
    private static func nonZero(_ sum: Int) -> UInt8 {
        let covered = min(abs(sum), one)
        return UInt8(truncatingIfNeeded: (covered &* 255 &+ one / 2) &>> 24)
    }

    /// The coverage for the even-odd rule, in which every second winding number is outside: a triangle wave.
    @inline(__always)
    private static func evenOdd(_ sum: Int) -> UInt8 {
        let folded = abs(sum) & (2 &* one &- 1)
        return nonZero(folded > one ? 2 &* one &- folded : folded)
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
